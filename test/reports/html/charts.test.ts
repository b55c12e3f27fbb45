import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { intervalsChart } from '../../../src/reports/html/answer-charts.ts';
import { type Line, overTimeChart, timesChart, waitingChart } from '../../../src/reports/html/charts.ts';
import { chartsSection } from '../../../src/reports/html/charts-section.ts';
import type { Markup } from '../../../src/reports/html/markup.ts';
import { shownSpanMs } from '../../../src/reports/html/timeline-svg.ts';
import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import type { ResourceView } from '../../../src/reports/run-view/resource-view.ts';
import type { RunView } from '../../../src/reports/run-view/run-view.ts';
import type { Series } from '../../../src/reports/run-view/series-builder.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { rollout } from '../rollout.ts';
import { idleNode } from '../run-view/idle-node.ts';
import { TraceBuilder } from '../trace-builder.ts';

const read = (markup: Markup | undefined) => parseHTML(`<html><body>${markup?.text}</body></html>`).document;
const titled = { title: 'Title', says: 'In words.' };

/** The texts of a picture, from its first to its last. */
const textsOf = (markup: Markup): string[] =>
  [...read(markup).querySelectorAll('svg.chart text')].map(({ textContent }) => textContent ?? '');
const attributesOf = (markup: Markup, selector: string, ...names: string[]): string[] =>
  [...read(markup).querySelectorAll(selector)].map((element) =>
    names.map((name) => element.getAttribute(name)).join(' '),
  );

test('times are counted in bins, in the unit that suits the longest; counts have no halves', () => {
  // More pods than a call may have arguments.
  expect(textsOf(timesChart(titled, new Array<number>(150_000).fill(2_000))).at(-1)).toBe(
    'from arrival to running (s)',
  );
  const chart = timesChart(titled, [1_000, 2_000, 2_000, 5_000]);
  expect(textsOf(chart)).toEqual([
    '0',
    '',
    '1',
    '',
    '2',
    '↑ pods',
    '1',
    '2',
    '3',
    '4',
    '5',
    'from arrival to running (s) →',
  ]);
  expect(attributesOf(chart, 'rect', 'height')).toEqual(['71', '142', '71']);
  expect(
    attributesOf(chart, 'svg.chart', 'aria-label', 'aria-description', 'role', 'width', 'height'),
  ).toEqual(['Title In words. img 480 220']);
});

test.each([
  [999, 'ms'],
  [1_000, 's'],
  [179_999, 's'],
  [180_000, 'minutes'],
  [10_799_999, 'minutes'],
  [10_800_000, 'hours'],
])('of %i ms the unit is %s', (mostMs, unit) => {
  const step = { atMs: 0, value: 1 };
  const chart = overTimeChart(
    titled,
    [{ name: 'a', look: 'line', steps: [step, { ...step, atMs: mostMs }] }],
    'GB',
    mostMs,
  );
  expect(textsOf(chart).at(-1)).toBe(`virtual time (${unit}) →`);
  expect(textsOf(timesChart(titled, [1, mostMs])).at(-1)).toBe(`from arrival to running (${unit}) →`);
});

test('what was waited for stands in order, the longest first, with its time beside its bar', () => {
  const chart = waitingChart(titled, [
    { phase: 'downloading', waitedMs: 500 },
    { phase: 'waitingForSlot', waitedMs: 900 },
  ]);
  const ticks = ['0', '200', '400', '600', '800'];
  expect(textsOf(chart)).toEqual([
    'waiting for a slot',
    'downloading',
    ...ticks,
    'all containers together (ms) →',
    '900 ms',
    '500 ms',
  ]);
  expect(attributesOf(chart, 'rect', 'y', 'width', 'fill').map((text) => text.replace(/\.\d+/, ''))).toEqual([
    '32 254 var(--phase-waitingForSlot)',
    '48 141 var(--phase-downloading)',
  ]);
  expect(attributesOf(chart, 'svg.chart', 'height')).toEqual(['112']);
});

test('steps over time: an area is filled, a limit dashed, the others told apart by dashes; several have a key', () => {
  const steps = (...values: readonly number[]) =>
    values.map((value, index) => ({ atMs: index * 30_000, value }));
  const lines: readonly Line[] = [
    { name: 'one', look: 'area', steps: steps(1, 2.5, 2.5) },
    { name: 'other', look: 'line', steps: steps(2, 1, 1) },
    { name: 'limit', look: 'dashed', steps: steps(3, 3, 3) },
  ];
  const chart = overTimeChart(titled, lines, 'pulls', 60_000);
  expect(attributesOf(chart, '.key path', 'stroke', 'stroke-dasharray')).toEqual([
    'var(--accent) none',
    'var(--line-1) 3 1',
    'var(--line-2) 6 4',
  ]);
  expect([...read(chart).querySelectorAll('.key')].map(({ textContent }) => textContent)).toEqual([
    'one',
    'other',
    'limit',
  ]);
  const drawn = [...read(chart).querySelectorAll('svg.chart g > path:not([transform])')].map((path) => {
    const look = ['fill', 'stroke', 'stroke-dasharray']
      .map((name) => path.parentElement?.getAttribute(name))
      .join(' ');
    return `${look} ${path.getAttribute('d')}`;
  });
  expect(drawn).toEqual([
    'var(--accent)   M60,124.667L260,124.667L260,53.667L460,53.667L460,53.667L460,172L460,172L260,172L260,172L60,172Z',
    'none var(--accent)  M60,124.667L260,124.667L260,53.667L460,53.667L460,53.667',
    'none var(--line-1) 3 1 M60,77.333L260,77.333L260,124.667L460,124.667L460,124.667',
    'none var(--line-2) 6 4 M60,30L260,30L260,30L460,30L460,30',
  ]);
  expect(textsOf(chart).slice(0, 8)).toEqual(['0', '', '1', '', '2', '', '3', '↑ pulls']);
  expect(
    read(overTimeChart(titled, lines.slice(0, 1), 'pulls', 60_000)).querySelectorAll('.key'),
  ).toHaveLength(0);
  // Amounts do have fractions.
  expect(textsOf(overTimeChart(titled, lines.slice(0, 1), 'GB', 60_000)).slice(0, 7)).toEqual([
    '0',
    '0.5',
    '1',
    '1.5',
    '2',
    '2.5',
    '↑ GB',
  ]);
});

const series = (...values: readonly number[]): Series => ({
  atMs: values.map((_, index) => index * 1000),
  values,
});
const quiet: NodeResources = { ...idleNode, node: 'node-1' };

/** Titles with their keys, and what each says. */
function charts(
  resources: ResourceView,
  more: { summary?: Partial<RunSummary>; records?: Parameters<typeof summarize>[0] } = {},
) {
  const records = more.records ?? new TraceBuilder().end(0);
  const section = chartsSection(records, { ...summarize(records), ...more.summary }, resources, 4_000);
  if (section === undefined) return [];
  const document = read(section);
  return [...document.querySelectorAll('figure')].map((figure) => {
    const keys = [...figure.querySelectorAll('.key')].map(({ textContent }) => textContent);
    const title = figure.querySelector('figcaption')?.firstChild?.textContent;
    return `${title}${keys.length === 0 ? '' : ` (${keys.join(', ')})`}: ${figure.querySelector('svg.chart')?.getAttribute('aria-description')}`;
  });
}

test('only what happens has a chart; a limit is drawn where it is not far above', () => {
  const busy: NodeResources = {
    ...quiet,
    slotsInUse: series(0, 2, 1),
    slotsWaiting: series(0, 3),
    link: series(0, 40e6),
    linkMax: 64e6,
    disk: series(0, 5e9),
    gcHighBytes: 8.1e9,
    tokens: series(2, 1),
  };
  expect(charts({ nodes: [busy], registries: [] })).toEqual([
    'Pull slots (in use, waiting): in use: at most 2 pulls within 4.0 s.',
    'Bytes that come in (link, limit of the link): link: at most 40 MB per second within 4.0 s.',
    'Disk taken by images: images: at most 5 GB within 4.0 s.',
    'Tokens of registryPullQPS: tokens: at most 2 tokens within 4.0 s.',
  ]);
  expect(
    charts({ nodes: [{ ...busy, tokens: series(2, 2), linkMax: 65e6, gcHighBytes: 8e9 }], registries: [] }),
  ).toEqual([
    'Pull slots (in use, waiting): in use: at most 2 pulls within 4.0 s.',
    'Bytes that come in: link: at most 40 MB per second within 4.0 s.',
    'Disk taken by images (images, GC begins): images: at most 5 GB within 4.0 s.',
  ]);
  expect(charts({ nodes: [quiet], registries: [] })).toEqual([]);
  expect(
    charts({ nodes: [{ ...quiet, link: busy.link, linkMax: 64e6, takenInBy: 'disk' }], registries: [] }),
  ).toEqual(['Bytes that come in (link, limit of the disk): link: at most 40 MB per second within 4.0 s.']);
});

test('several nodes are summed, without the limits and tokens of one', () => {
  const one = {
    ...quiet,
    slotsInUse: series(0, 1),
    link: series(0, 30.12345e6),
    linkMax: 31e6,
    tokens: series(2, 1),
  };
  expect(charts({ nodes: [one, { ...one, node: 'node-2' }, quiet], registries: [] })).toEqual([
    'Pull slots, all 3 nodes together: in use: at most 2 pulls within 4.0 s.',
    'Bytes that come in, all 3 nodes together: link: at most 60.25 MB per second within 4.0 s.',
  ]);
});

test('registries are compared where there are two, the first four of them', () => {
  const registry = (host: string) => ({ host, egress: series(0, 7e6) });
  const hosts = ['a', 'b', 'c', 'd', 'e'].map(registry);
  expect(charts({ nodes: [quiet], registries: hosts })).toEqual([
    'Bytes that registries send (a, b, c, d): a: at most 7 MB per second within 4.0 s.',
  ]);
  expect(charts({ nodes: [quiet], registries: hosts.slice(0, 1) })).toEqual([]);
});

test('how long pods took is drawn of four pods on; what they waited for where they waited', () => {
  const started = (count: number) => {
    const trace = new TraceBuilder();
    for (let pod = 0; pod < count; pod++)
      trace.pod(0, `web-${pod}`, [['app', 'web:1']]).start(1_000 * (count - pod), 'app');
    return trace.end(10_000);
  };
  const times = 'How long pods took to run: 4 pods: the fastest ran after 1.1 s, the slowest after 4.1 s.';
  expect(charts({ nodes: [], registries: [] }, { records: started(4) })[0]).toBe(times);
  expect(charts({ nodes: [], registries: [] }, { records: started(3) })).toHaveLength(1);
  expect(charts({ nodes: [], registries: [] }, { records: rollout() })).toEqual([
    'What containers waited for: Of all waiting of 3 pods, 45.0 % is waitingForSlot.',
  ]);
});

test('pictures show a little more than the waiting, or the whole where what comes after is short', () => {
  const view = (endMs: number, waitedMs: number, state = 'running') =>
    ({
      endMs,
      rows: [
        {
          state,
          bars: [
            { phase: 'downloading', fromMs: 0, toMs: waitedMs },
            { phase: 'running', fromMs: waitedMs, toMs: endMs },
          ],
        },
      ],
    }) as unknown as RunView;
  expect(shownSpanMs(view(10_000, 1_000))).toBe(1_040);
  expect(shownSpanMs(view(1_500, 1_000))).toBe(1_040);
  expect(shownSpanMs(view(1_499, 1_000))).toBe(1_499);
  expect(shownSpanMs(view(10_000, 1_000, 'ended'))).toBe(1_040);
  expect(shownSpanMs(view(10_000, 1_000, 'backingOff'))).toBe(10_000);
  expect(shownSpanMs({ endMs: 700, rows: [] } as unknown as RunView)).toBe(700);
  expect(shownSpanMs({ endMs: 0, rows: [] } as unknown as RunView)).toBe(1);
});

test('a difference of 60,000 % stands at the end of the axis with its value, and the others keep their room', () => {
  const row = { low: 0, high: 0, verdict: 'worse' } as const;
  const rows = [
    { ...row, name: 'backing off', low: 59_000, mid: 60_000, high: 61_000 },
    { ...row, name: 'time to running p50', low: -62, mid: -60, high: -58, verdict: 'better' } as const,
  ];
  const chart = intervalsChart(titled, rows);
  const texts = textsOf(chart);
  expect(texts).toContain('+60,000 %');
  // The labels of the axis are numbers alone; a minus sign may be any.
  const ticks = texts
    .filter((text) => /^[-−+]?[\d,]+$/.test(text))
    .map((text) => Number(text.replace('−', '-').replaceAll(',', '')));
  expect(ticks.length).toBeGreaterThan(2);
  expect(Math.max(...ticks)).toBeLessThanOrEqual(200);
  const [far = 0, near = 0] = [...read(chart).querySelectorAll('svg.chart circle')].map((dot) =>
    Number(dot.getAttribute('cx')),
  );
  expect(far - near).toBeGreaterThan(100);
  expect(textsOf(intervalsChart(titled, rows.slice(1)))).not.toContain('+60,000 %');
});
