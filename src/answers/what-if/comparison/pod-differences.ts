import type { PodTime } from '../../../reports/summary/summary-reader.ts';
import { meanOf, type PairedBootstrap } from '../statistics/paired-bootstrap.ts';

/**
 * How much sooner or later a pod came to run, as a mean over the seeds in which it did under both variants.
 */
export interface PodDifference {
  readonly pod: string;
  /** After − before, in ms; null if it ran under one of them only. */
  readonly differenceMs: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** The pods that a change moves, those that gain or lose most first. */
export interface PodDifferences {
  readonly sooner: readonly PodDifference[];
  readonly later: readonly PodDifference[];
  /** Those that run in more of the runs than before, and in fewer of them. */
  readonly onlyAfter: readonly PodDifference[];
  readonly onlyBefore: readonly PodDifference[];
  /** How many pods run, or do not, at the same time in every run. */
  readonly same: number;
  /** Of how many others no difference is shown. */
  readonly notShown: number;
}

type Times = readonly (readonly PodTime[])[];

/**
 * Returns the pods that win and lose by a change. The runs of both variants have the same seeds in the same
 * order.
 */
export function podDifferences(before: Times, after: Times, bootstrap: PairedBootstrap): PodDifferences {
  const [was, is] = [timesByPod(before), timesByPod(after)];
  const all = {
    sooner: [] as PodDifference[],
    later: [] as PodDifference[],
    onlyAfter: [] as PodDifference[],
    onlyBefore: [] as PodDifference[],
  };
  let [same, notShown] = [0, 0];
  for (const pod of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(pod) ?? [], is.get(pod) ?? []];
    const differences = now.flatMap((time, seed) => {
      const other = old[seed];
      return other === undefined || time === undefined ? [] : [time - other];
    });
    const [ranBefore, ranAfter] = [old, now].map(
      (times) => times.filter((time) => time !== undefined).length,
    );
    if (differences.length === 0) {
      const one = { pod, differenceMs: null, interval: null };
      if ((ranAfter ?? 0) > (ranBefore ?? 0)) all.onlyAfter.push(one);
      else if ((ranAfter ?? 0) < (ranBefore ?? 0)) all.onlyBefore.push(one);
      else same++;
      continue;
    }
    if (ranBefore === ranAfter && differences.every((difference) => difference === 0)) {
      same++;
      continue;
    }
    const found = bootstrap.interval(differences);
    const one = {
      pod,
      differenceMs: meanOf(differences),
      interval: found === undefined ? null : { low: found.low, high: found.high },
    };
    if (found !== undefined && found.high < 0) all.sooner.push(one);
    else if (found !== undefined && found.low > 0) all.later.push(one);
    else notShown++;
  }
  const byGain = (a: PodDifference, b: PodDifference) =>
    Math.abs(b.differenceMs ?? 0) - Math.abs(a.differenceMs ?? 0) || (a.pod < b.pod ? -1 : 1);
  for (const pods of Object.values(all)) pods.sort(byGain);
  return { ...all, same, notShown };
}

/**
 * Returns each pod's times by the index of the seed. Of pods that have one name after another, the first
 * counts.
 */
function timesByPod(runs: Times): ReadonlyMap<string, readonly (number | undefined)[]> {
  const times = new Map<string, (number | undefined)[]>();
  for (const [seed, pods] of runs.entries()) {
    for (const { pod, timeToRunningMs } of pods) {
      let own = times.get(pod);
      if (own === undefined) {
        own = new Array<number | undefined>(runs.length).fill(undefined);
        times.set(pod, own);
      }
      own[seed] ??= timeToRunningMs ?? undefined;
    }
  }
  return times;
}
