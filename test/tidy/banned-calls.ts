import { type Source, withoutComments } from './sources.ts';

/**
 * What would make a run depend on the machine, the hour or the process, or leave the dialect of the machines.
 */
const banned: readonly { readonly name: string; readonly pattern: RegExp; readonly why: string }[] = [
  { name: 'Date.now', pattern: /\bDate\.now\b/, why: 'reads the wall clock' },
  {
    name: 'new Date()',
    pattern: /\bnew Date\(\s*\)|\bnew Date\b(?!\()|(?<!new )\bDate\(/,
    why: 'reads the wall clock',
  },
  { name: 'performance', pattern: /\bperformance\.\w/, why: 'reads the wall clock' },
  { name: 'Math.random', pattern: /\bMath\.random\b/, why: 'is not seeded' },
  { name: 'crypto', pattern: /\bcrypto\.(randomUUID|getRandomValues)\b/, why: 'is not seeded' },
  {
    name: 'setTimeout',
    pattern: /(?<![.\w])(setTimeout|setInterval|setImmediate|queueMicrotask)\s*\(/,
    why: 'is real time',
  },
  {
    name: 'process',
    pattern: /(?<![.\w'])process\.\w|\bglobalThis\.process\b/,
    why: 'belongs to src/interfaces/cli',
  },
  {
    name: 'locale',
    pattern:
      /\.toLocale\w+\(|\.localeCompare\(|\bIntl\.\w+\((?!'en-US', \{(?: timeZone|$))|\.getTimezoneOffset\(/,
    why: "depends on the machine's locale",
  },
  {
    name: 'local time',
    pattern: /\.get(FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(/,
    why: "depends on the machine's time zone",
  },
  {
    name: 'fromPromise',
    pattern: /\bfrom(Promise|Callback|Observable|EventObservable)\b/,
    why: 'needs real time: actors are statecharts',
  },
  { name: 'enqueueActions', pattern: /\benqueueActions\b/, why: 'hides conditions inside an action' },
  { name: 'sendParent', pattern: /\bsendParent\b/, why: 'throws in exploration: send to a reference' },
];

/** Uses of the banned names in the code of a file, as `file:line: what`. */
export function bannedCalls({ path, text }: Source): string[] {
  return withoutComments(text)
    .split('\n')
    .flatMap((line, index) =>
      banned
        .filter(({ pattern }) => pattern.test(line) && !definesMethod(line))
        .map(({ name, why }) => `${path}:${index + 1}: ${name} ${why}`),
    );
}

/**
 * A clock for XState is an object with a method of this name:
 * `setTimeout(fn: () => void, ms: number): number {`.
 */
function definesMethod(line: string): boolean {
  return /^\s*(set|clear)Timeout\(\w+[:,)].*( \{|: \w+;)$/.test(line) && !line.includes('=> {');
}
