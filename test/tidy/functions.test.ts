import { expect, test } from 'vitest';
import { sourcesUnder } from './sources.ts';

const linesMax = 80;
const linesOfComponentMax = 120;
/** Components that are longer, to be made shorter: no other may be. */
const longComponents = ['Timeline', 'App', 'WhatIfPanel'];

interface LongFunction {
  readonly name: string;
  readonly lines: number;
}

const sources = sourcesUnder('src', 'machines', 'tools');
const isOfPage = (path: string) => path.startsWith('src/interfaces/page/');

test(`no function or method is over ${linesMax} lines`, () => {
  const code = sources.filter(({ path }) => !isOfPage(path));
  expect(code.length).toBeGreaterThan(500);
  expect(code.flatMap(({ path, text }) => longFunctions(text, linesMax).map(placeOf(path)))).toEqual([]);
});

test(`no component of the page is over ${linesOfComponentMax} lines, but for those that are named here`, () => {
  const page = sources.filter(({ path }) => isOfPage(path));
  const long = page.flatMap(({ text }) => longFunctions(text, linesOfComponentMax));
  expect(long.map(({ name }) => name).sort()).toEqual(longComponents.sort());
});

test.each([
  ['a function', 'export async function f<T>(a: string): Promise<T> {\nBODY\n}', 'f'],
  ['a signature of several lines', 'function f(\n  a: string,\n): string {\nBODY\n}', 'f'],
  ['a type of several lines', 'function f(): {\n  readonly a: string;\n} {\nBODY\n}', 'f'],
  ['an arrow function', 'const f = async (a: string): Promise<void> => {\nBODY\n};', 'f'],
  ['one that is passed on', 'export const f = lazy(() => {\nBODY\n});', 'f'],
  ['a method', 'class A {\n  async #f({ a }: B): Promise<void> {\nBODY\n  }\n}', '#f'],
  ['a constructor', 'class A {\n  constructor(a: B) {\nBODY\n  }\n}', 'constructor'],
  ['a field', 'class A {\n  readonly f = (a: B): void => {\nBODY\n  };\n}', 'f'],
  ['one in an arm of a condition', 'a\n  ? f((b) => {\nBODY\n    })\n  : c;', 'f'],
  ['a property', 'const a = {\n  f: (b) => {\nBODY\n  },\n};', 'f'],
])('%s is measured from its first line to its last', (_, sample, name) => {
  const text = (lines: number) => sample.replace('BODY', Array(lines).fill('      x;').join('\n'));
  const around = text(0).split('\n').length - (/^class|^const a|^a/.test(sample) ? 2 : 0) - 1;
  expect(longFunctions(text(80 - around), 80)).toEqual([]);
  expect(longFunctions(text(81 - around), 80)).toEqual([{ name, lines: 81 }]);
});

test('no other block is measured', () => {
  const body = Array(100).fill('  x;').join('\n');
  for (const head of [
    'if (a) {',
    'for (const a of b) {',
    'export class A {',
    'export const a = {',
    'switch (a) {',
  ])
    expect(longFunctions(`${head}\n${body}\n}`, 80)).toEqual([]);
});

/** Returns the functions over so many lines. The code is formatted: a block ends at the indent of its head. */
function longFunctions(text: string, max: number): LongFunction[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!line.endsWith('{')) return [];
    const [arm = '', own = ''] = /^( *)(?:[?:] )?/.exec(line) ?? [];
    // A function in an arm of a condition stands two spaces further in.
    const indent = arm === own ? arm : `${own}  `;
    const closes = (one: string | undefined) => one?.startsWith(`${indent}}`) === true;
    const goesOn = (one: string | undefined) => one?.startsWith(`${indent})`) === true || closes(one);
    const isInside = (one: string | undefined) => one === '' || one?.startsWith(`${indent} `) === true;
    let first = index;
    while (first > 0 && (goesOn(lines[first]) || isInside(lines[first]))) first--;
    const name = functionName(
      lines
        .slice(first, index + 1)
        .join(' ')
        .trim(),
    );
    const last = lines.findIndex((one, at) => at > index && closes(one));
    const count = last - first + 1;
    return name === undefined || count <= max ? [] : [{ name, lines: count }];
  });
}

/** Returns the name of a function by its head, with empty names for those without one. */
function functionName(head: string): string | undefined {
  if (/^(?:\} )?(?:if|else|for|while|switch|catch|do|try|finally|return|await|case)\b/.test(head))
    return undefined;
  const [, declared] = /\bfunction\*? ([\w$]+)/.exec(head) ?? [];
  if (declared !== undefined) return declared;
  if (head.endsWith('=> {')) return /([#\w$]+)(?: = |: |\()/.exec(head)?.[1] ?? '';
  return /^(?:(?:static|async|get|set|override) )*\*?([#\w$]+)(?:<[^(]*>)?\(.*\)(?:: .*)? \{$/.exec(
    head,
  )?.[1];
}

function placeOf(path: string): (found: LongFunction) => string {
  return ({ name, lines }) => `${path}: ${name} has ${lines} lines`;
}
