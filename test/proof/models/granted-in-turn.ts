import { expect } from 'vitest';
import type { Replay } from '../../../src/proof/models/exploration/replay-path.ts';

/** What a test knows of the limits of slots. */
interface SlotLimits {
  readonly slotsMax: number;
  /** How many of them the holders of one group may have. */
  readonly ofGroupMax?: number;
  /** Returns the group of a holder. */
  readonly groupOf?: (holder: string) => string;
}

/**
 * A second, deliberately dumb account of slots: who asked is served in the order of asking, as long as a slot
 * is free, and the holder's group may have one more. Expects that the replayed actor grants at each step exactly to
 * those, and to nobody else.
 */
export function expectGrantedInTurn(
  { steps }: Pick<Replay, 'steps'>,
  { slotsMax, ofGroupMax = Infinity, groupOf = () => '' }: SlotLimits,
): void {
  let held: string[] = [];
  let waiting: string[] = [];
  for (const { sent, said } of steps) {
    const { type, holder, image } = sent as Readonly<Record<'type' | 'holder' | 'image', string | undefined>>;
    if (type === 'SLOT.REQUESTED') waiting.push(holder ?? '');
    if (type === 'SLOT.RELEASED') {
      const leaving = image === undefined ? 0 : held.findIndex((one) => groupOf(one) === image);
      held = held.filter((_, index) => index !== leaving);
    }
    if (type === 'SLOT.WITHDRAWN') waiting = waiting.filter((one) => one !== holder);
    const served: string[] = [];
    for (const one of waiting) {
      const ofGroup = held.filter((other) => groupOf(other) === groupOf(one)).length;
      if (held.length >= slotsMax || ofGroup >= ofGroupMax) continue;
      held = [...held, one];
      served.push(one);
    }
    waiting = waiting.filter((one) => !served.includes(one));
    expect(said.filter(({ message }) => message.type === 'SLOT.GRANTED').map(({ to }) => to)).toEqual(served);
  }
}
