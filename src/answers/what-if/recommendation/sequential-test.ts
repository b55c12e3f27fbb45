/** A setting meets a target if more than this share of its runs keeps to it. */
export const enoughShare = 0.9;
/**
 * A setting with at least this share is found to meet the target, and one with the other share or less to
 * fail, but for the risk.
 */
const surelyEnoughShare = 0.99;
const surelyTooSmallShare = 0.7;
/** The risk of each of these answers. */
const risk = 0.05;

/**
 * How many seeds a setting is tried with at most, where nothing else is said: enough to be sure of most of
 * them.
 */
export const seedsToRecommend = 100;

const sure = Math.log((1 - risk) / risk);

export type SequentialVerdict = 'meets' | 'border' | 'fails' | 'open';

/**
 * Two of Wald's sequential probability ratio tests side by side, after Sobel and Wald: after each run,
 * whether the answer is sure enough. `meets`: the share of all runs that keep to the target is above 90 %;
 * `fails`: below 90 %; `border`: above 70 % and below 99 %, which is all that so many runs can tell. 31 runs
 * that keep to it, or three that do not, suffice; a mixture takes longer.
 */
export function sequentialVerdict(runsKept: number, runsBroken: number): SequentialVerdict {
  const high = evidence(runsKept, runsBroken, enoughShare, surelyEnoughShare);
  const low = evidence(runsKept, runsBroken, surelyTooSmallShare, enoughShare);
  if (high >= sure) return 'meets';
  if (low <= -sure) return 'fails';
  return high <= -sure && low >= sure ? 'border' : 'open';
}

/** The logarithm of how much more likely these runs are with the greater share than with the smaller one. */
function evidence(runsKept: number, runsBroken: number, smaller: number, greater: number): number {
  return runsKept * Math.log(greater / smaller) + runsBroken * Math.log((1 - greater) / (1 - smaller));
}
