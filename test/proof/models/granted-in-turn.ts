import { expect } from 'vitest';
import type { Replay } from '../../../src/proof/models/exploration/replay-path.ts';

/**
 * A second, deliberately dumb account of slots: who asked is served in the order of asking, as long as a slot
 * is free. Expects that the replayed actor grants at each step exactly to those, and to nobody else.
 */
export function expectGrantedInTurn({ steps }: Pick<Replay, 'steps'>, slotsMax: number): void {
  let held = 0;
  let waiting: string[] = [];
  for (const { sent, said } of steps) {
    const { type, holder } = sent as { readonly type: string; readonly holder?: string };
    if (type === 'SLOT.REQUESTED') waiting.push(holder ?? '');
    if (type === 'SLOT.RELEASED') held = Math.max(0, held - 1);
    if (type === 'SLOT.WITHDRAWN') waiting = waiting.filter((one) => one !== holder);
    const served = waiting.slice(0, Math.max(0, slotsMax - held));
    waiting = waiting.slice(served.length);
    held += served.length;
    expect(said.filter(({ message }) => message.type === 'SLOT.GRANTED').map(({ to }) => to)).toEqual(served);
  }
}
