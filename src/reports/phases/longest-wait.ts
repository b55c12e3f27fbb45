import type { Parsed } from '../../trace/record.ts';
import type { longestWait as longest } from '../json/run-summary.ts';
import { CauseIndex } from '../run-view/cause-index.ts';
import type { RecordedCauses } from '../run-view/recorded-causes.ts';
import { podRows, type RunRow } from '../run-view/run-rows.ts';
import { runtimeLimitOf } from '../run-view/runtime-limit.ts';
import { nameOf, whyPhrase } from '../run-view/why-phrase.ts';
import { visibleText } from '../text/visible-text.ts';
import { isWaiting, type Phase } from './container-phases.ts';
import type { PodPhases } from './pod-phases.ts';

/** The longest single phase in which any container waited. The sentence has no control characters. */
export type LongestWait = Parsed<typeof longest>;

/**
 * Returns the longest single phase in which any container waited, with a sentence that names its cause;
 * undefined if none waited. A container that waits for its turn waits for another container's phase, so that
 * phase is told instead. Among equal ones the first counts, in order of the pods' arrival. `arrivedMs` is the
 * arrival of its pod. With `among`, only the containers of the pods with these UIDs count, while causes come
 * from all.
 */
export function longestWait(
  recorded: RecordedCauses,
  pods: readonly PodPhases[],
  among?: ReadonlySet<string>,
): (LongestWait & { readonly arrivedMs: number }) | undefined {
  let longest: { readonly row: RunRow; readonly phase: Phase } | undefined;
  let longestMs = 0;
  const rows = podRows(pods);
  for (const row of rows) {
    if (among?.has(row.container.pod.uid) === false) continue;
    for (const phase of row.container.phases) {
      if (
        !isWaiting(phase.phase) ||
        phase.phase === 'waitingToStart' ||
        phase.toMs - phase.fromMs <= longestMs
      )
        continue;
      longest = { row, phase };
      longestMs = phase.toMs - phase.fromMs;
    }
  }
  if (longest === undefined) return undefined;
  const { row, phase } = longest;
  const { because } = phase;
  const container = nameOf(row.container);
  const causes = new CauseIndex(recorded, rows);
  const why = whyPhrase(causes, row, phase);
  const limit = runtimeLimitOf(causes, row, phase);
  return {
    arrivedMs: row.arrivedMs,
    container,
    phase: phase.phase,
    fromMs: phase.fromMs,
    toMs: phase.toMs,
    sentence: visibleText(`${container} ${why}${limit === undefined ? '' : `; ${limit}`}`),
    ...(because === undefined ? {} : { because }),
  };
}
