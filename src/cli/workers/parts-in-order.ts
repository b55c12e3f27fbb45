import type { PartEnd } from '../../simulation/part-run.ts';
import type { PartListener } from '../../simulation/simulate.ts';
import type { ActorRecord } from '../../trace/record.ts';
import type { PartBatch } from './run-task.ts';

/** Gives what parts tell, which comes from threads side by side, to listeners in the order of the parts. */
export class PartsInOrder {
  readonly #listenTo: (part: number) => PartListener;
  /** Of parts whose turn has not come. */
  readonly #waiting = new Map<number, Omit<PartBatch, 'index'>[]>();
  #turn = 0;
  #listener: PartListener | undefined;

  constructor(listenTo: (part: number) => PartListener) {
    this.#listenTo = listenTo;
  }

  add(part: number, told: Omit<PartBatch, 'index'>): void {
    if (part !== this.#turn) {
      const waiting = this.#waiting.get(part);
      if (waiting === undefined) this.#waiting.set(part, [told]);
      else waiting.push(told);
      return;
    }
    this.#tell(told);
    while (this.#listener === undefined) {
      const waiting = this.#waiting.get(this.#turn);
      if (waiting === undefined) return;
      this.#waiting.delete(this.#turn);
      for (const next of waiting) this.#tell(next);
    }
  }

  #tell({ batch, end }: { readonly batch: string; readonly end?: PartEnd }): void {
    this.#listener ??= this.#listenTo(this.#turn);
    for (const record of JSON.parse(batch) as ActorRecord[]) this.#listener.note(record);
    if (end === undefined) return;
    this.#listener.end?.(end);
    this.#listener = undefined;
    this.#turn += 1;
  }
}
