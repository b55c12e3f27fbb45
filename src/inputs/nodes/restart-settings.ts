import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import type { KubeletSettings } from '../../rules/kubelet/configuration/settings.ts';
import { settingsAtStart } from '../../rules/kubelet/configuration/settings-at-start.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path, Place } from '../documents/source-document.ts';
import type { WrittenFault } from '../scenario/fault-option.ts';
import type { FaultDocument } from '../scenario/fault-rows.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { maxPodsOf } from './max-pods.ts';
import type { BuiltNode } from './plan-nodes.ts';
import { unknownKubeletField } from './unknown-kubelet-field.ts';

type Fields = Readonly<Record<string, unknown>>;
type Restart = Extract<FaultDocument, { kind: 'kubeletRestart' }>;

/** The settings that a kubelet reads at a restart, by the index of the fault in the run, then by node. */
export type RestartSettings = ReadonlyMap<number, Readonly<Record<string, KubeletSettings>>>;

/**
 * Returns the settings that kubelets read at restarts with changed fields. They are checked like
 * KubeletConfiguration and `--set`. Changes are applied to the configuration of the node, later ones after
 * earlier ones; in a map (`featureGates`) only the named keys change.
 */
export function restartSettings(
  faults: readonly WrittenFault[],
  nodes: readonly BuiltNode[],
  problems: Problems,
): RestartSettings {
  const found = new Map<number, Record<string, KubeletSettings>>();
  const changed = new Map<string, Fields>();
  for (const { index, fault, place } of inOrderOfTime(faults)) {
    const at = (field: Path, on: Place['on'] = 'value'): Place => place(['kubelet', ...field], on);
    if (fault.kubelet === undefined || !hasKnownFields(fault.kubelet, at, problems)) continue;
    const settings: Record<string, KubeletSettings> = {};
    for (const built of nodes.filter(({ node }) => fault.node === undefined || fault.node === node.name)) {
      const fields = layOver(changed.get(built.node.name) ?? {}, fault.kubelet);
      changed.set(built.node.name, fields);
      const own = settingsOf(built, fields, fault.kubelet, at, problems);
      if (own !== undefined) settings[built.node.name] = own;
    }
    found.set(index, settings);
  }
  return found;
}

interface WrittenRestart extends WrittenFault {
  readonly index: number;
  readonly fault: Restart;
}

function inOrderOfTime(faults: readonly WrittenFault[]): readonly WrittenRestart[] {
  const beginOf = ({ fault: { at, from } }: WrittenRestart) => micros(at ?? from ?? '0s');
  return faults
    .flatMap(({ fault, place }, index) => (fault.kind === 'kubeletRestart' ? [{ index, fault, place }] : []))
    .sort((a, b) => beginOf(a) - beginOf(b));
}

function hasKnownFields(
  fields: Fields,
  at: (field: Path, on?: Place['on']) => Place,
  problems: Problems,
): boolean {
  const names = Object.keys(fields);
  for (const name of names) {
    const unknown = unknownKubeletField(name);
    if (unknown !== undefined) problems.at(at([name], 'key'), unknown);
    else if (!simulatedFields.has(name)) {
      problems.warn(`${name} is not simulated: this change of it changes nothing`, at([name], 'key'));
    }
  }
  return names.every((name) => unknownKubeletField(name) === undefined);
}

/**
 * A node's own maxPods comes from its Node object. Options and changes of the Scenario have precedence over
 * it.
 */
function settingsOf(
  { plan, profile, provider, node, kubelet }: BuiltNode,
  fields: Fields,
  written: Fields,
  at: (field: Path) => Place,
  problems: Problems,
): KubeletSettings | undefined {
  const result = settingsAtStart(
    layOver(kubelet.raw, fields),
    profile,
    releaseOfVersion(node.kubeletVersion) ?? profile.release,
  );
  if ('errors' in result) {
    for (const { field, message } of result.errors) {
      const path = field.split('.');
      const isWritten = Object.hasOwn(written, path[0] ?? '');
      problems.at(at(isWritten ? path : []), { code: 'KUBELET_CONFIGURATION', message });
    }
    return undefined;
  }
  const isSet = kubelet.options.has('maxPods') || Object.hasOwn(fields, 'maxPods');
  return isSet ? result.settings : { ...result.settings, ...maxPodsOf(plan, provider.row) };
}

function layOver(below: Fields, above: Fields): Fields {
  const merged = Object.entries(above).map(([field, value]) => {
    const old = below[field];
    return [field, isMapping(old) && isMapping(value) ? { ...old, ...value } : value];
  });
  return { ...below, ...Object.fromEntries(merged) };
}
