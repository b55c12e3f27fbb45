import type { Clock } from '../../machines/clock.ts';
import type { Dice, DrawRequested } from '../../machines/dice.ts';
import { createListener } from '../simulation/listener.ts';
import type { RandomStreams } from '../simulation/random-streams.ts';
import { drawsForOrder } from './draws-for-order.ts';
import type { RecordedRun } from './recorded-run.ts';
import { requestedLayers } from './requested-layers.ts';

/** A pull that is cancelled ends so much later at most; checks of its progress are at least twice as far apart. */
const cancelMs = 250;

/**
 * Returns dice that let a pull have the order of layers, and its end at a check that comes exactly at the timeout, that it had in
 * the recorded run. All other numbers, and all of them where no run is given, come from the streams.
 */
export function recordedChance(streams: RandomStreams, clock: Clock, run: RecordedRun | undefined): Dice {
  return createListener<DrawRequested>('dice', ({ requester, stream, count }) => {
    const recorded = run === undefined ? undefined : recordedDraws(run, stream.split('/').slice(-2), clock.nowMicros() / 1_000);
    const values = recorded?.length === count ? recorded : Array.from({ length: count }, () => streams.draw(stream));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}

/** The draws of `p0`, or of its watch, `p0/progress`. */
function recordedDraws(run: RecordedRun, [before = '', last = '']: readonly string[], nowMs: number): readonly number[] | undefined {
  if (last !== 'progress') return drawsForOrder(placesOf(requestedLayers(run, last)));
  const end = run.events.find((event) => event.ev === 'pull.end' && event.pull === before);
  return end === undefined ? undefined : [end.ms <= nowMs + cancelMs ? 0 : 1 - Number.EPSILON];
}

/** Layers 5, 1, 3 are the places 2, 0, 1 of those that are missing. */
function placesOf(layers: readonly number[]): readonly number[] {
  const sorted = layers.toSorted((left, right) => left - right);
  return layers.map((layer) => sorted.indexOf(layer));
}
