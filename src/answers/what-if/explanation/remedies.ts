import type { RunRequest } from '../../../inputs/run-request.ts';
import { type Pauses, simulateWithPauses } from '../../../run/simulation/simulate.ts';
import type { PodRef } from '../../../trace/observation.ts';
import { partOfPod } from './container-name.ts';
import { changedBy } from './counterfactual-changes.ts';
import { type AskedRun, type Counterfactual, counterfactuals, isThere, noRun } from './counterfactuals.ts';
import { explainRecords } from './explain.ts';

/** A change that makes a container run earlier, or at all: it has been run. */
export interface Remedy extends Counterfactual {
  /** The request of the run with the change. */
  readonly settings: RunRequest;
}

/** What one reads at a glance. */
const remediesMax = 3;

/** A change that gains a smaller share of the container's time, or of what the best one gains, helps nobody. */
const shareMin = 0.01;
const shareOfBestMin = 0.05;

/**
 * Runs the container's part of the input once for each thing that may have made it wait, and returns what
 * helps most, the greatest gain first; undefined after an interruption, or where there is no such container.
 */
export async function remediesFor(
  run: AskedRun,
  pod: Pick<PodRef, 'namespace' | 'name'>,
  container: string,
  pauses: Pauses,
): Promise<readonly Remedy[] | undefined> {
  const { input, request, engine } = run;
  const base = await simulateWithPauses(partOfPod(input, pod), { engine }, pauses).catch(noRun);
  if (base === undefined || base.end.reason === 'interrupted') return undefined;
  const explained = explainRecords(base.records, `${pod.namespace}/${pod.name}/${container}`);
  if (!('path' in explained)) return undefined;
  const { found, changes, isWhole } = await counterfactuals(run, explained, pauses, () => {});
  if (!isWhole) return undefined;
  const { reached, tookMs } = explained.path;
  const helps = found.filter(({ reached: became, earlierMs }) =>
    isThere(reached) ? earlierMs !== null && earlierMs >= tookMs * shareMin : isThere(became),
  );
  const best = helps[0]?.earlierMs ?? 0;
  return withoutWider(helps, changes)
    .filter(({ earlierMs }) => earlierMs === null || earlierMs >= best * shareOfBestMin)
    .slice(0, remediesMax)
    .map((one) => ({ ...one, settings: changedBy(request, changes.get(one)?.change ?? {}) }));
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
