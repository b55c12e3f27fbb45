import type { QueueEntry } from '../../run/simulation/event-queue.ts';
import type { PartRun } from '../../run/simulation/part-run.ts';
import { type ActorLike, ageHash, type Digest, Digester, joined } from './digest.ts';

/** An actor of the compiled engine, between two entries of the queue. */
interface LiveActor extends ActorLike {
  readonly context: object | undefined;
  readonly leaf: { readonly node: { readonly id: string } } | undefined;
  readonly children: ReadonlyMap<string, LiveActor> | undefined;
}

/** An actor as it was when it was looked at last, and what of that does not depend on the present. */
interface SeenActor extends Pick<LiveActor, 'context' | 'leaf'> {
  readonly path: number;
  readonly place: number;
  readonly digest: Digest | undefined;
}

/** Of an entry of the queue what does not depend on the present: from whom to whom it goes, and what it is. */
interface SeenEntry {
  readonly channel: number;
  readonly digest: Digest | undefined;
}

/**
 * Computes by what states of a run are told apart: path, leaf and context of each actor, what waits in the queue,
 * and what completion goes by, with all times as seen from the present. Two moments with equal keys go on in the
 * same way, except for 53 bits of chance.
 */
export class StateKeys {
  readonly #digester = new Digester();
  readonly #run: PartRun;
  readonly #actors = new WeakMap<LiveActor, SeenActor>();
  readonly #entries = new WeakMap<QueueEntry, SeenEntry>();
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
    let seen = this.#actors.get(actor);
    if (seen === undefined || seen.context !== actor.context || seen.leaf !== actor.leaf) {
      seen = this.#look(actor);
      this.#actors.set(actor, seen);
    }
    this.#add(seen.place, actor._processingStatus ?? 0);
    if (seen.digest !== undefined) this.#addDigest(seen.path, seen.digest);
    if (actor.children !== undefined) for (const child of actor.children.values()) this.#addActor(child);
  }

  #look(actor: LiveActor): SeenActor {
    const { context, leaf } = actor;
    const path = this.#digester.pathOf(actor);
    const place = joined(path, leaf === undefined ? 0 : this.#digester.textOf(leaf.node.id));
    const digest = context === undefined ? undefined : this.#digester.digestOf(context);
    return { context, leaf, path, place, digest };
  }

  /** Equal messages of one instant keep their order, so each counts with its place among them. */
  #addQueue(entries: readonly QueueEntry[]): void {
    for (const [index, entry] of entries.entries()) {
      const { atMicros } = entry;
      const { channel, digest } = this.#seenEntry(entry);
      let rank = 0;
      for (let earlier = index - 1; entries[earlier]?.atMicros === atMicros; earlier--)
        if (this.#seenEntry(entries[earlier] ?? entry).channel === channel) rank++;
      const place = joined(joined(atMicros - this.#nowMicros, channel), rank);
      if (digest === undefined) this.#add(place, channel);
      else this.#addDigest(place, digest);
    }
  }

  #seenEntry(entry: QueueEntry): SeenEntry {
    let seen = this.#entries.get(entry);
    if (seen === undefined) {
      seen = this.#lookAtEntry(entry);
      this.#entries.set(entry, seen);
    }
    return seen;
  }

  #lookAtEntry({ content }: QueueEntry): SeenEntry {
    const digester = this.#digester;
    if (typeof content !== 'object') return { channel: digester.textOf(content ?? ''), digest: undefined };
    const { source, target, event } = content;
    const sender = digester.pathOf(source as ActorLike);
    const receiver = digester.pathOf(target as ActorLike);
    const channel = joined(joined(sender, receiver), digester.textOf(event.type));
    return { channel, digest: digester.digestOf(event) };
  }

  #addValue(place: number, value: object): void {
    this.#addDigest(place, this.#digester.digestOf(value));
  }

  #addDigest(place: number, { high, low, instants, refs }: Digest): void {
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
