import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourcesUnder, withoutComments } from './sources.ts';

test('no script calls process.exit, which cuts off what a pipe has not taken yet', () => {
  const scripts = sourcesUnder('scripts', 'bench', 'tools').filter(({ path }) => path.endsWith('.mjs'));
  const exits = /\bprocess\.(?:exit|reallyExit|abort)\b|\bexit\b[^;]*\bfrom 'node:process'/;
  expect(scripts.length).toBeGreaterThan(30);
  expect(scripts.filter(({ text }) => exits.test(withoutComments(text))).map(({ path }) => path)).toEqual([]);
});

test.each([
  ['at its top', 'print(); endScript(3);'],
  ['in a function that is awaited', 'await (async () => { await undefined; print(); endScript(3); })();'],
  ['by its exit code alone', 'print(); process.exitCode = 3;'],
])('a script that ends %s gives all of its output to a slow reader', async (_, end) => {
  const bytes = 1_000_000;
  const code = `import { endScript } from ${JSON.stringify(join(root, 'scripts/script-options.mjs'))};
    const print = () => console.log('x'.repeat(${bytes - 1}));
    ${end}`;
  const script = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(script, 'exit');
  let [written, errors] = [0, ''];
  script.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // By the first bytes the pipe is full; a process that exits now would take the rest along.
  for await (const chunk of script.stdout) written += (chunk as Buffer).length;
  expect({ written, errors, code: (await ended)[0] }).toEqual({ written: bytes, errors: '', code: 3 });
});
