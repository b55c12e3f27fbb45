import { type PlannedPull, pullPlan } from '../validation/pull-plan.ts';
import type { RecordedHeader, RecordedRun } from '../validation/recorded-run.ts';

/** A recorded run that is to be made again on another containerd. */
export interface Recording {
  /** `e1-order/c17-eq8-n3/1` */
  readonly name: string;
  readonly config: RecordedHeader['config'];
  /** Whose images, registry and calls it has. */
  readonly source: RecordedRun;
  readonly calls: readonly PlannedPull[];
}

/** What a containerd can do, as far as recordings differ in it. */
interface Release {
  /** How names of its variants begin: `c17`. */
  readonly prefix: string;
  /** The prefixes of the variants that it can make again, the nearest first. */
  readonly sources: readonly string[];
  readonly hasTransfer: boolean;
  readonly hasProgressTimeout: boolean;
  readonly hasParallelUnpacks: boolean;
  readonly hasChunks: boolean;
}

/**
 * Returns the runs that a containerd of this version can make again, in the order of the recorded ones: variants of the
 * release that is next of kin, and of others where they have what that one has not. What the registry cannot serve, layers
 * of text or of many files, is left out. `repetitions` is how often each is made; absent: as often as it was.
 */
export function recordingPlan(
  runs: readonly RecordedRun[],
  version: string,
  repetitions?: number,
): readonly Recording[] {
  const release = releaseOf(version);
  const candidates = release.sources.flatMap((prefix) =>
    runs.filter((run) => prefixOf(run) === prefix && canMake(release, run)),
  );
  const chosen = new Map<string, RecordedRun[]>();
  for (const run of candidates) {
    const variant = `${run.experiment}/${variantName(release, run)}`;
    const known = chosen.get(variant);
    if (known === undefined) chosen.set(variant, [run]);
    else if (known[0]?.variant === run.variant) known.push(run);
  }
  return [...chosen].flatMap(([variant, sources]) =>
    Array.from({ length: repetitions ?? sources.length }, (_, place) => {
      const source = sources[place % sources.length] ?? sources[0];
      if (source === undefined) throw new Error(`${variant} has no run`);
      const { header } = source;
      return {
        name: `${variant}/${place + 1}`,
        config: configOf(release, header.config, version),
        source,
        calls: pullPlan(source),
      };
    }),
  );
}

function releaseOf(version: string): Release {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? [];
  if (major === '') throw new Error(`${version} is no version of containerd`);
  const isOld = major === '1';
  return {
    prefix: `c${major}${minor}`,
    sources: isOld ? ['c1', 'c2local', 'c2'] : ['c2', 'c2local'],
    hasTransfer: !isOld,
    hasProgressTimeout: !isOld || Number(minor) >= 7,
    // max_concurrent_unpacks came with 2.2 (plugins/transfer).
    hasParallelUnpacks: Number(major) > 2 || (major === '2' && Number(minor) >= 2),
    hasChunks: !isOld,
  };
}

function prefixOf({ variant }: RecordedRun): string {
  return /^(c\d+(?:local)?)-/.exec(variant)?.[1] ?? '';
}

function canMake(release: Release, { header, experiment }: RecordedRun): boolean {
  const { config, images } = header;
  const layers = Object.values(images).flatMap((image) => image.layers);
  return (
    layers.every(({ kind }) => kind === 'rand' || kind === 'raw') &&
    (config.fetchBuffer === undefined || release.hasChunks) &&
    ((config.maxConcurrentUnpacks ?? 1) === 1 || release.hasParallelUnpacks) &&
    (config.progressTimeout === undefined || release.hasProgressTimeout) &&
    // Only what goes wrong is worth taking from the other path.
    (release.hasTransfer || config.path === 'local' || experiment === 'e6-stall' || experiment === 'e6-fail')
  );
}

function variantName({ prefix, hasTransfer }: Release, run: RecordedRun): string {
  const [, path = '', rest = ''] = /^c\d+(local)?-(.*)$/.exec(run.variant) ?? [];
  return `${prefix}${hasTransfer ? path : ''}-${rest}`;
}

function configOf(
  release: Release,
  { maxConcurrentUnpacks, path, ...config }: RecordedHeader['config'],
  runtime: string,
): RecordedHeader['config'] {
  return {
    ...config,
    runtime,
    path: release.hasTransfer ? path : 'local',
    ...(release.hasParallelUnpacks && maxConcurrentUnpacks !== undefined ? { maxConcurrentUnpacks } : {}),
  };
}
