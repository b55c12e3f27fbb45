import { canonicalJson } from './compare-traces.ts';
import type { NamedScript, ScriptKind } from './script-kind.ts';

type SimplifiedKind<S extends NamedScript> = Pick<
  ScriptKind<S>,
  'schema' | 'problemsOf' | 'kept' | 'simpler'
>;

/** The parts of a script, of which `shrinkScript` removes many at once. */
const partLists: readonly string[] = ['calls', 'steps'];

/**
 * Returns slightly simpler scripts: in the ways of its kind, and then without one of its fields or without
 * some items of one of its lists, at any depth. Each keeps to the protocol and differs from the script.
 */
export function* simplerScripts<S extends NamedScript>(script: S, kind: SimplifiedKind<S>): Generator<S> {
  const [written, canonical] = [JSON.stringify(script), canonicalJson(script)];
  for (const one of kind.simpler?.(script) ?? []) {
    if (JSON.stringify(one) === written || canonicalJson(one) === canonical) continue;
    if (kind.problemsOf(one).length === 0) yield one;
  }
  // What is parsed has its fields in the schema's order.
  const inOrder = JSON.stringify(kind.schema.safeParse(script).data);
  for (const part of withoutParts(script, kind.kept ?? [])) {
    const { data: one } = kind.schema.safeParse(part);
    if (one !== undefined && JSON.stringify(one) !== inOrder && kind.problemsOf(one).length === 0) yield one;
  }
}

function* withoutParts(script: object, kept: readonly string[]): Generator<object> {
  const removable = Object.keys(script).filter((name) => !partLists.includes(name));
  for (const name of removable) yield without(script, name);
  for (const [name, field] of Object.entries(script)) {
    const smaller = partLists.includes(name) ? withSmallerItems(field, kept) : smallerValues(field, kept);
    for (const one of smaller) yield { ...script, [name]: one };
  }
}

/**
 * Returns a value of JSON without one of its parts, the greatest first. A list keeps an item: where it may be
 * missing, its field is removed.
 */
function* smallerValues(value: unknown, kept: readonly string[]): Generator<unknown> {
  if (Array.isArray(value)) {
    for (let size = value.length >> 1; size >= 1; size >>= 1) {
      for (let from = 0; from < value.length; from += size) yield value.toSpliced(from, size);
    }
    yield* withSmallerItems(value, kept);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name]) => !kept.includes(name));
    for (const [name] of entries) yield without(value, name);
    for (const [name, field] of entries)
      for (const one of smallerValues(field, kept)) yield { ...value, [name]: one };
  }
}

function* withSmallerItems(list: readonly unknown[], kept: readonly string[]): Generator<readonly unknown[]> {
  for (const [index, item] of list.entries())
    for (const one of smallerValues(item, kept)) yield list.with(index, one);
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}
