import type { Clock } from '../../machines/world/clock.ts';
import type { DrawRequested, RandomSource } from '../../machines/world/random-source.ts';
import type { RandomStreams } from '../../src/run/simulation/random-streams.ts';
import { createListener } from '../../src/run/simulation/root-actors.ts';
import { drawsForOrder } from './draws-for-order.ts';
import type { RecordedRun } from './recorded-run.ts';
import { requestedLayers } from './requested-layers.ts';

const latest = 1 - Number.EPSILON;

/**
 * A pull that is cancelled ends so much later at most; checks of its progress are at least twice as far
 * apart.
 */
const cancelMs = 250;

/**
 * Returns a random source that lets a pull have the order of layers, and its end at a check that comes
 * exactly at the timeout, that it had in the recorded run, and let garbage be collected before or after the
 * next pull as it was there. All other numbers, and all of them where no run is given, come from the streams.
 */
export function recordedChance(
  streams: RandomStreams,
  clock: Clock,
  run: RecordedRun | undefined,
): RandomSource {
  return createListener<DrawRequested>('random', ({ requester, stream, count }) => {
    const known =
      run === undefined
        ? []
        : recordedDraws(run, stream.split('/').slice(-2), count, clock.nowMicros() / 1_000);
    const values = known.length === count ? known : Array.from({ length: count }, () => streams.draw(stream));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}

/** What the draws of `p0`, of its watch, `p0/progress`, or of the content store may have been. */
function recordedDraws(
  run: RecordedRun,
  [before = '', last = '']: readonly string[],
  count: number,
  nowMs: number,
): readonly number[] {
  if (last === 'content') return [findsLeftovers(run, nowMs) ? latest : 0];
  // Layers that were there already come last.
  if (last !== 'progress') return drawsForOrder(placesOf(requestedLayers(run, last).slice(0, count + 1)));
  const end = run.events.find((event) => event.ev === 'pull.end' && event.pull === before);
  return end === undefined ? [] : [end.ms <= nowMs + cancelMs ? 0 : latest];
}

/**
 * Whether the next pull, which may begin in the very moment in which this one ended, went on with layers
 * where that was. The replay may be as much later than the recording as times may differ.
 */
function findsLeftovers(run: RecordedRun, nowMs: number): boolean {
  const next = run.events.find(
    (event) => event.ev === 'pull.start' && event.pull.endsWith("'") && event.ms >= nowMs * (1 - driftShare),
  );
  return (
    next !== undefined &&
    run.events.some((event) => event.ev === 'http' && event.range !== undefined && event.ms > next.ms)
  );
}

const driftShare = 0.1;

/** Layers 5, 1, 3 are the places 2, 0, 1 of those that are missing. */
function placesOf(layers: readonly number[]): readonly number[] {
  const sorted = layers.toSorted((left, right) => left - right);
  return layers.map((layer) => sorted.indexOf(layer));
}
