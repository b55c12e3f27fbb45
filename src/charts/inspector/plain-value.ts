import type { PlainRecord, PlainValue } from '../../trace/step-record.ts';
import { type Collection, itemsOf, tableOf } from './collection.ts';

/** How many entries of a list, a table or an object are written; `… 190 more` stands for the rest. */
export const entriesMax = 20;
/**
 * How many levels of lists and objects in one field of an event or context are written; `…` stands for deeper
 * ones.
 */
export const depthMax = 4;
/** How many characters of a text, such as an error message, are written; `… 190 more` follows. */
export const textMax = 300;
/**
 * About how many characters of one field are written; after that, lists and tables are cut as if they had
 * reached `entriesMax`.
 */
export const fieldTextMax = 1000;

/** Returns the path of an actor; undefined for an actor outside the run, which is then left out. */
export type PathOf = (actor: object) => string | undefined;

/**
 * Returns the fields of an event or context as data that can be written, none larger than the limits allow.
 * Actors become `→ path`, maps become objects, sets and queues become lists. What is not data (functions,
 * clocks, listeners) is left out, and of a set of rules (a version profile) only its name is kept.
 */
export function plainRecord(fields: object, pathOf: PathOf): PlainRecord {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const plain = plainValue(value, pathOf);
      return plain === undefined ? [] : [[key, plain] as const];
    }),
  );
}

/** Returns one field in the same way; undefined if nothing of it is data. */
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
    const { kept, more } = this.#kept(
      collection,
      depth,
      ([key, value]) => [this.#text(key), this.plain(value, depth + 1)] as const,
    );
    if (depth > depthMax && more !== undefined) return '…';
    const entries = kept.filter((entry): entry is readonly [string, PlainValue] => entry[1] !== undefined);
    return Object.fromEntries(more === undefined ? entries : [...entries, ['…', more] as const]);
  }

  #fields(value: object, depth: number): PlainValue | undefined {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const data = entries.filter(([, inner]) => typeof inner !== 'function');
    const isRuleBook = data.length < entries.length;
    // The value is a clock or the like: it has only functions, or nothing visible.
    if (data.length === 0 && (isRuleBook || !isPlainObject(value))) return undefined;
    const title = isRuleBook ? data.filter(([key, inner]) => isTitle(key, inner)) : [];
    const items = title.length > 0 ? title : data;
    return this.#table({ items, size: items.length }, depth);
  }

  /** Returns the first entries for which there is room, and in words how many are left out. */
  #kept<T, Plain>(
    { items, size }: Collection<T>,
    depth: number,
    plain: (item: T) => Plain,
  ): { kept: Plain[]; more: string | undefined } {
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

/** Whether this field names a set of rules. */
function isTitle(key: string, inner: unknown): boolean {
  return (key === 'release' || key === 'name') && typeof inner === 'string';
}
