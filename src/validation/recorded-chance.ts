import type { Dice, DrawRequested } from '../../machines/dice.ts';
import { createListener } from '../simulation/listener.ts';
import type { RandomStreams } from '../simulation/random-streams.ts';
import { drawsForOrder } from './draws-for-order.ts';
import type { RecordedRun } from './recorded-run.ts';
import { requestedLayers } from './requested-layers.ts';

/**
 * Returns dice that give a pull the order of layers that it had in the recorded run. All other numbers, and all of them
 * where no run is given, come from the streams.
 */
export function recordedChance(streams: RandomStreams, run: RecordedRun | undefined): Dice {
  return createListener<DrawRequested>('dice', ({ requester, stream, count }) => {
    const pull = stream.slice(stream.lastIndexOf('/') + 1);
    const order = run === undefined ? [] : requestedLayers(run, pull);
    const values = order.length === count + 1 ? drawsForOrder(placesOf(order)) : Array.from({ length: count }, () => streams.draw(stream));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}

/** Layers 5, 1, 3 are the places 2, 0, 1 of those that are missing. */
function placesOf(layers: readonly number[]): readonly number[] {
  const sorted = layers.toSorted((left, right) => left - right);
  return layers.map((layer) => sorted.indexOf(layer));
}
