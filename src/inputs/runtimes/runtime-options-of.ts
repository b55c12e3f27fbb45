import type { LazyPull } from '../../rules/runtime/profiles/lazy-pull.ts';
import type { ParallelPull } from '../../rules/runtime/profiles/parallel-pull.ts';
import { type RuntimeOptions, runtimeOptionName } from '../../rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../rules/runtime/profiles/runtime-profile.ts';
import { settableOptions } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { lazyKindOfSnapshotter } from './lazy/asked-lazy-pull.ts';
import type { RuntimeConfiguration } from './runtime-config-of-document.ts';

/** The options of a runtime that a configuration sets, and sentences about surprising ones. */
interface SettledOptions {
  readonly options: Partial<RuntimeOptions>;
  readonly notes: readonly string[];
}

/**
 * Decides which of the two places of a setting counts, as containerd does: since 2.1 its CRI plugin pulls
 * through the transfer service, with the settings of that service, unless a setting of its own makes it pull
 * locally (CheckLocalImagePullConfigs in internal/cri/config). Options that the runtime does not have are
 * left out, with a note.
 */
export function runtimeOptionsOf(
  configuration: RuntimeConfiguration,
  profile: RuntimeProfile,
  runtime: string,
  { parallelPull, lazyPull }: { readonly parallelPull?: ParallelPull; readonly lazyPull?: LazyPull } = {},
): SettledOptions {
  const hasTransfer = profile.settable.includes('path');
  const reason = hasTransfer ? localPathReason(configuration) : undefined;
  const asked = askedFor(configuration, hasTransfer && reason === undefined, isCriO(runtime));
  const byPath: Partial<RuntimeOptions> = reason === undefined ? asked : { ...asked, path: 'local' };
  // It needs annotations of snapshots, which only the local path passes on.
  const whole: Partial<RuntimeOptions> =
    parallelPull === undefined ? byPath : { ...withoutPulling(byPath), path: 'local', parallelPull };
  const given: Partial<RuntimeOptions> = lazyPull === undefined ? whole : { ...whole, lazyPull };
  return {
    options: settableOptions(profile, given),
    notes: [
      ...notesOf(configuration, given, profile, runtime),
      ...pathNote(reason, runtime),
      ...(given.parallelPull === undefined ? [] : pullingNote(configuration)),
    ],
  };
}

/** Returns the options without those that are containerd's own pulling, which the SOCI snapshotter does. */
function withoutPulling(options: Partial<RuntimeOptions>): Partial<RuntimeOptions> {
  const {
    maxConcurrentDownloads: _downloads,
    maxConcurrentUnpacks: _unpacks,
    concurrentLayerFetchBuffer: _buffer,
    imagePullProgressTimeoutMicros: _timeout,
    snapshotter: _snapshotter,
    ...others
  } = options;
  return others;
}

/**
 * Returns the first setting that makes containerd pull locally; undefined if it uses its transfer service.
 */
function localPathReason({
  useLocalImagePull,
  downloads,
  onlyLocal,
  discards,
}: RuntimeConfiguration): string | undefined {
  if (useLocalImagePull === true) return 'use_local_image_pull';
  if (onlyLocal !== undefined) return onlyLocal;
  if (discards === true) return 'discard_unpacked_layers';
  return downloads === undefined || downloads === 3 ? undefined : `max_concurrent_downloads = ${downloads}`;
}

function isCriO(runtime: string): boolean {
  return runtime.startsWith('cri-o://');
}

function askedFor(
  asked: RuntimeConfiguration,
  byTransfer: boolean,
  byCriO: boolean,
): Partial<RuntimeOptions> {
  return omitUndefined({
    maxConcurrentDownloads: byTransfer ? asked.transferDownloads : asked.downloads,
    maxConcurrentUnpacks: asked.unpacks === undefined ? undefined : Math.max(1, asked.unpacks),
    concurrentLayerFetchBuffer: (byTransfer ? asked.transferFetchBuffer : undefined) ?? asked.fetchBuffer,
    imagePullProgressTimeoutMicros:
      asked.progressTimeoutMicros ?? (byCriO ? asked.crioProgressTimeoutMicros : undefined),
    snapshotter: asked.snapshotter,
  });
}

function notesOf(
  configuration: RuntimeConfiguration,
  given: Partial<RuntimeOptions>,
  profile: RuntimeProfile,
  runtime: string,
): string[] {
  const names = Object.keys(given) as (keyof RuntimeOptions)[];
  const known = Object.keys(settableOptions(profile, given));
  // Of the local path nothing has to be said where containerd has no other.
  const unknown = names
    .filter((name) => !known.includes(name) && !(name === 'path' && given.parallelPull !== undefined))
    .map((name) => runtimeOptionName(name, profile.options));
  const { snapshotter, crioProgressTimeoutMicros } = configuration;
  const isSimulated =
    snapshotter === undefined ||
    ['overlayfs', 'native', 'overlay'].includes(snapshotter) ||
    lazyKindOfSnapshotter(snapshotter) !== undefined;
  return [
    ...(unknown.length === 0 ? [] : [`${runtime} has no ${unknown.join(', ')}: ignored.`]),
    ...(crioProgressTimeoutMicros === undefined || isCriO(runtime)
      ? []
      : [`${runtime} has no pull_progress_timeout: it is CRI-O's, and ignored.`]),
    ...(isSimulated || !profile.settable.includes('snapshotter')
      ? []
      : [`The snapshotter ${snapshotter} is simulated as overlayfs.`]),
    ...(given.path === 'local' && given.maxConcurrentUnpacks !== undefined && given.maxConcurrentUnpacks > 1
      ? ['max_concurrent_unpacks is of the transfer service: the local path unpacks one layer after another.']
      : []),
  ];
}

/** Says which settings of containerd's own pulling have no effect beside the SOCI snapshotter's. */
function pullingNote({ downloads, transferDownloads, unpacks, fetchBuffer }: RuntimeConfiguration): string[] {
  const isSet = {
    max_concurrent_downloads: (downloads ?? 3) !== 3 || (transferDownloads ?? 3) !== 3,
    max_concurrent_unpacks: (unpacks ?? 1) > 1,
    concurrent_layer_fetch_buffer: (fetchBuffer ?? 0) > 0,
  };
  const names = Object.entries(isSet).flatMap(([name, set]) => (set ? [name] : []));
  if (names.length === 0) return [];
  return [
    `${names.join(', ')} of containerd: without effect, because the SOCI snapshotter pulls (parallel_pull_unpack).`,
  ];
}

function pathNote(reason: string | undefined, runtime: string): string[] {
  if (reason === undefined || reason === 'use_local_image_pull') return [];
  return [
    `${reason} of the CRI plugin makes ${runtime} pull by its local path; its transfer service has settings of its own (io.containerd.transfer.v1.local).`,
  ];
}
