import type { Figure, PodTimes } from '../../../reports/comparison/figure-rows.ts';
import type { LinkName } from '../../../reports/critical-path/critical-path.ts';
import { linkWords } from '../../../reports/critical-path/link-words.ts';
import { PodPathsReader } from '../../../reports/critical-path/pod-paths.ts';
import { isPulling, type PhaseName } from '../../../reports/phases/container-phases.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { type Pauses, type SimulateOptions, simulateParts } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { type FigurePod, figurePods } from './figure-pods.ts';

/** What the pods of a figure spend their time with. */
export interface RemainingTime {
  /** The pods that make the figure, `namespace/name`, each once. */
  readonly pods: readonly string[];
  /** Whether they do not run. */
  readonly areIdle: boolean;
  /** The greatest first; the shares of all parts are 1 together. */
  readonly parts: readonly { readonly words: string; readonly share: number }[];
}

/** A run of a setting, with the summary that is known of it. */
interface JudgedRun {
  readonly input: SimulationInput;
  readonly summary: RunSummary;
}

/**
 * Makes these runs once more, and returns for each figure what the pods that make it spend their time with:
 * in each run those of its own rank. undefined for a figure that has no such pods; all of it undefined if it
 * was interrupted.
 */
export async function remainingTimes(
  figures: readonly Figure[],
  runs: readonly JudgedRun[],
  options: Pick<SimulateOptions, 'engine'>,
  pauses: Pauses,
  onRun: () => void,
): Promise<readonly (RemainingTime | undefined)[] | undefined> {
  const ofRuns: (readonly FigurePod[])[][] = [];
  for (const { input, summary } of runs) {
    const reader = new PodPathsReader();
    const { at, reason } = await simulateParts(input, options, pauses, (part) =>
      reader.begin(traceHeader(part)),
    );
    if (reason === 'interrupted') return undefined;
    const paths = reader.finish(at);
    ofRuns.push(figures.map((figure) => figurePods(figure, summary, paths)));
    onRun();
  }
  return figures.map((figure, at) =>
    remainingTime(
      figure,
      ofRuns.flatMap((ofRun) => ofRun[at] ?? []),
    ),
  );
}

function remainingTime({ pods: of }: Figure, pods: readonly FigurePod[]): RemainingTime | undefined {
  if (pods.length === 0) return undefined;
  const micros = new Map<string, number>();
  let all = 0;
  for (const [name, took] of pods.flatMap(({ links }) => [...links])) {
    if (typeof of === 'object' && !counts(of, name)) continue;
    const words = name === 'running' ? 'init containers that run' : linkWords(name);
    micros.set(words, (micros.get(words) ?? 0) + took);
    all += took;
  }
  return {
    pods: [...new Set(pods.map(({ pod }) => pod))],
    areIdle: pods.some(({ isIdle }) => isIdle),
    parts: [...micros].sort(([, a], [, b]) => b - a).map(([words, took]) => ({ words, share: took / all })),
  };
}

/**
 * The SLI is without pulls and init containers. As a pull that fails leaves its session open, what follows it
 * is left out too.
 */
function counts({ time }: PodTimes, name: LinkName): boolean {
  return time !== 'sliMs' || !(leftOutOfSli.has(name) || isPulling(name as PhaseName));
}

const leftOutOfSli: ReadonlySet<LinkName> = new Set([
  'waitingForSlot',
  'backingOff',
  'waitingForSync',
  'running',
]);
