import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';

const windlass = (...words: readonly string[]) =>
  execFileSync(process.execPath, ['dist/src/cli/main.js', ...words], { cwd: root, encoding: 'utf8' });

test('windlass compare prints the same bytes for any number of workers', () => {
  const words = [
    'compare',
    'examples/web-rollout.yaml',
    '--b',
    'maxParallelImagePulls=5',
    '--c',
    'link=50Mbit/s',
    '--seeds',
    '7',
    '-o',
    'json',
  ];
  const one = windlass(...words, '--workers', '1');
  expect(JSON.parse(one).seeds).toHaveLength(7);
  for (const workers of ['2', '3']) expect(windlass(...words, '--workers', workers)).toBe(one);
});
