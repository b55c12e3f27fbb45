import type { PlainRecord, PlainValue } from '../trace/plain-value.ts';
import { type Collection, itemsOf, tableOf } from './collection.ts';

/** Entries of a list, a table or an object that are written; `… 190 more` stands for the rest. */
export const entriesMax = 20;
/** Levels of lists and objects in one field of an event or context; `…` stands for what lies deeper. */
export const depthMax = 4;
/** Characters of a text, as of an error message; `… 190 more` follows. */
export const textMax = 300;
/** Characters of one field altogether, about; from then on lists and tables are cut as if they had reached `entriesMax`. */
export const fieldTextMax = 1000;

/** The path of an actor; undefined for what is none of the run's, and is then left out. */
export type PathOf = (actor: object) => string | undefined;

/**
 * The fields of an event or context as data that can be written, none larger than the limits allow: actors become
 * `→ path`, maps become objects, sets and queues lists. What is not data (functions, clocks, listeners) is left out, and of
 * a rule book (a version profile) only its name stays.
 */
export function plainRecord(fields: object, pathOf: PathOf): PlainRecord {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const plain = plainValue(value, pathOf);
      return plain === undefined ? [] : [[key, plain] as const];
    }),
  );
}

/** One field in the same way; undefined where nothing of it is data. */
export function plainValue(value: unknown, pathOf: PathOf): PlainValue | undefined {
  return new FieldWriter(pathOf).plain(value, 1);
}

class FieldWriter {
  readonly #pathOf: PathOf;
  #room = fieldTextMax;

  constructor(pathOf: PathOf) {
    this.#pathOf = pathOf;
  }

  plain(value: unknown, depth: number): PlainValue | undefined {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'object' && value !== null) return this.#object(value, depth);
    this.#room -= 4;
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
    return typeof value === 'boolean' || value === null ? value : undefined;
  }

  #text(text: string): string {
    const short = text.length <= textMax ? text : `${text.slice(0, textMax)}… ${text.length - textMax} more`;
    this.#room -= short.length;
    return short;
  }

  #object(value: object, depth: number): PlainValue | undefined {
    if (isActor(value)) {
      const path = this.#pathOf(value);
      return path === undefined ? undefined : this.#text(`→ ${path}`);
    }
    if (value instanceof Error) return this.#text(value.message);
    const items = itemsOf(value);
    if (items !== undefined) return this.#list(items, depth);
    const table = tableOf(value);
    return table === undefined ? this.#fields(value, depth) : this.#table(table, depth);
  }

  #list(collection: Collection<unknown>, depth: number): PlainValue {
    const { kept, more } = this.#kept(collection, depth, (item) => this.plain(item, depth + 1) ?? null);
    if (depth > depthMax && more !== undefined) return '…';
    return more === undefined ? kept : [...kept, more];
  }

  #table(collection: Collection<readonly [string, unknown]>, depth: number): PlainValue {
    const { kept, more } = this.#kept(collection, depth, ([key, value]) => [this.#text(key), this.plain(value, depth + 1)] as const);
    if (depth > depthMax && more !== undefined) return '…';
    const entries = kept.filter((entry): entry is readonly [string, PlainValue] => entry[1] !== undefined);
    return Object.fromEntries(more === undefined ? entries : [...entries, ['…', more] as const]);
  }

  #fields(value: object, depth: number): PlainValue | undefined {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const data = entries.filter(([, inner]) => typeof inner !== 'function');
    const isRuleBook = data.length < entries.length;
    // A clock: there is nothing but functions in it, or nothing at all that can be seen.
    if (data.length === 0 && (isRuleBook || !isPlainObject(value))) return undefined;
    const title = isRuleBook ? data.filter(([key, inner]) => isTitle(key, inner)) : [];
    const items = title.length > 0 ? title : data;
    return this.#table({ items, size: items.length }, depth);
  }

  /** The first entries, as long as there is room, and how many are left out, in words. */
  #kept<T, Plain>({ items, size }: Collection<T>, depth: number, plain: (item: T) => Plain): { kept: Plain[]; more: string | undefined } {
    const kept: Plain[] = [];
    for (const item of items) {
      if (kept.length === entriesMax || this.#room <= 0 || depth > depthMax)
        return { kept, more: size === undefined ? '… more' : `… ${size - kept.length} more` };
      kept.push(plain(item));
    }
    return { kept, more: undefined };
  }
}

function isActor(value: object): boolean {
  return typeof Reflect.get(value, 'send') === 'function';
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a set of rules goes by. */
function isTitle(key: string, inner: unknown): boolean {
  return (key === 'release' || key === 'name') && typeof inner === 'string';
}
