import { reckonedSeconds } from '../../../answers/certainty/size-draws.ts';
import { roughTimeText } from '../../../answers/what-if/runs/time-left.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

/** A shorter run needs no notice before it begins. */
const longSeconds = 60;

/** How often an input is run; `isMost`: perhaps less often. */
interface Runs {
  readonly count: number;
  readonly noun: 'seed' | 'run';
  readonly isMost?: boolean;
}

/**
 * Returns how long an input will take on so many threads, and why, if it is more than a minute; undefined
 * otherwise.
 */
export function expectedTimeText(
  input: SimulationInput,
  { count, noun, isMost = false }: Runs,
  workers: number,
): string | undefined {
  const { pods, nodes, horizonMicros } = input;
  const times = count === 1 ? '' : `, ${isMost ? 'at most ' : ''}${count} ${noun}s`;
  const settling = (count * reckonedSeconds(input, 0)) / workers;
  if (settling > longSeconds)
    return `${countText(pods.length, 'pod')}${times}: expect ${isMost ? 'at most' : 'about'} ${roughTimeText(settling * 1000)}; fewer pods${count === 1 ? '' : ` or ${noun}s`} or a shorter --for take less; -q hides this`;
  const most = (count * reckonedSeconds(input, horizonMicros / 1e6)) / workers;
  if (most <= longSeconds) return undefined;
  return `${durationText(horizonMicros / 1000)} of ${countText(nodes.length, 'node')}${times}: expect up to about ${roughTimeText(most * 1000)} where a pod never settles; a shorter --for takes less; -q hides this`;
}
