import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../tidy/sources.ts';

/** Gives texts that nothing else in a run has, each with a number of its own. */
export class Canaries {
  #count = 0;

  next(): string {
    return `CANARY${++this.#count}x`;
  }

  get count(): number {
    return this.#count;
  }
}

/**
 * Values of fields by `Interface.field`; undefined leaves a field out. All others are filled with canaries.
 */
export type FixedFields = Readonly<Record<string, unknown>>;

/** How deep types that contain themselves are filled. */
const depthMax = 14;
const models = join(root, 'node_modules/kubernetes-models');
const texts = new Map<string, string>();

/**
 * Returns a Kubernetes object in which every field of its type (kubernetes-models, `v1/Pod`) has a value, and
 * every text is a canary but the fixed ones.
 */
export function filledObject(path: string, canaries: Canaries, fixed: FixedFields): Record<string, unknown> {
  return filledFields(join(models, `${path}.d.ts`), canaries, fixed, 0);
}

function filledFields(
  file: string,
  canaries: Canaries,
  fixed: FixedFields,
  depth: number,
): Record<string, unknown> {
  const text = texts.get(file) ?? readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
  texts.set(file, text);
  const [, name = '', body = ''] =
    /export interface I(\w+)(?: extends [^{]+)? \{\n([\s\S]*?)\n\}/.exec(text) ?? [];
  const fields = [...body.matchAll(/^ {4}"([^"]+)"\??: (\{[\s\S]*?^ {4}\}|[^;{]+);$/gm)].flatMap(
    ([, field = '', type = '']) => {
      const key = `${name}.${field}`;
      if (Object.hasOwn(fixed, key)) return fixed[key] === undefined ? [] : [[field, fixed[key]]];
      const value = filledType(type, text, file, canaries, fixed, depth);
      return value === undefined ? [] : [[field, value]];
    },
  );
  // A field of a newer release, or a misspelt one.
  return {
    ...Object.fromEntries(fields),
    canaryField: { deeper: [canaries.next(), { [canaries.next()]: canaries.next() }] },
  };
}

function filledType(
  type: string,
  text: string,
  file: string,
  canaries: Canaries,
  fixed: FixedFields,
  depth: number,
): unknown {
  const literal = /^"([^"]*)"$/.exec(type)?.[1];
  if (literal !== undefined) return literal;
  if (type === 'string') return canaries.next();
  if (type === 'number') return 7;
  if (type === 'boolean') return true;
  const of = (inner: string) => filledType(inner, text, file, canaries, fixed, depth);
  const element = /^Array<([\s\S]+)>$/.exec(type)?.[1];
  if (element !== undefined) return [of(element)].filter((one) => one !== undefined);
  const entry = /^\{\s*\[key: string\]: ([\s\S]+);\s*\}$/.exec(type)?.[1];
  if (entry !== undefined) return { [canaries.next()]: of(entry) };
  const from = new RegExp(`import \\{[^}]*\\b${type}\\b[^}]*\\} from "([^"]+)"`).exec(text)?.[1];
  if (from === undefined || depth === depthMax) return canaries.next();
  const target = from.startsWith('.') ? resolve(dirname(file), from) : join(root, 'node_modules', from);
  const isText = !/export interface/.test(readFileSync(`${target}.d.ts`, 'utf8'));
  return isText ? canaries.next() : filledFields(`${target}.d.ts`, canaries, fixed, depth + 1);
}
