import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { RunView } from '../run-view/run-view.ts';
import { durationText } from '../text/quantity-text.ts';
import type { Markup } from './markup.ts';
import { pageTable } from './page-table.ts';

interface FailureCount {
  readonly image: string;
  readonly reason: string;
  readonly error: string;
  count: number;
  firstMs: number;
  lastMs: number;
  readonly rows: Set<number>;
}

/** Returns failed pulls by image and error, the most frequent first; undefined if none failed. */
export function failuresTable({ rows }: RunView): Markup | undefined {
  const counts = new Map<string, FailureCount>();
  for (const [index, { image, failures }] of rows.entries()) {
    for (const { atMs, reason, error } of failures) {
      const key = JSON.stringify([image, reason, error]);
      const known = getOrInsert(counts, key, () => ({
        image,
        reason,
        error,
        count: 0,
        firstMs: atMs,
        lastMs: atMs,
        rows: new Set<number>(),
      }));
      known.count += 1;
      known.firstMs = Math.min(known.firstMs, atMs);
      known.lastMs = Math.max(known.lastMs, atMs);
      known.rows.add(index);
    }
  }
  if (counts.size === 0) return undefined;
  const lines = [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ image, reason, error, count, rows: of, firstMs, lastMs }) => [
      image,
      reason,
      String(count),
      String(of.size),
      durationText(firstMs),
      durationText(lastMs),
      error,
    ]);
  return pageTable(
    'Failed pulls, the most frequent first',
    [
      { title: 'image', look: 'name' },
      { title: 'reason', look: 'text' },
      { title: 'times', look: 'number' },
      { title: 'containers', look: 'number' },
      { title: 'first at', look: 'number' },
      { title: 'last at', look: 'number' },
      { title: 'error', look: 'long' },
    ],
    lines,
    100,
  );
}
