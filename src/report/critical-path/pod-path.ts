import type { RunRow } from '../run-view/run-rows.ts';
import { pathSpan } from './critical-path.ts';

/**
 * Returns the container with the longest path, of one pod or of many: one that waits at the end before all that ran, and of equal ones the
 * first. Init containers and image volumes count only if there is nothing else, because they are on the way of the others.
 */
export function longestPath(rows: readonly RunRow[]): RunRow | undefined {
  const main = rows.filter(({ container: { kind } }) => kind === 'container' || kind === 'sidecar');
  let longest: RunRow | undefined;
  let longestMs = -1;
  for (const row of main.length > 0 ? main : rows) {
    const { fromMs, toMs, reached } = pathSpan(row);
    const tookMs = reached === 'ended' ? 0 : reached === 'waiting' ? Number.MAX_SAFE_INTEGER : toMs - fromMs;
    if (tookMs <= longestMs) continue;
    longest = row;
    longestMs = tookMs;
  }
  return longest;
}
