import { validateKubeletSettings } from '../kubelet/kubelet-configuration.ts';
import { kubeletConfigurationFields } from '../kubelet/kubelet-configuration-fields.ts';
import type { KubeletSettings } from '../kubelet/settings.ts';
import { type BuiltNode, maxPodsOf } from './build-node.ts';
import type { FaultDocument } from './fault-shapes.ts';
import type { Problems } from './problems.ts';
import { micros } from './quantity-shapes.ts';
import type { KubeletFields } from './read-kubelet-configuration.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { Path, Place } from './source-document.ts';
import { unknownKubeletField } from './unknown-kubelet-field.ts';

type Fields = Readonly<Record<string, unknown>>;
type Restart = Extract<FaultDocument, { kind: 'kubeletRestart' }>;

/** By the fault's place in the Scenario, then by node: what the kubelet reads at that restart. */
export type RestartSettings = ReadonlyMap<number, Readonly<Record<string, KubeletSettings>>>;

/**
 * The settings that kubelets read at restarts with changed fields, checked as KubeletConfiguration and `--set` are. The
 * changes lie over the configuration of the run, later ones over earlier ones; of a map (`featureGates`) only the named
 * keys change.
 */
export function restartSettings(
  scenario: ReadScenario | undefined,
  nodes: readonly BuiltNode[],
  kubelet: KubeletFields,
  problems: Problems,
): RestartSettings {
  const found = new Map<number, Record<string, KubeletSettings>>();
  if (scenario === undefined) return found;
  const changed = new Map<string, Fields>();
  for (const [index, fault] of inOrderOfTime(scenario.value.faults ?? [])) {
    const { document, path } = scenario.object;
    const at = (field: Path, on: Place['on'] = 'value'): Place => ({ document, path: [...path, 'faults', index, 'kubelet', ...field], on });
    if (fault.kubelet === undefined || !hasKnownFields(fault.kubelet, at, problems)) continue;
    const settings: Record<string, KubeletSettings> = {};
    for (const built of nodes.filter(({ node }) => fault.node === undefined || fault.node === node.name)) {
      const fields = layOver(changed.get(built.node.name) ?? {}, fault.kubelet);
      changed.set(built.node.name, fields);
      const own = settingsOf(built, kubelet, fields, fault.kubelet, at, problems);
      if (own !== undefined) settings[built.node.name] = own;
    }
    found.set(index, settings);
  }
  return found;
}

function inOrderOfTime(faults: readonly FaultDocument[]): readonly (readonly [number, Restart])[] {
  const beginOf = ({ at, from }: Restart) => micros(at ?? from ?? '0s');
  return [...faults.entries()]
    .flatMap(([index, fault]) => (fault.kind === 'kubeletRestart' ? [[index, fault] as const] : []))
    .sort(([, a], [, b]) => beginOf(a) - beginOf(b));
}

function hasKnownFields(fields: Fields, at: (field: Path, on?: Place['on']) => Place, problems: Problems): boolean {
  const names = Object.keys(fields);
  for (const name of names) {
    const unknown = unknownKubeletField(name);
    if (unknown !== undefined) problems.at(at([name], 'key'), unknown);
    else if (!Object.hasOwn(kubeletConfigurationFields, name)) {
      problems.warn(`${name} is not simulated: this change of it changes nothing`, at([name], 'key'));
    }
  }
  return names.every((name) => unknownKubeletField(name) === undefined);
}

/** A node's own maxPods stands in its Node object, and gives way to the options and to what the Scenario changes. */
function settingsOf(
  { plan, profile }: BuiltNode,
  kubelet: KubeletFields,
  fields: Fields,
  written: Fields,
  at: (field: Path) => Place,
  problems: Problems,
): KubeletSettings | undefined {
  const result = validateKubeletSettings(layOver(kubelet.raw, fields), profile);
  if ('errors' in result) {
    for (const { field, message } of result.errors) {
      const path = field.split('.');
      const isWritten = Object.hasOwn(written, path[0] ?? '');
      problems.at(at(isWritten ? path : []), { code: 'KUBELET_CONFIGURATION', message });
    }
    return undefined;
  }
  const isSet = kubelet.options.has('maxPods') || Object.hasOwn(fields, 'maxPods');
  return isSet ? result.settings : { ...result.settings, ...maxPodsOf(plan) };
}

function layOver(below: Fields, above: Fields): Fields {
  const merged = Object.entries(above).map(([field, value]) => {
    const old = below[field];
    return [field, isMapping(old) && isMapping(value) ? { ...old, ...value } : value];
  });
  return { ...below, ...Object.fromEntries(merged) };
}

function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
