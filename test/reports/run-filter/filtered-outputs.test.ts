import { expect, test } from 'vitest';
import { csvReader, csvTable } from '../../../src/reports/csv/csv-table.ts';
import { formatDescription } from '../../../src/reports/describe/describe.ts';
import { formatEvents } from '../../../src/reports/events.ts';
import { formatPods } from '../../../src/reports/pods.ts';
import type { RunFilter } from '../../../src/reports/run-filter/run-filter.ts';
import { readRun } from '../../../src/reports/run-reader.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { formatTimeline } from '../../../src/reports/timeline/timeline.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { unequalNodes } from '../../run/simulation/unequal-nodes.ts';
import { TraceBuilder } from '../trace-builder.ts';

const { records } = simulate(unequalNodes());
const text = { width: 100, colour: false };
const ml: RunFilter = { owners: ['daemonset/ml'] };

test('the CSV has the lines of the pods that are shown, as they are in the whole one', () => {
  const isOfMl = (line: string) => line.includes(',DaemonSet,ml,');
  const [columns = '', ...lines] = csvTable(records).split('\n');
  const shown = readRun(records, undefined, (header) => csvReader(header, { filter: ml }));
  expect(shown).toBe([columns, ...lines.filter(isOfMl), ''].join('\n'));
  expect(lines.filter(isOfMl)).toHaveLength(5);
});

test('lists of pods and descriptions have only those that are shown, as they are in the whole list', () => {
  const isOfMl = (line: string) => /^(NAME|ml-)/.test(line);
  const words = (list: string) => list.split('\n').map((line) => line.split(/ {2,}/));
  const [all, some] = [formatPods(records, text), formatPods(records, { ...text, filter: ml })];
  expect(words(some)).toEqual([...words(all).filter(([name = '']) => isOfMl(name)), ['']]);
  const whole = formatDescription(records, text).split('\n\n\n');
  const described = formatDescription(records, { ...text, filter: ml }).split('\n\n\n');
  expect(described.map((one) => one.trim())).toEqual(
    whole.filter((one) => /^Name: +ml-/.test(one)).map((one) => one.trim()),
  );
  expect(described).toHaveLength(5);
});

test('events are those of the pods that are shown; a node’s own with the node, not with its pods', () => {
  const objects = (filter: RunFilter) =>
    new Set(
      formatEvents(records, { ...text, filter })
        .split('\n')
        .flatMap((line) => /(?:pod|node)\/[a-z]+/.exec(line)?.[0] ?? []),
    );
  expect(objects(ml)).toEqual(new Set(['pod/ml']));
  expect(objects({ nodes: ['node-2'] })).toEqual(new Set(['pod/web', 'pod/ml', 'pod/gone', 'node/node']));
  expect(objects({ nodes: ['node-2'], pods: ['gone-*'] })).toEqual(new Set(['pod/gone']));
});

test('the figures of all nodes one by one add up to those of the run', () => {
  const whole = summarize(records);
  const ofNodes = ['node-1', 'node-2', 'node-3', 'node-4', 'node-5'].map((node) =>
    summarize(records, undefined, { nodes: [node] }),
  );
  const sum = (of: (summary: typeof whole) => number) => ofNodes.reduce((total, one) => total + of(one), 0);
  expect(sum(({ pods }) => pods.total)).toBe(whole.pods.total);
  expect(sum(({ pulls }) => pulls.calls)).toBe(whole.pulls.calls);
  expect(sum(({ pulls }) => pulls.failed)).toBe(whole.pulls.failed);
  expect(sum(({ bytes }) => bytes.downloadedBytes)).toBe(whole.bytes.downloadedBytes);
  expect(sum(({ backOffs }) => backOffs)).toBe(whole.backOffs);
  expect(sum(({ nodes }) => nodes.notReady)).toBe(whole.nodes.notReady);
  expect(sum(({ startup }) => startup.pods)).toBe(whole.startup.pods);
  expect(ofNodes.map(({ shown }) => shown?.pods)).toEqual([3, 3, 3, 4, 3]);
  expect(ofNodes[0]?.shown).toEqual({ pods: 3, of: 16, by: '--node node-1' });
  expect(whole.shown).toBeUndefined();
});

test('the figures of all owners one by one, and of bare pods, add up to those of the run', () => {
  const whole = summarize(records);
  const parts = [{ owners: ['web'] }, { owners: ['ml'] }, { owners: ['gone'] }, { pods: ['never'] }].map(
    (filter) => summarize(records, undefined, filter),
  );
  const sum = (of: (summary: typeof whole) => number) => parts.reduce((total, one) => total + of(one), 0);
  expect(sum(({ pulls }) => pulls.calls)).toBe(whole.pulls.calls);
  expect(sum(({ bytes }) => bytes.downloadedBytes)).toBe(whole.bytes.downloadedBytes);
  expect(sum(({ backOffs }) => backOffs)).toBe(whole.backOffs);
  expect(sum(({ failures }) => failures.reduce((all, { count }) => all + count, 0))).toBe(
    whole.failures.reduce((all, { count }) => all + count, 0),
  );
});

test('causes come from pods that are not shown, and so does what they have pulled', () => {
  const trace = new TraceBuilder();
  const big = trace.pod(0, 'big', [['app', 'big:1']]);
  const small = trace.pod(0, 'small', [['app', 'big:1']]);
  big.pull(1_000, 'app', 'pulling', 'big:1');
  const waiting = small.pull(1_000, 'app', 'waiting', 'big:1');
  expect(waiting).toBeGreaterThan(0);
  big.pull(61_000, 'app', 'pulled', 'big:1', { tookMs: 60_000 });
  trace.tell(
    61_000,
    `${small.actor}/app`,
    { type: 'pull', state: 'pulling', pod: small.ref, container: 'app', image: 'big:1' },
    { kind: 'slot', actor: `${big.actor}/app`, record: 3 },
  );
  small.pull(62_000, 'app', 'pulled', 'big:1', { tookMs: 1_000 });
  const summary = summarize(trace.end(63_000), undefined, { pods: ['small'] });
  expect(summary.longestWait?.because?.actor).toBe(`${big.actor}/app`);
  expect(summary.pulls).toEqual({ calls: 1, succeeded: 1, failed: 0, duplicates: 1 });
});

test('a timeline has the rows, pods and figures of what is shown, and says so first', () => {
  const timeline = formatTimeline(records, {
    ...text,
    filter: { owners: ['ml'], nodes: ['node-1', 'node-4'] },
  });
  expect(timeline.split('\n')[0]).toMatch(
    /^2 of 16 pods shown \(--node node-1 --node node-4 --owner ml\)\. All 2 pods started/,
  );
  expect(timeline).not.toMatch(/web-|gone-|never/);
  expect(timeline.match(/^node-\d/gm)).toEqual(['node-1', 'node-4']);
});
