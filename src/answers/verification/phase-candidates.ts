import type { Phases } from './guided-chance.ts';
import type { Observation } from './observation.ts';

const second = 1_000_000;

/** From a tick to the first event of the sync that it begins. */
const untilEventMicros = 8_000;

/** Shares of a cycle, so that a few cover it and more lie between those. */
const shares = [0.5, 0.05, 0.75, 0.25, 0.95, 0.4, 0.6, 0.15, 0.85];

/**
 * Returns phases of a node to try: of ticks first those at which syncs were seen to begin, where times are
 * finer than a second. `variation` grows with the tries: syncs that nothing tells of are then spread
 * unevenly.
 */
export function* candidatePhases(
  observations: readonly Observation[],
  countMax: number,
): Generator<{ readonly phases: Phases; readonly variation: number }> {
  const ticks = [...seenTicks(observations), ...shares];
  for (let index = 0; index < countMax; index++) {
    // Every tick with every relist, the likeliest of both first.
    const [tick, relist] = diagonal(index, ticks.length, shares.length);
    yield {
      phases: { tick: ticks[tick] ?? 0, relist: shares[relist] ?? 0 },
      variation: index === 0 ? 0 : (index % 5) / 4,
    };
  }
}

/** Returns the index-th place of a table, diagonal by diagonal, around again when it is used up. */
function diagonal(index: number, rows: number, columns: number): readonly [number, number] {
  let left = index % (rows * columns);
  for (let sum = 0; ; sum++) {
    for (let row = Math.max(0, sum - columns + 1); row <= Math.min(sum, rows - 1); row++) {
      if (left === 0) return [row, sum - row];
      left -= 1;
    }
  }
}

function seenTicks(observations: readonly Observation[]): number[] {
  const begins = observations.filter(
    (observation) =>
      observation.what !== 'arrival' &&
      observation.lowMicros === observation.highMicros &&
      (observation.what === 'call' || /^(?:BackOff|Pulling)$/.test(observation.reason)),
  );
  const bins = new Map<number, number>();
  for (const { lowMicros } of begins) {
    const phase = Math.round(((((lowMicros - untilEventMicros) % second) + second) % second) / 20_000) / 50;
    bins.set(phase, (bins.get(phase) ?? 0) + 1);
  }
  return [...bins]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([phase]) => phase % 1);
}
