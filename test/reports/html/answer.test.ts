import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { answer } from '../../../src/reports/html/answer.ts';
import { inputsSection } from '../../../src/reports/html/inputs-section.ts';
import type { Markup } from '../../../src/reports/html/markup.ts';
import { headline } from '../../../src/reports/summary/headline.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { rollout } from '../rollout.ts';

const summary = summarize(rollout());
const story = (more: Partial<RunSummary> = {}): RunSummary => ({ ...summary, ...more });
const withoutCause = (more: Partial<RunSummary>) => story({ firstCause: null, ...more });
const read = (markup: Markup) => parseHTML(`<html><body>${markup.text}</body></html>`).document;
const texts = (markup: Markup, selector: string): (string | null)[] =>
  [...read(markup).querySelectorAll(selector)].map(({ textContent }) => textContent);

test('the headline says how many pods run and when, or why they do not', () => {
  const pods = { total: 3, running: 3, ended: 0, notRunning: 0, rejected: 0, unplaced: 0 };
  const cases: readonly (readonly [Partial<RunSummary>, string])[] = [
    [{}, 'All 3 pods started, the slowest 88 s after its arrival.'],
    [{ pods: { ...pods, total: 1 } }, 'The pod started 88 s after its arrival.'],
    [{ pods: { ...pods, total: 0 } }, 'No pod is on a node.'],
    [
      { pods: { ...pods, running: 1, ended: 2, neverStarted: 1 } },
      '2 of 3 pods started, the slowest 88 s after its arrival; 1 ended before.',
    ],
    [{ timeToRunningMs: null }, 'All 3 pods ended before they had started.'],
    [{ pods: { ...pods, notRunning: 1 } }, '1 of 3 pods does not run, and nothing will change that.'],
    [
      { pods: { ...pods, notRunning: 1, rejected: 1, unplaced: 0 }, endReason: 'horizon', endMs: 60_000 },
      '2 of 3 pods were not running (1 rejected by their node) when the run stopped after 60 s.',
    ],
    [
      { pods: { ...pods, notRunning: 1 }, endReason: null, endMs: 20_000 },
      '1 of 3 pods was not running at 20 s.',
    ],
  ];
  for (const [more, said] of cases) expect(headline(withoutCause(more))).toBe(said);
});

test('what the result depends on follows it, with commands as code', () => {
  const made = answer(
    story({ restsOn: { sentence: 'assumed: cpus; `crictl images` shows sizes', figures: [] } }),
  );
  expect(texts(made, 'p').slice(0, 3)).toEqual([
    'All 3 pods started, the slowest 88 s after its arrival.',
    'First cause: waiting for a slot (serialized pulls), which held 2 pods for up to 65 s.',
    'Figures assumed: cpus; crictl images shows sizes.',
  ]);
  expect(texts(made, 'code')).toEqual(['crictl images']);
});

test('figures stand below it, each under its name; images that GC removed only where it did', () => {
  const figures = (more: Partial<RunSummary>) => texts(answer(story(more)), '.figures div');
  const { pods, nodes, timeToRunningMs } = story();
  expect(figures({ pods: { ...pods, running: 2, ended: 1 } })).toEqual([
    'pods running or done3 of 3',
    'time to running p5064 s',
    'time to running p9088 s',
    'time to running p9988 s',
    'time to running max88 s',
    'downloaded6.5 GB',
    'pulls5',
    'failed pulls1',
    'duplicate pulls0',
    'back-offs1',
  ]);
  expect(timeToRunningMs).not.toBeNull();
  expect(figures({ timeToRunningMs: null, nodes: { ...nodes, imagesRemoved: 4 } })).toEqual([
    'pods running or done3 of 3',
    'downloaded6.5 GB',
    'pulls5',
    'failed pulls1',
    'duplicate pulls0',
    'back-offs1',
    'images removed by GC4',
  ]);
});

test('failures are told with their first error, as far as there is room; nothing is said of a wait that nobody had', () => {
  const failures = [
    { reason: 'ErrImagePull', count: 2, error: 'x'.repeat(161) },
    { reason: 'ErrImageNeverPull', count: 1, error: '' },
  ];
  const made = answer(story({ failures, longestWait: null, firstCause: null }));
  expect(texts(made, '.bad')).toEqual([
    `2 failed pulls: ErrImagePull, the first: ${'x'.repeat(159)}…`,
    '1 failed pull: ErrImageNeverPull',
  ]);
  expect(texts(made, 'p')).toHaveLength(3);
});

test('known bugs are told with whom they met, how to avoid them, and links to their issues', () => {
  const bug = {
    id: 'lost-wait',
    times: 2,
    firstAtMs: 4_200,
    nodes: ['node-1'],
    subjects: ['web', 'db'],
    effect: 'pods wait',
  };
  const made = answer(
    story({
      knownBugs: [
        { ...bug, avoid: 'another setting', source: 'kubernetes#12 and kubernetes#345, seen' },
        { ...bug, times: 1, avoid: null, source: 'pkg/kubelet' },
      ],
    }),
  );
  expect(texts(made, 'p:has(.note)')).toEqual([
    'Known bug of the kubelet lost-wait, met 2 times, first after 4.2 s (web, db): pods wait. Avoid it with another setting. kubernetes#12 and kubernetes#345, seen',
    'Known bug of the kubelet lost-wait, met 1 time, first after 4.2 s (web, db): pods wait. pkg/kubelet',
  ]);
  expect([...read(made).querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://github.com/kubernetes/kubernetes/issues/12',
    'https://github.com/kubernetes/kubernetes/issues/345',
  ]);
});

test('inputs are folded below the command, those without a text have no block; of what is left out the first twenty are named', () => {
  const made = inputsSection('windlass run a.yaml', {
    sources: [
      { name: 'a.yaml', text: 'kind: Pod' },
      { name: 'empty.yaml', text: '' },
    ],
    leftOut: Array.from({ length: 21 }, (_, index) => `s${index}`),
  });
  expect(texts(made, 'h3')).toEqual(['Inputs']);
  expect(texts(made, 'details')).toEqual(['a.yamlkind: Pod', 'empty.yaml']);
  expect(texts(made, 'pre')).toEqual(['windlass run a.yaml', 'kind: Pod']);
  const named = Array.from({ length: 20 }, (_, index) => `s${index}`).join(', ');
  expect(texts(made, '.note')[2]).toBe(`Left out or replaced, since it may be secret: ${named}, and 1 more.`);
  const bare = inputsSection('windlass run a.yaml', { sources: [], leftOut: ['a', 'b'] });
  expect(texts(bare, 'h3, details')).toEqual([]);
  expect(texts(bare, '.note')[1]).toBe('Left out or replaced, since it may be secret: a, b.');
  expect(texts(inputsSection('x', { sources: [], leftOut: [] }), '.note')).toHaveLength(1);
});
