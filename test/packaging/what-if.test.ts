import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';

const windlass = (...words: readonly string[]) =>
  execFileSync(process.execPath, ['dist/command/windlass.js', ...words], { cwd: root, encoding: 'utf8' });

/** By one thread alone: in this process, where nothing has to be started for it. */
const alone = async (...words: readonly string[]) =>
  (await runInProcess([...words, '--workers', '1'])).stdout;

test('windlass sweep writes the same bytes for any number of workers', async () => {
  const words = [
    'sweep',
    'examples/web-rollout.yaml',
    '--vary',
    'maxParallelImagePulls=1..2',
    '--vary',
    'link=50Mbit/s,1Gbit/s',
    '--seeds',
    '2',
  ];
  const one = await alone(...words, '-o', 'ndjson');
  expect(one.split('\n')).toHaveLength(9);
  expect(windlass(...words, '-o', 'ndjson', '--workers', '3')).toBe(one);
});

test('windlass compare prints the same bytes for any number of workers', async () => {
  const words = [
    'compare',
    'examples/web-rollout.yaml',
    '--b',
    'maxParallelImagePulls=5',
    '--c',
    'link=50Mbit/s',
    '--seeds',
    '3',
    '-o',
    'json',
  ];
  const one = await alone(...words);
  expect(JSON.parse(one).seeds).toHaveLength(3);
  expect(windlass(...words, '--workers', '2')).toBe(one);
});

test('windlass upgrade prints the same bytes for any number of workers', async () => {
  const words = [
    'upgrade',
    'examples/web-rollout.yaml',
    '--from',
    '1.31',
    '--to',
    '1.36',
    '--seeds',
    '3',
    '-o',
    'json',
    '-q',
  ];
  const one = await alone(...words);
  expect(JSON.parse(one).seeds).toHaveLength(3);
  expect(windlass(...words, '--workers', '2')).toBe(one);
});
