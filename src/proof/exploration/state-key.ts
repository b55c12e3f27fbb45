import type { QueueEntry } from '../../run/simulation/event-queue.ts';
import type { PartRun } from '../../run/simulation/part-run.ts';
import { type ActorLike, ageHash, Digester, joined } from './digest.ts';

/** An actor of the compiled engine, between two entries of the queue. */
interface LiveActor extends ActorLike {
  readonly context: object | undefined;
  readonly leaf: { readonly node: { readonly id: string } } | undefined;
  readonly children: ReadonlyMap<string, LiveActor> | undefined;
}

/**
 * Computes by what states of a run are told apart: path, leaf and context of each actor, what waits in the queue,
 * and what completion goes by, with all times as seen from the present. Two moments with equal keys go on in the
 * same way, except for 53 bits of chance.
 */
export class StateKeys {
  readonly #digester = new Digester();
  readonly #run: PartRun;
  #high = 0;
  #low = 0;
  #nowMicros = 0;

  /** The run keeps a history: otherwise contexts are changed in place. */
  constructor(run: PartRun) {
    this.#run = run;
  }

  /** Returns the key of the present, with what else belongs to the state. */
  key(budget: number, others: readonly unknown[]): number {
    const { world, kernel, nowMicros, completion } = this.#run;
    this.#high = 0;
    this.#low = 0;
    this.#nowMicros = nowMicros;
    for (const root of world.roots) this.#addActor(root as unknown as LiveActor);
    this.#addQueue(kernel.waiting);
    this.#addValue(1, completion.save());
    this.#add(2, budget);
    for (const [index, other] of others.entries())
      if (typeof other === 'object' && other !== null) this.#addValue(index + 3, other);
      else this.#add(index + 3, this.#digester.textOf(String(other)));
    return (this.#high >>> 0) * 2 ** 21 + (this.#low >>> 11);
  }

  #addActor(actor: LiveActor): void {
    const path = this.#digester.pathOf(actor);
    const leaf = actor.leaf === undefined ? 0 : this.#digester.textOf(actor.leaf.node.id);
    this.#add(joined(path, leaf), actor._processingStatus ?? 0);
    if (actor.context !== undefined) this.#addValue(path, actor.context);
    if (actor.children !== undefined) for (const child of actor.children.values()) this.#addActor(child);
  }

  /** Equal messages of one instant keep their order, so each counts with its place among them. */
  #addQueue(entries: readonly QueueEntry[]): void {
    for (const [index, { atMicros, content }] of entries.entries()) {
      const left = joined(0x51ed270b, atMicros - this.#nowMicros);
      if (content === undefined || typeof content === 'string') {
        this.#add(left, this.#digester.textOf(content ?? ''));
        continue;
      }
      const channel = this.#channelOf(content);
      let rank = 0;
      for (let earlier = index - 1; entries[earlier]?.atMicros === atMicros; earlier--) {
        const other = entries[earlier]?.content;
        if (typeof other === 'object' && this.#channelOf(other) === channel) rank++;
      }
      this.#addValue(joined(joined(left, channel), rank), content.event);
    }
  }

  #channelOf({ source, target, event }: Extract<QueueEntry['content'], object>): number {
    const sender = this.#digester.pathOf(source as ActorLike);
    const receiver = this.#digester.pathOf(target as ActorLike);
    return joined(joined(sender, receiver), this.#digester.textOf(event.type));
  }

  #addValue(place: number, value: object): void {
    const { high, low, instants, refs } = this.#digester.digestOf(value);
    this.#add(joined(place, high), low);
    for (const instant of instants) {
      const age = ageHash(instant, this.#nowMicros);
      this.#add(joined(joined(place, instant.place), age), joined(instant.otherPlace, age));
    }
    for (const { place: where, actor } of refs)
      this.#add(joined(place, where), actor._processingStatus === 2 ? 2 : 1);
  }

  #add(first: number, second: number): void {
    this.#high = (this.#high + joined(first, second)) | 0;
    this.#low = (this.#low + joined(~second, first)) | 0;
  }
}
