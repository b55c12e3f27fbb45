import { VersionedMap } from '../../rules/collections/versioned-map.ts';
import { mixBits, textHash } from '../../rules/values/text-hash.ts';
import { VirtualClock } from '../../run/simulation/virtual-clock.ts';
import { type InstantRule, instantFields, instantsBelow } from './instant-fields.ts';

/**
 * What of a value identifies it: two hashes of everything in it but instants, the instants, and the actors that
 * it refers to. Instants count by how far they are from the present, so they cannot be part of a hash that is
 * kept.
 */
export interface Digest {
  /** How many values there are in it. */
  readonly parts: number;
  readonly high: number;
  readonly low: number;
  readonly instants: readonly Instant[];
  readonly refs: readonly Ref[];
}

/** An instant, and two hashes of its place in the value. */
export interface Instant {
  readonly place: number;
  readonly otherPlace: number;
  readonly atMicros: number;
  /** 0: it is no cycle's. */
  readonly cycleMicros: number;
  readonly onlyAhead: boolean;
}

interface Ref {
  readonly place: number;
  readonly actor: ActorLike;
}

/** Of an actor of the compiled engine what tells it from others. */
export interface ActorLike {
  readonly id: string;
  readonly _parent?: ActorLike | undefined;
  /** 0: not started, 1: running, 2: stopped. */
  readonly _processingStatus?: number;
}

const plain: readonly unknown[] = [Object.prototype, null];

/** Less is looked at again sooner than it is found. */
const partsToKeep = 8;

/** Makes digests of values that never change; of those with many parts each is looked at once. */
export class Digester {
  readonly #byObject = new WeakMap<object, Digest>();
  readonly #texts = new Map<string, number>();
  readonly #paths = new WeakMap<object, number>();

  /** Returns a hash of the ids from the actor's root down to it. */
  pathOf(actor: ActorLike): number {
    let path = this.#paths.get(actor);
    if (path === undefined) {
      const parent = actor._parent === undefined ? 0 : this.pathOf(actor._parent);
      path = joined(parent, this.textOf(actor.id));
      this.#paths.set(actor, path);
    }
    return path;
  }

  /** Returns the hash of a text, which is kept: there are few. */
  textOf(text: string): number {
    let hash = this.#texts.get(text);
    if (hash === undefined) {
      hash = mixBits(textHash(text));
      this.#texts.set(text, hash);
    }
    return hash;
  }

  /** `instantBelow` is the name of a field that holds an instant in this value alone. */
  digestOf(value: object, instantBelow?: string): Digest {
    let digest = this.#byObject.get(value);
    if (digest === undefined) {
      const gathering = new Gathering();
      this.#gather(value, instantBelow, gathering);
      digest = gathering;
      if (gathering.parts >= partsToKeep) this.#byObject.set(value, digest);
    }
    return digest;
  }

  #gather(value: object, instantBelow: string | undefined, into: Gathering): void {
    if (isFifo(value)) {
      const isOfInstants = instantBelow === 'value';
      for (const [place, item] of fifoItems(value).entries())
        if (isOfInstants && typeof item === 'number') into.addInstant(place, item, {});
        else this.#add(place, item, instantBelow, into);
    } else if (isHeap(value)) this.#gatherHeap(value, instantBelow, into);
    else if (Array.isArray(value)) {
      into.add(kindPlace(1), value.length);
      for (let index = 0; index < value.length; index++) this.#add(index, value[index], instantBelow, into);
    } else if (value instanceof Map || value instanceof VersionedMap) {
      for (const [key, item] of value as ReadonlyMap<unknown, unknown>)
        this.#add(this.#keyHash(key), item, instantBelow, into);
    } else if (value instanceof Set) {
      for (const item of value) this.#add(kindPlace(2), item, instantBelow, into);
    } else if (plain.includes(Object.getPrototypeOf(value))) this.#gatherFields(value, instantBelow, into);
    else if (!(value instanceof VirtualClock))
      throw new Error(`no digest of a ${value.constructor.name}: only plain values can be told apart`);
  }

  #gatherFields(value: object, instantBelow: string | undefined, into: Gathering): void {
    for (const key in value) {
      const field = (value as Record<string, unknown>)[key];
      if (field === undefined) continue;
      const rule = key === instantBelow ? {} : instantFields.get(key);
      if (rule !== undefined && typeof field === 'number' && Number.isFinite(field))
        into.addInstant(this.textOf(key), field, rule);
      else this.#add(this.textOf(key), field, instantsBelow.get(key) ?? instantBelow, into);
    }
  }

  /** A heap has the same items in many shapes; of equal ranks the sequence decides. */
  #gatherHeap(heap: HeapLike, instantBelow: string | undefined, into: Gathering): void {
    const branches: HeapLike[] = [];
    const collect = (branch: HeapLike | undefined): void => {
      if (branch === undefined) return;
      branches.push(branch);
      collect(branch.left);
      collect(branch.right);
    };
    collect(heap);
    branches.sort((one, other) => one.rank - other.rank || one.sequence - other.sequence);
    let place = 0;
    for (const [index, { rank, value }] of branches.entries()) {
      place = branches[index - 1]?.rank === rank ? place + 1 : 0;
      if (instantBelow !== 'rank') this.#add(joined(place, this.#hashOf(rank)), value, undefined, into);
      else {
        const [item] = [
          typeof value === 'object' && value !== null ? this.digestOf(value).high : this.#hashOf(value),
        ];
        into.addInstant(joined(place, item), rank, {});
        this.#add(place, value, undefined, into);
      }
    }
  }

  #add(place: number, value: unknown, instantBelow: string | undefined, into: Gathering): void {
    if (typeof value !== 'object' || value === null) {
      if (typeof value !== 'function') into.add(place, this.#hashOf(value));
    } else if (isActor(value)) into.refs.push({ place: joined(place, this.pathOf(value)), actor: value });
    else into.adopt(place, this.digestOf(value, instantBelow));
  }

  #keyHash(key: unknown): number {
    return typeof key === 'object' && key !== null ? this.digestOf(key).high : this.#hashOf(key);
  }

  #hashOf(value: unknown): number {
    return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
      ? mixBits(value ^ 0x5bd1e995)
      : this.textOf(`${typeof value} ${String(value)}`);
  }
}

/** A digest in the making. Its parts are added up, so that their order does not matter. */
class Gathering implements Digest {
  high = 0;
  low = 0;
  /** How much there was to look at. */
  parts = 0;
  readonly instants: Instant[] = [];
  readonly refs: Ref[] = [];

  add(place: number, hash: number): void {
    this.parts++;
    this.high = (this.high + joined(place, hash)) | 0;
    this.low = (this.low + joined(~hash, place)) | 0;
  }

  addInstant(place: number, time: number, rule: InstantRule): void {
    const { microsPerUnit = 1, cycleMicros = 0, onlyAhead = false } = rule;
    const atMicros = Math.round(time * microsPerUnit);
    this.instants.push({ place, otherPlace: ~place, atMicros, cycleMicros, onlyAhead });
  }

  adopt(place: number, { high, low, instants, refs, parts }: Digest): void {
    this.parts += parts;
    this.add(joined(place, high), low);
    // A literal, since there are many.
    for (const { place: where, otherPlace, atMicros, cycleMicros, onlyAhead } of instants)
      this.instants.push({
        place: joined(place, where),
        otherPlace: joined(~place, otherPlace),
        atMicros,
        cycleMicros,
        onlyAhead,
      });
    for (const ref of refs) this.refs.push({ place: joined(place, ref.place), actor: ref.actor });
  }
}

/** Returns by what an instant differs from others, as seen from the present. */
export function ageHash({ atMicros, cycleMicros, onlyAhead }: Instant, nowMicros: number): number {
  const ahead = atMicros - nowMicros;
  if (cycleMicros > 0) return joined(3, ((ahead % cycleMicros) + cycleMicros) % cycleMicros);
  if (onlyAhead && ahead < 0) return 5;
  return joined(ahead, ahead / 2 ** 32);
}

/** Returns one hash of two, in their order. */
export function joined(first: number, second: number): number {
  return mixBits(Math.imul(first, 0x85ebca6b) + Math.imul(second ^ 0x27d4eb2f, 0x9e3779b1));
}

function kindPlace(kind: number): number {
  return mixBits(kind ^ 0x165667b1);
}

interface FifoLike {
  readonly front: Cell | undefined;
  readonly back: Cell | undefined;
}

interface Cell {
  readonly value: unknown;
  readonly next: Cell | undefined;
}

/** A queue has the same items in many shapes. */
function isFifo(value: object): value is FifoLike {
  return 'size' in value && 'front' in value && 'back' in value;
}

function fifoItems({ front, back }: FifoLike): readonly unknown[] {
  const [items, newest]: [unknown[], unknown[]] = [[], []];
  for (let cell = front; cell !== undefined; cell = cell.next) items.push(cell.value);
  for (let cell = back; cell !== undefined; cell = cell.next) newest.push(cell.value);
  return [...items, ...newest.reverse()];
}

interface HeapLike {
  readonly rank: number;
  readonly sequence: number;
  readonly value: unknown;
  readonly left: HeapLike | undefined;
  readonly right: HeapLike | undefined;
}

function isHeap(value: object): value is HeapLike {
  return 'rank' in value && 'sequence' in value && 'depth' in value;
}

function isActor(value: object): value is ActorLike {
  return '_send' in value && 'id' in value;
}
