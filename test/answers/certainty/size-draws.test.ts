import { expect, test } from 'vitest';
import { drawSizes } from '../../../src/answers/certainty/size-draws.ts';
import { summarizeRun } from '../../../src/answers/certainty/summarize-run.ts';
import { withSizeDraw } from '../../../src/inputs/images/with-size-draw.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { reportHtml } from '../../../src/reports/html/report-html.ts';
import { headline } from '../../../src/reports/summary/headline.ts';
import { sizeRangeText } from '../../../src/reports/summary/size-range.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { accepted, podYaml } from '../../inputs/reading.ts';
import { runInProcess } from '../../interfaces/cli/run-in-process.ts';

const pauses = { isDue: () => false, goesOn: async () => true };
const pod = podYaml(
  'x',
  '{ containers: [{ name: a, image: acme/web:1 }, { name: b, image: busybox:1.36 }] }',
);

async function rangeOf(text: string, request: RunRequest = {}, endMs?: number) {
  const sized = accepted(text, request);
  const { summary } = await summarizeRun(sized.input, {}, pauses);
  return {
    summary,
    range: await drawSizes(sized, endMs === undefined ? summary : { ...summary, endMs }, {}, pauses),
  };
}

test('sizes that nobody gave are tried with others, and the range holds the run itself', async () => {
  const { summary, range } = await rangeOf(pod);
  expect(range).toMatchObject({ images: 1, runs: 5 });
  const slowest = summary.timeToRunningMs?.max ?? 0;
  expect(range?.slowestMs?.min).toBeLessThanOrEqual(slowest);
  expect(range?.slowestMs?.max).toBeGreaterThanOrEqual(slowest);
  expect(range?.slowestMs?.max).toBeGreaterThan((range?.slowestMs?.min ?? 0) * 1.2);
  expect((await rangeOf(pod)).range).toEqual(range);
});

test('the range is that of the slowest pods of whole summaries, of all pods and of those that a filter shows', async () => {
  const nodes = podYaml('y', '{ nodeName: node-2, containers: [{ name: a, image: acme/other:1 }] }');
  const sized = accepted(`${pod}---\n${nodes}`, { nodes: 2 });
  const filtered = { filter: { pods: ['y'] } };
  for (const options of [{}, filtered]) {
    const inputs = [
      sized.input,
      ...[1, 2, 3, 4].map((draw) => withSizeDraw(sized.input, sized.origins, draw)),
    ];
    const summaries = await Promise.all(inputs.map((input) => summarizeRun(input, options, pauses)));
    const slowest = summaries.flatMap(({ summary }) => summary.timeToRunningMs?.max ?? []);
    const [own] = summaries;
    if (own === undefined) throw new Error('no run');
    const range = await drawSizes(sized, own.summary, options, pauses);
    expect(slowest).toHaveLength(5);
    expect(range).toMatchObject({
      runs: 5,
      slowestMs: { min: Math.min(...slowest), max: Math.max(...slowest) },
    });
  }
});

test('sizes that were given, or are exact, need no others', async () => {
  expect((await rangeOf(pod, { imageSizes: ['web=30MB'] })).range).toBeUndefined();
});

test('a run that takes long is not made several times, and that is said', async () => {
  const { range } = await rangeOf(pod, {}, 20_000_000_000);
  expect(range).toMatchObject({ images: 1, runs: 1 });
  expect(range && sizeRangeText(range)).toContain('this input is too large to try others');
});

test('somebody who interrupts gets none', async () => {
  const sized = accepted(pod);
  const { summary } = await summarizeRun(sized.input, {}, pauses);
  expect(
    await drawSizes(sized, summary, {}, { isDue: () => true, goesOn: async () => false }),
  ).toBeUndefined();
});

test('where pods do not run, the slowest pod is one of those that do', async () => {
  const never = podYaml('y', '{ containers: [{ name: a, image: acme/other:1, imagePullPolicy: Never }] }');
  const { range } = await rangeOf(`${pod}---\n${never}`, { horizon: '2m' });
  expect(range?.sentence).toContain(' for the slowest pod that runs, ');
  expect((await rangeOf(pod)).range?.sentence).toContain(' for the slowest pod, ');
});

test('no pod that runs has no times', async () => {
  const text = podYaml('x', '{ containers: [{ name: a, image: acme/web:1, imagePullPolicy: Never }] }');
  const { range } = await rangeOf(text, { horizon: '10s' });
  expect(range?.slowestMs).toBeNull();
  expect(range && sizeRangeText(range)).toMatch(/^the sizes of 1 image that you did not give are ranges; /);
});

test.each([
  [
    { images: 3, runs: 5, slowestMs: { min: 20_000, max: 70_000 } },
    '20 s to 70 s for the slowest pod, depending on the sizes of 3 images that you did not give (5 draws); ',
  ],
  [
    { images: 1, runs: 5, slowestMs: { min: 2_001, max: 2_002 } },
    '2.0 s for the slowest pod, whatever the sizes of 1 image that you did not give (5 draws)',
  ],
])('%j reads "%s"', (range, sentence) => {
  expect(sizeRangeText(range).startsWith(sentence)).toBe(true);
});

test('what a run rests on is said beside, with each figure in JSON, whatever else is asked for', async () => {
  const on = async (...options: string[]) => await runInProcess(['run', '-', ...options], { stdin: pod });
  const json = JSON.parse((await on('-o', 'json')).stdout);
  const { restsOn } = json;
  expect(restsOn.sentence).toMatch(
    /^drawn: sizes of 1 of 2 images; assumed: cpus, round trips, rates of registries; /,
  );
  expect(restsOn.figures).toContainEqual(
    expect.objectContaining({ name: 'size', of: 'acme/web:1', mark: 'drawn' }),
  );
  for (const output of ['summary', 'timeline'])
    expect((await on('-o', output)).stdout.replaceAll('\n', ' ')).toContain(`Figures ${restsOn.sentence}.`);
  expect(JSON.parse((await on('-o', 'json', '--fail-on', 'any-failure')).stdout)).toEqual(json);
  expect(JSON.parse((await on('-o', 'json', '--seeds', '2')).stdout).restsOn).toEqual(restsOn);
  expect((await on('--seeds', '2')).stdout).toContain('figures drawn: sizes of 1 of 2 images;');
});

test('summary, JSON and the answer above a timeline say so, and other outputs do not run more than once', async () => {
  const on = async (...options: string[]) => await runInProcess(['run', '-', ...options], { stdin: pod });
  const { imageSizes } = JSON.parse((await on('-o', 'json')).stdout);
  expect(imageSizes).toMatchObject({ images: 1, runs: 5, sentence: sizeRangeText(imageSizes) });
  for (const output of ['summary', 'timeline'])
    expect((await on('-q', '-o', output)).stdout.replaceAll('\n', ' ')).toContain(
      `Image sizes: ${imageSizes.sentence}.`,
    );
  expect((await on('-o', 'csv')).all).not.toContain('draws');
  expect((await on('-q')).stderr).toBe('');
  expect(JSON.parse((await on('-o', 'json', '--image-size', 'web=30MB')).stdout)).not.toHaveProperty(
    'imageSizes',
  );
});

test('a report has it in its first sentence', async () => {
  const { summary, range } = await rangeOf(pod);
  if (range === undefined) throw new Error('no range');
  expect(headline({ ...summary, imageSizes: range })).toBe(
    `${headline(summary)} Image sizes: ${range.sentence}.`,
  );
  const { records } = simulate(accepted(pod).input);
  const page = reportHtml(records, {
    command: 'x',
    inputs: { sources: [], leftOut: [] },
    certainty: { imageSizes: range },
  });
  expect(page).toContain('for the slowest pod, depending on the sizes of 1 image that you did not give');
});
