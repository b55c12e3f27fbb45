import { type DockerConfigEntry, readDockerConfig } from '../../rules/kubelet/credentials/docker-config.ts';
import type { CredentialSource, PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { CredentialRegister } from './credential-register.ts';

/** The credentials in a Scenario: a docker config (`auths`), or only the names of users by registry. */
type GivenCredentials = Readonly<Record<string, unknown>>;

/** The credentials that a Scenario gives to nodes, and through a credential provider to service accounts. */
export class ScenarioCredentials {
  readonly #scenario: ReadScenario;
  readonly #register: CredentialRegister;
  readonly #problems: Problems;

  constructor(scenario: ReadScenario, register: CredentialRegister, problems: Problems) {
    this.#scenario = scenario;
    this.#register = register;
    this.#problems = problems;
  }

  /** Returns those of a node: what the Scenario says of it, otherwise of all nodes. */
  ofNode(name: string): readonly PullCredential[] {
    const { nodes } = this.#scenario.value;
    const named = nodes?.named?.[name]?.credentials;
    return named === undefined
      ? this.#read(nodes?.defaults?.credentials, ['nodes', 'defaults', 'credentials'], { kind: 'node' })
      : this.#read(named, ['nodes', 'named', name, 'credentials'], { kind: 'node' });
  }

  /** Returns those of service accounts, by `namespace/name`. */
  ofServiceAccounts(): ReadonlyMap<string, readonly PullCredential[]> {
    const accounts = Object.entries(this.#scenario.value.serviceAccounts ?? {}).map(([account, given]) => {
      const slash = account.indexOf('/');
      const namespace = slash < 0 ? 'default' : account.slice(0, slash);
      const name = account.slice(slash + 1);
      const source = { kind: 'serviceAccount', namespace, name, uid: `${namespace}/${name}` } as const;
      return [`${namespace}/${name}`, this.#read(given, ['serviceAccounts', account], source)] as const;
    });
    return new Map(accounts);
  }

  #read(
    given: GivenCredentials | undefined,
    path: readonly string[],
    source: CredentialSource,
  ): readonly PullCredential[] {
    if (given === undefined) return [];
    const entries = entriesOf(given);
    if (entries !== undefined) return this.#register.credentialsOf(entries, source);
    const expected = 'users by registry such as { registry.example: robot }, or a docker config with auths';
    const message = `${path.join('.')} is neither users by registry nor a docker config`;
    this.#problems.at(within(this.#scenario, ...path), { code: 'WRONG_VALUE', message, expected });
    return [];
  }
}

function entriesOf(given: GivenCredentials): readonly DockerConfigEntry[] | undefined {
  if (isMapping(given.auths)) {
    const config = readDockerConfig(JSON.stringify(given.auths), 'dockercfg');
    return 'entries' in config ? config.entries : undefined;
  }
  const users = Object.entries(given);
  if (!users.every(([, user]) => typeof user === 'string' && user !== '')) return undefined;
  return users.map(([registryKey, username]) => ({
    registryKey,
    username: String(username),
    password: '',
    email: '',
  }));
}
