import type { ActorRecord } from '../../trace/record.ts';
import type { Series } from './series-builder.ts';
import { SeriesBuilder } from './series-builder.ts';

/** Counts the pulls of one node that hold a slot of its kubelet, or wait for one. */
export class SlotCounter {
  readonly #held = new SeriesBuilder(0);
  readonly #awaited = new SeriesBuilder(0);
  readonly #pulls = new Map<string, 'waiting' | 'pulling'>();
  #waiting = 0;
  #pulling = 0;

  note(record: ActorRecord): void {
    if (record.type === 'pull') {
      const { state } = record;
      this.#set(record.actor, state === 'waiting' || state === 'pulling' ? state : undefined, record.at);
    } else if (record.type === 'node' && (record.state === 'kubeletRestarted' || record.state === 'rebooting')) {
      // A kubelet takes its slots with it.
      for (const actor of [...this.#pulls.keys()]) this.#set(actor, undefined, record.at);
    }
  }

  finish(): { readonly slotsInUse: Series; readonly slotsWaiting: Series } {
    return { slotsInUse: this.#held.finish(), slotsWaiting: this.#awaited.finish() };
  }

  #set(actor: string, state: 'waiting' | 'pulling' | undefined, atMs: number): void {
    const before = this.#pulls.get(actor);
    if (before === state) return;
    if (before === 'waiting') this.#waiting -= 1;
    if (before === 'pulling') this.#pulling -= 1;
    if (state === 'waiting') this.#waiting += 1;
    if (state === 'pulling') this.#pulling += 1;
    if (state === undefined) this.#pulls.delete(actor);
    else this.#pulls.set(actor, state);
    this.#held.set(atMs, this.#pulling);
    this.#awaited.set(atMs, this.#waiting);
  }
}
