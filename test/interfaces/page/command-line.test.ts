import { expect, test } from 'vitest';
import { splitWords } from '../../../src/interfaces/cli/files/examples.ts';
import { commandLine } from '../../../src/interfaces/page/command-line.ts';

const simulate = (names: readonly string[], settings = {}) =>
  commandLine({
    kind: 'simulate',
    sources: names.map((name) => ({ name, text: '' })),
    settings: { ...settings },
  });

test('the command that makes a run again, with what was set', () => {
  expect(simulate(['web.yaml'])).toBe('windlass run web.yaml');
  expect(
    simulate(['<stdin>', 'a/b.yaml'], {
      seed: 0,
      horizon: '15m',
      set: ['maxParallelImagePulls=2'],
      link: '1Gbit/s',
    }),
  ).toBe('windlass run - a/b.yaml --set maxParallelImagePulls=2 --link 1Gbit/s --for 15m --seed 0');
});

test('a word that a shell would read otherwise is quoted', () => {
  const fault = 'registryDown registry=ghcr.io from=0s until=40s';
  expect(splitWords(simulate(['my web.yaml'], { faults: [fault] }))).toEqual([
    'windlass',
    'run',
    'my web.yaml',
    '--fault',
    fault,
  ]);
  expect(simulate(["it's $(rm -rf).yaml"])).toBe("windlass run 'it'\\''s $(rm -rf).yaml'");
});

test('a stored trace is shown again', () => {
  expect(commandLine({ kind: 'show', name: 'run.ndjson', trace: '' })).toBe('windlass ui run.ndjson');
});
