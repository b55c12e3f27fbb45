import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import { isReleaseAtLeast, isVersionAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import { isMapping } from '../documents/mapping.ts';
import type { CriPluginDocument } from '../runtimes/containerd-config-shape.ts';
import type { CellValue, PlainValue, ProviderCell, ProviderColumn, ProviderRow } from './provider-row.ts';

/** The columns that are fields of KubeletConfiguration. */
const kubeletColumns = [
  'serializeImagePulls',
  'maxParallelImagePulls',
  'registryPullQPS',
  'registryBurst',
  'imageGCHighThresholdPercent',
  'imageGCLowThresholdPercent',
  'imageMinimumGCAge',
  'imageMaximumGCAge',
  'evictionHard',
  'evictionMinimumReclaim',
  'maxPods',
  'runtimeRequestTimeout',
] as const satisfies readonly ProviderColumn[];

/** The columns that are options of containerd's CRI plugin. */
const containerdColumns = [
  'discard_unpacked_layers',
  'use_local_image_pull',
  'max_concurrent_downloads',
  'concurrent_layer_fetch_buffer',
  'image_pull_progress_timeout',
] as const satisfies readonly ProviderColumn[];

/** The columns that say how long a new node takes to start, as durations. */
export const nodeStartColumns = [
  'boot',
  'registration',
  'network',
  'networkSettle',
] as const satisfies readonly ProviderColumn[];

const appliedColumns: ReadonlySet<ProviderColumn> = new Set([
  ...kubeletColumns,
  ...containerdColumns,
  'runtimeVersions',
  'sandboxImage',
  'sandboxImageOnDisk',
  'config_path',
  'unpigz',
  ...nodeStartColumns,
  'parallel_pull_unpack',
] satisfies readonly ProviderColumn[]);

/** Whether a run goes by the cell: it has a value, and not only a rule in words. */
export function isApplied(column: ProviderColumn, { value }: ProviderCell): boolean {
  return appliedColumns.has(column) && value !== 'unset' && !(isMapping(value) && 'rule' in value);
}

/** What decides between the values of one cell. */
export interface NodeKind {
  /** The kubelet's version, `v1.33.4-eks-1`. */
  readonly kubeletVersion: string;
  /** What the Node says of its operating system and its runtime; empty if nothing. */
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The release whose rules the kubelet runs with. */
  readonly release: string;
}

/** What a provider sets on one of its nodes. */
export interface ProviderSettings {
  /** Fields of KubeletConfiguration. */
  readonly kubelet: Readonly<Record<string, PlainValue>>;
  readonly containerd: CriPluginDocument;
  /** Such as `containerd://2.2.5`, where the release of the kubelet tells it; undefined otherwise. */
  readonly runtime: string | undefined;
  readonly sandboxImage: string | undefined;
  /** What it writes as containerd's `config_path`; `unset`: nothing; undefined: it is not known. */
  readonly hostsPath: string | undefined;
  /** Whether the sandbox image is on the disk before the first pod; undefined if it is not known. */
  readonly isSandboxOnDisk: boolean | undefined;
  /** Whether the program unpigz is on the PATH of containerd; undefined if it is not known. */
  readonly hasUnpigz: boolean | undefined;
  /** Durations of the start of a new node, by the names of a Scenario's timings; those that are not known are left out. */
  readonly nodeStart: { readonly [Column in (typeof nodeStartColumns)[number]]?: string };
  /** Whether the SOCI snapshotter pulls, as with FastImagePull; undefined if it is not known. */
  readonly pullsInParallel: boolean | undefined;
}

/** Returns what the row says that a run goes by. */
export function providerSettings(row: ProviderRow, kind: NodeKind): ProviderSettings {
  const told = (column: ProviderColumn) => cellValue(row.facts[column]?.value, kind);
  const fields = (columns: readonly ProviderColumn[]) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const value = told(column);
        return value === undefined ? [] : [[column, value] as const];
      }),
    );
  const name = told('runtime');
  const version = told('runtimeVersions');
  const sandboxImage = told('sandboxImage');
  const written = row.facts.config_path?.value;
  const hostsPath = written === 'unset' ? written : cellValue(written, kind);
  const onDisk = told('sandboxImageOnDisk');
  const unpigz = told('unpigz');
  const parallelPull = told('parallel_pull_unpack');
  // What an older kubelet does not know, the provider does not write there.
  const kubelet = kubeletColumns.filter((column) =>
    isReleaseAtLeast(kind.release, simulatedFields.get(column) ?? kind.release),
  );
  return {
    kubelet: fields(kubelet),
    containerd: name === 'cri-o' ? {} : (fields(containerdColumns) as CriPluginDocument),
    runtime: typeof name === 'string' && version !== undefined ? `${name}://${String(version)}` : undefined,
    sandboxImage: typeof sandboxImage === 'string' ? sandboxImage : undefined,
    hostsPath: typeof hostsPath === 'string' ? hostsPath : undefined,
    isSandboxOnDisk: typeof onDisk === 'boolean' ? onDisk : undefined,
    hasUnpigz: typeof unpigz === 'boolean' ? unpigz : undefined,
    nodeStart: fields(nodeStartColumns) as ProviderSettings['nodeStart'],
    pullsInParallel: typeof parallelPull === 'boolean' ? parallelPull : undefined,
  };
}

/** Returns the value of a cell on a node; undefined if it is unknown, unset, or a rule in words. */
export function cellValue(value: CellValue | undefined, kind: NodeKind): PlainValue | undefined {
  if (value === undefined || value === 'unset' || value === 'none') return undefined;
  if (!isMapping(value)) return value as PlainValue;
  if ('rule' in value) return undefined;
  if ('byRelease' in value) {
    const { byRelease } = value as { readonly byRelease: Readonly<Record<string, PlainValue>> };
    const since = Object.keys(byRelease).findLast((from) => isVersionAtLeast(kind.kubeletVersion, from));
    return since === undefined ? undefined : byRelease[since];
  }
  if ('byLabel' in value) {
    const { byLabel } = value as Extract<CellValue, { readonly byLabel: unknown }>;
    return byLabel.values[kind.labels[byLabel.label] ?? ''] ?? byLabel.otherwise;
  }
  if ('byVersion' in value) {
    const { byVersion } = value as Extract<CellValue, { readonly byVersion: unknown }>;
    return valueByVersion(byVersion, kind);
  }
  // max-pods.ts goes by these.
  if ('podsOfInterfaces' in value) return undefined;
  return value as PlainValue;
}

type ByVersion = Extract<CellValue, { readonly byVersion: unknown }>['byVersion'];

function valueByVersion({ in: place, since, otherwise }: ByVersion, kind: NodeKind): PlainValue {
  const text = isLabelPlace(place) ? kind.labels[place.slice('label '.length)] : kind[place];
  const version = numbersOfVersion(text ?? '');
  if (version.length === 0) return otherwise;
  const from = Object.keys(since).findLast((each) => isNoOlder(version, numbersOfVersion(each)));
  return (from === undefined ? undefined : since[from]) ?? otherwise;
}

function isLabelPlace(place: ByVersion['in']): place is `label ${string}` {
  return place.startsWith('label ');
}

/** Returns the numbers of the first version in a text: 1, 13 and 9 of `Talos (v1.13.9)`. */
function numbersOfVersion(text: string): readonly number[] {
  const [version = ''] = /\d+\.\d\S*/.exec(text) ?? [];
  return (version.match(/\d+/g) ?? []).map(Number);
}

function isNoOlder(version: readonly number[], since: readonly number[]): boolean {
  const index = since.findIndex((part, at) => part !== (version[at] ?? 0));
  return index < 0 || (version[index] ?? 0) > (since[index] ?? 0);
}
