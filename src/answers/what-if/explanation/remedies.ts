import type { RunRequest } from '../../../inputs/run-request.ts';
import type { PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { type Pauses, simulateWithPauses } from '../../../run/simulation/simulate.ts';
import type { PodRef } from '../../../trace/observation.ts';
import { inputOfDraw } from '../runs/drawn-sizes.ts';
import { partOfPod } from './container-name.ts';
import { type CounterfactualChange, changedBy } from './counterfactual-changes.ts';
import {
  type AskedRun,
  type Counterfactual,
  counterfactual,
  counterfactuals,
  type Explained,
  isThere,
  noRun,
} from './counterfactuals.ts';
import { explainRecords } from './explain.ts';

/** A change that makes a container run earlier, or at all, under each of the seeds: it has been run. */
export interface Remedy extends Counterfactual {
  /** The request of the run with the change. */
  readonly settings: RunRequest;
  /** What is set in the kubelet's or the runtime's configuration, `serializeImagePulls=false`; absent: nothing is. */
  readonly set?: string;
  /** The least and the greatest gain of the seeds; absent if the container runs only with the change. */
  readonly earlierOverSeeds?: { readonly minMs: number; readonly maxMs: number };
}

/** What one reads at a glance. */
const remediesMax = 3;

/** A gain that only some seeds have is luck: so many more are run, each held against its own run without it. */
export const furtherSeeds = 2;

/** A change that gains a smaller share of the container's time, or of what the best one gains, helps nobody. */
const shareMin = 0.01;
const shareOfBestMin = 0.05;

/**
 * What one may do at once stands before what takes a new image or machine, and both before what is not in one's
 * hands. Of a kind there are at most so many, so that the three are not all images.
 */
const kinds: Readonly<Record<CounterfactualChange['of'], { readonly place: number; readonly max: number }>> =
  {
    setting: { place: 0, max: 2 },
    image: { place: 1, max: 2 },
    machine: { place: 1, max: 2 },
    cause: { place: 2, max: 1 },
  };

/**
 * Runs the container's part of the input once for each thing that may have made it wait, and returns what
 * helps under each of the seeds: settings first, then the greatest gain. undefined after an interruption, or where
 * there is no such container.
 */
export async function remediesFor(
  run: AskedRun,
  pod: Pick<PodRef, 'namespace' | 'name'>,
  container: string,
  pauses: Pauses,
): Promise<readonly Remedy[] | undefined> {
  const explained = await explainedRun(run, pod, container, pauses);
  if (explained === undefined) return undefined;
  const { found, changes, isWhole } = await counterfactuals(run, explained, pauses, () => {});
  if (!isWhole) return undefined;
  const helps = found.filter((one) => isWorthIt(explained.path, one));
  const best = helps[0]?.earlierMs ?? 0;
  const placeOf = (one: Counterfactual) => kinds[changes.get(one)?.of ?? 'cause'].place;
  const ranked = withoutWider(helps, changes)
    .filter(({ earlierMs }) => earlierMs === null || earlierMs >= best * shareOfBestMin)
    // A stable sort: within a place they stay by their gain.
    .sort((a, b) => placeOf(a) - placeOf(b));
  const others = ranked.length === 0 ? [] : await runsOfSeeds(run, pod, container, pauses);
  const remedies: Remedy[] = [];
  const told = new Map<CounterfactualChange['of'], number>();
  for (const one of ranked) {
    const change = changes.get(one);
    if (change === undefined || remedies.length >= remediesMax) break;
    if ((told.get(change.of) ?? 0) >= kinds[change.of].max) continue;
    const gains = await gainsOf(change, others, pauses);
    if (gains === 'interrupted') return undefined;
    if (gains === undefined) continue;
    told.set(change.of, (told.get(change.of) ?? 0) + 1);
    const settings = changedBy(run.request, change.change);
    const all = [one.earlierMs ?? 0, ...gains];
    remedies.push({
      ...one,
      settings,
      ...setOf(change),
      ...(one.earlierMs === null ? {} : { earlierOverSeeds: { minMs: smallest(all), maxMs: largest(all) } }),
    });
  }
  return remedies;
}

function setOf({ change: { set = [], runtimeConfig = [] }, of }: CounterfactualChange): Pick<Remedy, 'set'> {
  const all = [...set, ...runtimeConfig];
  return of !== 'setting' || all.length === 0 ? {} : { set: all.join(' ') };
}

/** A run with another seed, and how the container came to run in it. */
interface SeededRun {
  readonly run: AskedRun;
  readonly explained: Explained;
}

async function explainedRun(
  { input, engine }: AskedRun,
  pod: Pick<PodRef, 'namespace' | 'name'>,
  container: string,
  pauses: Pauses,
): Promise<Explained | undefined> {
  const base = await simulateWithPauses(partOfPod(input, pod), { engine }, pauses).catch(noRun);
  if (base === undefined || base.end.reason === 'interrupted') return undefined;
  const explained = explainRecords(base.records, `${pod.namespace}/${pod.name}/${container}`);
  return 'path' in explained ? explained : undefined;
}

/** Returns the further seeds' runs; a seed in which the container is not there, or a run stops, tells nothing. */
async function runsOfSeeds(
  run: AskedRun,
  pod: Pick<PodRef, 'namespace' | 'name'>,
  container: string,
  pauses: Pauses,
): Promise<SeededRun[]> {
  const runs: SeededRun[] = [];
  for (let further = 1; further <= furtherSeeds; further += 1) {
    const seeded = { ...run, input: inputOfDraw(run, run.input.seed + further, 0) };
    const explained = await explainedRun(seeded, pod, container, pauses);
    if (explained !== undefined) runs.push({ run: seeded, explained });
  }
  return runs;
}

/** Returns what a change gains under the further seeds; undefined if it does not help under each of them. */
async function gainsOf(
  change: CounterfactualChange,
  others: readonly SeededRun[],
  pauses: Pauses,
): Promise<readonly number[] | 'interrupted' | undefined> {
  const gains: number[] = [];
  for (const { run, explained } of others) {
    const one = await counterfactual(run, explained, change, pauses);
    if (one === 'interrupted') return one;
    if (one === undefined || !isWorthIt(explained.path, one)) return undefined;
    if (one.earlierMs !== null) gains.push(one.earlierMs);
  }
  return gains;
}

/** Whether a container that ran does so earlier, or one that did not run does. */
function isWorthIt({ reached, tookMs }: PathExplanation, one: Counterfactual): boolean {
  return isThere(reached)
    ? one.earlierMs !== null && one.earlierMs >= tookMs * shareMin
    : isThere(one.reached);
}

/** Leaves out "every image" where one image alone gains nearly as much. */
function withoutWider(
  found: readonly Counterfactual[],
  changes: ReadonlyMap<Counterfactual, { readonly change: RunRequest }>,
): readonly Counterfactual[] {
  const imagesOf = (one: Counterfactual) => changes.get(one)?.change.presentImages ?? [];
  const ofOne = found.filter((one) => imagesOf(one).some((image) => image !== '*'));
  return found.filter(
    (one) =>
      !imagesOf(one).includes('*') ||
      !ofOne.some(({ earlierMs }) => (earlierMs ?? Infinity) >= 0.95 * (one.earlierMs ?? Infinity)),
  );
}
