import { expect, test } from 'vitest';
import { compareRuns } from '../../../src/report/comparison/comparison.ts';
import { type RunSummary, summarize } from '../../../src/report/summary/summary.ts';
import { runYaml } from '../../simulation/run-yaml.ts';
import { rollout } from '../rollout.ts';

const pod = (name: string, image: string) =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: app, image: ${image} }] }\n`;
const pods = ['a', 'b', 'c'].map((name) => pod(name, `shop/${name}:1`)).join('') + pod('d', 'shop/a:1');

// Made once: this is about comparisons, and summaries have tests of their own.
const serialized = summarize(runYaml(pods).records);
const parallel = summarize(runYaml(pods, { set: ['serializeImagePulls=false'] }).records);
const story = summarize(rollout());

function figure(before: RunSummary, after: RunSummary, name: string) {
  return compareRuns(before, after).figures.find((one) => one.name === name);
}

test('parallel pulls against serialized ones: what gets better is said first, with its price', () => {
  const [before, after] = [serialized, parallel];
  const { sentences } = compareRuns(before, after);
  expect(sentences[0]).toMatch(/^All pods run after [\d. ms]+ instead of [\d. ms]+\.$/);
  expect(sentences.join('\n')).toContain('No more waiting for a slot: it was ');
  expect(sentences.at(-1)).toMatch(/^The longest wait is now: default\//);
  expect(figure(before, after, 'all running after')?.verdict).toBe('better');
  expect(figure(before, after, 'waiting for a slot')).toMatchObject({ after: '0', verdict: 'better' });
  expect(figure(after, before, 'waiting for a slot')).toMatchObject({ before: '0', verdict: 'worse' });
});

test('a run compared with itself has nothing to tell', () => {
  const { figures, sentences } = compareRuns(story, story);
  expect(sentences).toEqual(['It makes no difference to any figure.']);
  expect(new Set(figures.map(({ verdict }) => verdict))).toEqual(new Set(['same']));
});

/** The story's summary with some figures changed. */
function changed(more: Partial<RunSummary>): RunSummary {
  return { ...story, ...more };
}

test('pods that run no more, failures and costs are told with their numbers', () => {
  const before = changed({ failures: [], backOffs: 0 });
  const { pulls, bytes } = before;
  const after = changed({
    pods: { total: 3, running: 1, ended: 0, notRunning: 2, rejected: 0, unplaced: 0 },
    failures: [{ reason: 'ErrImagePull', count: 4, error: 'x' }],
    backOffs: 12,
    pulls: { ...pulls, duplicates: pulls.duplicates + 2 },
    bytes: { ...bytes, downloadedBytes: bytes.downloadedBytes + 412e6 },
  });
  const { sentences } = compareRuns(before, after);
  expect(sentences).toEqual([
    '2 pods of 3 do not run any more.',
    '4 pulls fail, ErrImagePull 4 times; none did.',
    'Back-off refuses a pull 12 times instead of never.',
    'It costs 2 duplicate pulls and 412 MB of downloads.',
  ]);
  expect(figure(before, after, 'all running after')).toMatchObject({ after: '–', verdict: 'worse' });
  expect(figure(before, after, 'downloaded')?.verdict).toBe('worse');
  expect(figure(after, before, 'failed pulls')).toMatchObject({ before: '4', after: '0', verdict: 'better' });
});

test('duplicates that go while downloads grow are told as both', () => {
  const before = changed({});
  const { pulls, bytes } = before;
  const after = changed({
    pulls: { ...pulls, duplicates: pulls.duplicates + 1 },
    bytes: { ...bytes, downloadedBytes: bytes.downloadedBytes - 5e6 },
  });
  expect(compareRuns(before, after).sentences).toEqual(['It costs 1 duplicate pull, and saves 5.0 MB of downloads.']);
});

test('what GC and disks do is told, counted, and judged: images removed are a price or a gain, the rest is worse when it is more', () => {
  const quiet = { ...changed({}).nodes, imagesRemoved: 0, gcFailures: 0, notReady: 0, diskPressure: 0 };
  const before = changed({ nodes: quiet });
  const after = changed({ nodes: { ...quiet, imagesRemoved: 3, gcFailures: 2, notReady: 1, diskPressure: 4 } });
  expect(compareRuns(before, after).sentences).toEqual([
    'A node becomes NotReady once instead of never.',
    'A node comes under disk pressure 4 times instead of never.',
    'Image GC fails 2 times instead of never.',
    'Image GC removes an image 3 times instead of never.',
  ]);
  expect(compareRuns(after, before).sentences).toContain('Image GC fails never instead of 2 times.');
  const names = ['images removed by image GC', 'image GC failed', 'NotReady', 'disk pressure'];
  const verdicts = (one: RunSummary, other: RunSummary) => names.map((name) => figure(one, other, name)?.verdict);
  expect(verdicts(before, after)).toEqual(['different', 'worse', 'worse', 'worse']);
  expect(verdicts(after, before)).toEqual(['different', 'better', 'better', 'better']);
  expect(figure(before, after, 'image GC failed')).toMatchObject({ before: '0', after: '2' });
  expect(verdicts(before, before)).toEqual([undefined, undefined, undefined, undefined]);
  expect(verdicts(after, after)).toEqual(['same', 'same', 'same', 'same']);
});
