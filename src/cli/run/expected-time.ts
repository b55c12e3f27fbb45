import { reckonedSeconds } from '../../certainty/size-draws.ts';
import type { SimulationInput } from '../../input/model.ts';
import { countText, durationText } from '../../report/text/quantity-text.ts';
import { roughTimeText } from '../../what-if/runs/time-left.ts';

/** A shorter run needs no notice before it begins. */
const longSeconds = 60;

/** Returns how long an input will take on so many threads, and why, if it is more than a minute; undefined otherwise. */
export function expectedTimeText(input: SimulationInput, seeds: number, workers: number): string | undefined {
  const { pods, nodes, horizonMicros } = input;
  const times = seeds === 1 ? '' : `, ${seeds} seeds`;
  const settling = (seeds * reckonedSeconds(input, 0)) / workers;
  if (settling > longSeconds)
    return `${countText(pods.length, 'pod')}${times}: expect about ${roughTimeText(settling * 1000)}; fewer pods${seeds === 1 ? '' : ' or seeds'} or a shorter --for take less; -q hides this`;
  const most = (seeds * reckonedSeconds(input, horizonMicros / 1e6)) / workers;
  if (most <= longSeconds) return undefined;
  return `${durationText(horizonMicros / 1000)} of ${countText(nodes.length, 'node')}${times}: expect up to about ${roughTimeText(most * 1000)} where a pod never settles; a shorter --for takes less; -q hides this`;
}
