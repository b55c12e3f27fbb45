import { isMapping } from '../documents/mapping.ts';
import { redactedText } from '../documents/redacted-text.ts';
import { allowedKubeletFields } from '../kubelet-sources/allowed-kubelet-fields.ts';
import type { CredentialStandIns } from './credential-stand-ins.ts';
import { withFields } from './fields-of-shape.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ScenarioContext {
  readonly standIns: CredentialStandIns;
  readonly leftOut: Set<string>;
}

/** Returns the users whom Scenarios name as readers of private repositories. */
export function readersIn(scenarios: readonly unknown[]): ReadonlySet<string> {
  const values = (value: unknown) => (isMapping(value) ? Object.values(value) : []);
  const names = scenarios.flatMap((scenario) =>
    (isMapping(scenario) ? values(scenario.registries) : []).flatMap((registry) =>
      (isMapping(registry) ? values(registry.private) : []).flatMap((users: unknown): unknown[] =>
        Array.isArray(users) ? users : [],
      ),
    ),
  );
  return new Set(names.filter((name): name is string => typeof name === 'string'));
}

/** Returns settings of some nodes' kubelets with the fields of these: the shape has any. */
function allowedKubelets(allowed: unknown, written: unknown): unknown {
  if (!Array.isArray(allowed) || !Array.isArray(written)) return allowed;
  return allowed.map((entry: Fields, index) => {
    const of: unknown = written[index];
    return isMapping(of) && isMapping(of.config)
      ? { ...entry, config: allowedKubeletFields(of.config) }
      : entry;
  });
}

/** Returns faults with the kubelet's settings that they change: the shape has any. */
export function allowedFaults(allowed: unknown, written: unknown): unknown {
  if (!Array.isArray(allowed) || !Array.isArray(written)) return allowed;
  return allowed.map((fault: Fields, index) => {
    const of: unknown = written[index];
    return isMapping(of) && isMapping(of.kubelet)
      ? { ...fault, kubelet: allowedKubeletFields(of.kubelet) }
      : fault;
  });
}

/**
 * Returns the fields of a Scenario's shape, `allowed`, with credentials whose users and passwords are
 * stand-ins.
 */
export function allowedScenario(
  allowed: Fields,
  written: Fields,
  { standIns, leftOut }: ScenarioContext,
): Fields {
  const { metadata: _, ...others } = allowed;
  const credentials = (value: unknown) => (isMapping(value) ? credentialsOf(value, standIns) : undefined);
  const node = (fields: unknown, of: unknown) => {
    if (!isMapping(fields)) return fields;
    const own = isMapping(of) ? credentials(of.credentials) : undefined;
    if (own !== undefined) leftOut.add('users and passwords in credentials of the Scenario');
    return { ...fields, ...(own === undefined ? {} : { credentials: own }) };
  };
  const { nodes, serviceAccounts } = written;
  const ofNodes = isMapping(nodes) ? nodes : {};
  const accounts = isMapping(serviceAccounts)
    ? withFields(Object.entries(serviceAccounts).map(([account, value]) => [account, credentials(value)]))
    : undefined;
  if (accounts !== undefined) leftOut.add('users and passwords in serviceAccounts of the Scenario');
  return withFields(
    Object.entries(others).map(([name, value]) => {
      if (name === 'serviceAccounts') return [name, accounts];
      if (name === 'faults') return [name, allowedFaults(value, written.faults)];
      if (name !== 'nodes' || !isMapping(value)) return [name, value];
      const named = isMapping(value.named) ? value.named : {};
      const writtenNamed = isMapping(ofNodes.named) ? ofNodes.named : {};
      return [
        name,
        {
          ...value,
          ...(value.kubelets === undefined
            ? {}
            : { kubelets: allowedKubelets(value.kubelets, ofNodes.kubelets) }),
          ...(value.defaults === undefined ? {} : { defaults: node(value.defaults, ofNodes.defaults) }),
          ...(value.named === undefined
            ? {}
            : {
                named: withFields(
                  Object.entries(named).map(([of, fields]) => [of, node(fields, writtenNamed[of])]),
                ),
              }),
        },
      ];
    }),
  );
}

/** Users by registry, or a docker config. */
function credentialsOf(value: Fields, standIns: CredentialStandIns): Fields {
  if (isMapping(value.auths))
    return { auths: JSON.parse(standIns.dockerConfig(JSON.stringify(value.auths), 'dockercfg')) as unknown };
  const users = Object.entries(value).map(
    ([registry, user]) =>
      [redactedText(registry), typeof user === 'string' ? standIns.user(user) : undefined] as const,
  );
  return withFields(users);
}
