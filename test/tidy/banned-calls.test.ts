import { expect, test } from 'vitest';
import { bannedCalls } from './banned-calls.ts';
import { sourcesUnder } from './sources.ts';

test('nothing outside the command line reads the wall clock, chance, the process or the locale', () => {
  const sources = sourcesUnder('machines', 'src', 'tools').filter(
    ({ path }) => !/^src\/interfaces\//.test(path),
  );
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap(bannedCalls)).toEqual([]);
});

test('of the command line only run-program.ts touches the process and real time, and who waits for another process or for a signal', () => {
  const outside = [
    'src/interfaces/cli/run-program.ts',
    'src/interfaces/cli/kubectl/ask-kubectl.ts',
    'src/interfaces/cli/process-in-lines.ts',
    'src/interfaces/cli/run/interruption.ts',
  ];
  // Workers and sweeps look now and then whether the others are still there.
  const waits = (path: string) => outside.includes(path) || path.startsWith('src/interfaces/queue/');
  const sources = sourcesUnder('src/interfaces/cli').filter(({ path }) => !waits(path));
  expect(sources.flatMap(bannedCalls)).toEqual([]);
});

test.each([
  'const now = Date.now();',
  'const epoch = new Date();',
  'const now = performance.now();',
  'const luck = Math.random();',
  'const id = crypto.randomUUID();',
  'setTimeout(() => {',
  '  setTimeout(tick, 10);',
  'setInterval(tick, 10);',
  'queueMicrotask(settle);',
  'const home = process.env.HOME;',
  "const size = bytes.toLocaleString('en');",
  'names.sort((a, b) => a.localeCompare(b));',
  'const hour = at.getHours();',
  'const format = new Intl.DateTimeFormat();',
  "const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric' });",
  "import { fromPromise } from 'xstate';",
  'actions: enqueueActions(({ enqueue }) => enqueue(later)),',
  "leave: sendParent({ type: 'LEFT' }),",
])('%s is caught', (line) => {
  expect(bannedCalls({ path: 'src/bad.ts', text: `const before = 1;\n${line}\n` })).toEqual([
    expect.stringMatching(/^src\/bad\.ts:2: /),
  ]);
});

test.each([
  '// Date.now() would make the run depend on the hour.',
  '/* setTimeout(tick) */',
  '  setTimeout(fn: (...args: unknown[]) => void, ms: number): number {',
  'const at = new Date(epochMs + atMs).toISOString();',
  'clock.setTimeout(fire, 10);',
  "const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric' });",
  "const message = 'the process. Then';",
])('%s passes', (line) => {
  expect(bannedCalls({ path: 'src/good.ts', text: line })).toEqual([]);
});
