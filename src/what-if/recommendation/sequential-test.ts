/** A setting meets a target if at least this share of its runs keeps to it, and does not if at most the other share does. */
export const enoughShare = 0.95;
const tooSmallShare = 0.7;
/** The risk of a wrong answer, either way, for shares outside of the two. */
const risk = 0.05;

const upper = Math.log((1 - risk) / risk);
const kept = Math.log(enoughShare / tooSmallShare);
const broken = Math.log((1 - enoughShare) / (1 - tooSmallShare));

export type SequentialVerdict = 'meets' | 'fails' | 'open';

/**
 * Wald's sequential probability ratio test: after each run, whether the answer is sure enough. Ten runs that keep to the target, or two that
 * do not, suffice; a mixture takes longer.
 */
export function sequentialVerdict(runsKept: number, runsBroken: number): SequentialVerdict {
  const ratio = runsKept * kept + runsBroken * broken;
  return ratio >= upper ? 'meets' : ratio <= -upper ? 'fails' : 'open';
}
