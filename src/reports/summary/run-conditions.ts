import {
  type RuntimeOptions,
  runtimeOptionName,
  runtimeOptionNames,
  runtimeOptionValue,
} from '../../rules/runtime/profiles/runtime-options.ts';
import { ofSnapshotters, selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { EndRecord, HeaderNode, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';

export function headerOf(records: readonly TraceRecord[]): HeaderRecord | undefined {
  const first = records[0];
  return first?.type === 'header' ? first : undefined;
}

export function endOf(records: readonly TraceRecord[]): EndRecord | undefined {
  const last = records.at(-1);
  return last?.type === 'end' ? last : undefined;
}

const endWords: Readonly<Record<EndRecord['reason'], string>> = {
  settled: 'settled after',
  horizon: 'stopped at the horizon,',
  interrupted: 'interrupted at',
};

/**
 * Returns the line that names a run: `seed 42 · settled after 41 s`, or `seed 42 · at 30 s` for an earlier
 * moment.
 */
export function runText(records: readonly TraceRecord[], atMs?: number): string {
  return runLine(headerOf(records), endOf(records), atMs);
}

/** The same of a run's header and end, where they are known. */
export function runLine(
  header: HeaderRecord | undefined,
  end: Pick<EndRecord, 'at' | 'reason'> | undefined,
  atMs?: number,
): string {
  const parts = header === undefined ? [] : [`seed ${header.seed}`];
  if (atMs !== undefined) parts.push(`at ${durationText(atMs)}`);
  else if (end !== undefined) parts.push(`${endWords[end.reason]} ${durationText(end.at)}`);
  return parts.join(' · ');
}

/** Returns the line that names a node: `node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls`. */
export function nodeText(node: HeaderNode): string {
  const asked = node.kubeletVersion.replace(/^v/, '');
  const isOwn = asked === node.profile || asked.startsWith(`${node.profile}.`);
  const kubelet = `kubelet ${node.kubeletVersion}${isOwn ? '' : ` (rules of ${node.profile})`}`;
  const runtime = `${node.runtime}${node.runtimeMeasured === false ? ' (not measured)' : ''}`;
  return visibleText(
    [node.name, kubelet, runtime, runtimeSettingsText(node), pullsText(node)]
      .filter((part) => part !== '')
      .join(' · '),
  );
}

/** Returns how the node's kubelet admits pulls: `serialized pulls`, `3 pulls at once`, `parallel pulls`. */
export function pullsText(node: HeaderNode | undefined): string {
  const serialize = node?.kubelet.serializeImagePulls;
  if (serialize === true) return 'serialized pulls';
  if (serialize !== false) return '';
  const limit = node?.kubelet.maxParallelImagePulls;
  return typeof limit === 'number' ? `${limit} ${limit === 1 ? 'pull' : 'pulls'} at once` : 'parallel pulls';
}

/** One option of a node's runtime, by the runtime's own name. */
interface RuntimeSetting {
  readonly name: string;
  readonly value: string;
  /** Whether the node's configuration sets it to another value than the runtime's default. */
  readonly isSet: boolean;
}

/**
 * Returns the options that the node's runtime has, with their current values, then its mirrors and processors
 * if they are known.
 */
export function runtimeSettings({
  runtime,
  runtimeOptions = {},
  registryHosts = {},
  cpus,
}: HeaderNode): readonly RuntimeSetting[] {
  const { profile } = selectRuntimeProfile(runtime, runtimeOptions);
  const defaults = selectRuntimeProfile(runtime).profile.options;
  const isTold = (name: keyof RuntimeOptions): boolean =>
    profile.settable.includes(name) ||
    name === 'maxConcurrentDownloads' ||
    (ofSnapshotters.includes(name) && profile.options[name] !== undefined);
  return [
    ...runtimeOptionNames.filter(isTold).map((name) => ({
      name: runtimeOptionName(name, profile.options),
      value: runtimeOptionValue(name, profile.options[name]),
      isSet: profile.options[name] !== defaults[name],
    })),
    ...Object.entries(registryHosts).map(([registry, hosts]) => ({
      name: `hosts of ${registry}`,
      value: hosts.join(', '),
      isSet: true,
    })),
    ...(cpus === undefined ? [] : [{ name: 'cpus', value: `${cpus}`, isSet: true }]),
  ];
}

/**
 * Returns what a node's configuration sets in its runtime, in one line:
 * `max_concurrent_downloads 6, use_local_image_pull true`; empty if nothing is set.
 */
function runtimeSettingsText(node: HeaderNode): string {
  const set = runtimeSettings(node).filter(({ isSet, name }) => isSet && name !== 'cpus');
  return set
    .map(({ name, value }) => (name.startsWith('hosts of ') ? `${name}: ${value}` : `${name} ${value}`))
    .join(', ');
}
