import {
  type LazyPull,
  type LazyPullKind,
  lazyPullKinds,
  lazyPullRows,
  percentText,
  readAtStartPublished,
} from '../../../rules/runtime/profiles/lazy-pull.ts';
import type { RuntimeConfiguration } from '../runtime-config-of-document.ts';

/** How a node pulls lazily, and what is assumed for that. */
interface SettledLazyPull {
  /** undefined: it pulls images whole. */
  readonly lazyPull?: LazyPull;
  readonly assumptions: readonly string[];
}

/** What decides about it beside the configuration. */
interface LazyPullNode {
  readonly labels: Readonly<Record<string, string>>;
  readonly runtime: string;
  /** Whether the SOCI snapshotter pulls in its parallel mode. */
  readonly pullsInParallel: boolean;
}

/** The label that GKE writes on nodes with image streaming. */
const streamingLabel = 'cloud.google.com/gke-image-streaming';

/** The names that configurations have for snapshotters, where they are not those of the kinds. */
const otherNames: Readonly<Record<string, LazyPullKind>> = { gcfs: 'gke' };

/** Returns the kind of a snapshotter that fetches an image while containers read it; undefined: another one. */
export function lazyKindOfSnapshotter(snapshotter: string | undefined): LazyPullKind | undefined {
  return lazyPullKinds.find((kind) => kind === snapshotter) ?? otherNames[snapshotter ?? ''];
}

/**
 * Returns how images are pulled lazily on a node. `lazy_pull` of a Scenario or an option comes over the documents of
 * its pool, those over its labels, and these over the snapshotter in the runtime's configuration. SOCI's parallel
 * mode pulls whole images.
 */
export function askedLazyPull(
  { lazyPull: asked = {}, snapshotter }: RuntimeConfiguration,
  { labels, runtime, pullsInParallel }: LazyPullNode,
): SettledLazyPull {
  const isCriO = runtime.startsWith('cri-o://');
  const ofLabels = labels[streamingLabel] === 'true' ? ({ kind: 'gke' } as const) : undefined;
  const ofSnapshotter = isCriO ? undefined : lazyKindOfSnapshotter(snapshotter);
  const { kind = ofLabels?.kind ?? ofSnapshotter, readAtStart } = asked;
  const assumptions =
    readAtStart !== undefined && kind === undefined
      ? ['lazy_pull.read_at_start has no effect without a kind: images are pulled whole.']
      : [];
  const isWhole = asked.kind === undefined && pullsInParallel;
  if (kind === undefined || kind === 'none' || isWhole) return { assumptions };
  const onlyMarked =
    lazyPullRows[kind].format !== undefined &&
    (asked.onlyMarkedImages ?? (asked.kind === undefined && ofLabels === undefined));
  const lazyPull: LazyPull = {
    kind,
    ...(onlyMarked ? { onlyMarkedImages: true } : {}),
    ...(readAtStart === undefined ? {} : { readAtStart }),
  };
  return { lazyPull, assumptions: [...assumptions, sentenceOf(lazyPull)] };
}

/** Says which images it is, and what a container is taken to read. */
function sentenceOf({ kind, onlyMarkedImages, readAtStart }: LazyPull): string {
  const { words, format, hostEnds } = lazyPullRows[kind];
  const { share, low, high } = readAtStartPublished;
  const hosts = hostEnds === undefined ? '' : ` of ${hostEnds.map((end) => `*${end}`).join(', ')}`;
  const which =
    onlyMarkedImages === true
      ? `images${hosts} are pulled whole, but for those that are made for it (${format}; lazyFormat: ${kind} of a Scenario's images)`
      : format === undefined
        ? `images${hosts} are mounted and read`
        : `images${hosts} are taken to be made for it (${format}), mounted and read`;
  const reads =
    readAtStart === undefined
      ? `containers read ${percentText(share)} at their start (published: ${percentText(low)} to ${percentText(high)}; lazy_pull.read_at_start, readAtStart of an image)`
      : `containers read ${percentText(readAtStart)} at their start`;
  return `${words}: ${which}; ${reads}.`;
}
