import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { drawnBars, timelineSvg } from '../../../src/reports/html/timeline-svg.ts';
import { type BarView, type RunView, runView } from '../../../src/reports/run-view/run-view.ts';
import { TraceBuilder } from '../trace-builder.ts';

const drawn = (view: RunView, whyOf: (row: number, bar: number) => string = () => '') =>
  parseHTML(`<html><body>${timelineSvg(view, whyOf).text}</body></html>`).document;
const attributes = (element: Element, ...names: string[]): string =>
  names.map((name) => element.getAttribute(name)).join(' ');

/** Two pods on two nodes; the second fails at 500 ms, and waits to the end at 1 s. */
function story(): RunView {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
  trace.pod(0, 'web', [['app', 'registry.example/web:1']]).start(450, 'app');
  const stuck = trace.pod(250, 'db', [['app', 'db:1']], { node: 'node-2', namespace: 'shop' });
  stuck.pull(500, 'app', 'failed', 'db:1', { reason: 'ErrImagePull', error: 'not found', untilMs: 10_500 });
  return runView(trace.end(1_000, 'horizon'));
}

test('bars stand to scale below their axis, a running container is a thin line, a failure a mark, the time to the right', () => {
  const document = drawn(story());
  const nodes = [...document.querySelectorAll('svg.timeline > g')].map((node) =>
    [...node.children].map((part) => {
      const kind = part.getAttribute('class');
      const place =
        part.localName === 'rect'
          ? attributes(part, 'x', 'y', 'width', 'height')
          : attributes(part, 'x', 'y');
      if (part.localName === 'line') return `${kind} ${attributes(part, 'x1', 'x2', 'y1', 'y2')}`;
      if (part.localName === 'path') return `${kind} ${part.getAttribute('d')} ${part.textContent}`;
      return `${kind} ${place} ${part.textContent}`;
    }),
  );
  const axis = (top: number) =>
    ['0s', '200ms', '400ms', '600ms', '800ms'].flatMap((label, tick) => [
      `timeline-tick ${280 + tick * 150} ${top + 28} ${label}`,
      `timeline-grid ${280 + tick * 150} ${280 + tick * 150} ${top + 31} ${top + 54}`,
    ]);
  expect(nodes).toEqual([
    [
      'timeline-node 0 18 node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      ...axis(4),
      'timeline-tick timeline-end 1100 32 running after',
      'timeline-label 0 49 default/web · appdefault/web · app: registry.example/web:1',
      'phase-waitingToStart 280 38 337.5 13 waiting for its turn, 0 ms to 450 ms',
      'phase-starting 617.5 38 37.5 13 starting, 450 ms to 500 ms',
      'phase-running 655 43 375 4 running, 500 ms to 1.0 s',
      'timeline-time 1100 49 500 ms',
    ],
    [
      'timeline-node 0 82 node-2 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      ...axis(68),
      'timeline-tick timeline-end 1100 96 running after',
      'timeline-label 0 113 shop/db · appshop/db · app: db:1',
      'phase-waitingToStart 467.5 102 187.5 13 waiting for its turn, 250 ms to 500 ms',
      'phase-backingOff 655 102 375 13 backing off, 500 ms to 1.0 s',
      'failure M655 100l3 4l-3 11l-3 -11z 500 ms: ErrImagePull: not found',
      'timeline-time 1100 113 –',
    ],
  ]);
  const svg = document.querySelector('svg.timeline');
  expect(svg && attributes(svg, 'viewBox', 'width', 'height')).toBe('0 0 1100 132 1100 132');
  expect(document.querySelector('desc')?.textContent).toBe(
    '2 rows of containers over 1.0 s of virtual time. The tables below say the same in words.',
  );
});

test('the legend has what is drawn, in the order of a life, and failures', () => {
  const entries = (view: RunView) =>
    [...drawn(view).querySelectorAll('.legend li')].map((entry) => {
      const shape = entry.querySelector('svg > *');
      return `${shape?.getAttribute('class')} ${shape?.getAttribute('height')} ${shape?.getAttribute('y')}: ${entry.textContent}`;
    });
  expect(entries(story())).toEqual([
    'phase-waitingToStart 12 0: waiting for its turn',
    'phase-backingOff 12 0: backing off',
    'phase-starting 12 0: starting',
    'phase-running 4 4: running',
    'failure null null: failed pull',
  ]);
  const trace = new TraceBuilder();
  trace.pod(0, 'job', [['app', 'web:1']]).container(10, 'app', 'exited', 0);
  expect(entries(runView(trace.end(100)))).toEqual(['phase-waitingToStart 12 0: waiting for its turn']);
});

describe('texts', () => {
  test('a tooltip tells why, cut where it is too long for one; each bar is asked for by its row and place', () => {
    const asked: string[] = [];
    const document = drawn(story(), (row, bar) => {
      asked.push(`${row}/${bar}`);
      return bar === 1 ? 'x'.repeat(240) : 'y'.repeat(241);
    });
    const titles = [...document.querySelectorAll('rect title')].map(({ textContent }) => textContent);
    expect(titles.slice(0, 2)).toEqual([
      `waiting for its turn, 0 ms to 450 ms. ${'y'.repeat(240)}…`,
      `starting, 450 ms to 500 ms. ${'x'.repeat(240)}`,
    ]);
    expect(asked).toEqual(['0/0', '0/1', '0/2', '1/0', '1/1']);
  });

  test('a long name keeps its end; in the namespace default alone it has none', () => {
    const trace = new TraceBuilder();
    for (const name of ['a'.repeat(30), `recommendationservice-${'5'.repeat(10)}-x2x4z`])
      trace.pod(0, name, [['app', 'web:1']]);
    const labels = [...drawn(runView(trace.end(10))).querySelectorAll('.timeline-label')].map(
      ({ firstChild }) => firstChild?.textContent,
    );
    expect(labels).toEqual([`${'a'.repeat(30)} · app`, 'recommendationse…5555555-x2x4z · app']);
    expect(labels[1]).toHaveLength(36);
  });

  test('a failure without an error is its reason alone', () => {
    const trace = new TraceBuilder();
    trace.pod(0, 'web', [['app', 'web:1']]).pull(500, 'app', 'neverPresent', 'web:1');
    expect(drawn(runView(trace.end(1_000))).querySelector('.failure')?.textContent).toBe(
      '500 ms: ErrImageNeverPull',
    );
  });
});

test('many short phases of a row are one bar that says how many they are', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  for (let at = 0; at < 100; at += 20) {
    pod.pull(at, 'app', 'inspecting', 'web:1');
    pod.pull(at + 10, 'app', 'failed', 'web:1');
  }
  const titles = [...drawn(runView(trace.end(1_000_000, 'horizon'))).querySelectorAll('rect title')].map(
    ({ textContent }) => textContent,
  );
  expect(titles).toEqual(['9 short phases, from 0 ms on', 'waiting for the next sync, 90 ms to 16 m 40 s']);
});

const bar = (phase: BarView['phase'], fromMs: number, toMs: number): BarView => ({ phase, fromMs, toMs });

test('bars are drawn as they are, the end of a container is not', () => {
  const bars = [bar('downloading', 0, 400), bar('running', 400, 900), bar('ended', 900, 1000)];
  expect(drawnBars(bars, 1000, 100, 50)).toEqual([
    { bar: bars[0], place: 0, more: 0 },
    { bar: bars[1], place: 1, more: 0 },
  ]);
});

test('bars that begin after the picture are not drawn', () => {
  expect(drawnBars([bar('downloading', 0, 400), bar('running', 400, 900)], 400, 100, 50)).toHaveLength(1);
});

test('short neighbours are drawn as one, named by the longest', () => {
  const bars = [bar('inspecting', 0, 0.3), bar('resolving', 0.3, 1), bar('downloading', 1, 900)];
  expect(drawnBars(bars, 1000, 100, 50)[0]).toEqual({ bar: bar('resolving', 0, 1), place: 0, more: 1 });
});

test('a row of very many bars keeps to its budget and leaves no gap', () => {
  const bars = Array.from({ length: 20_000 }, (_, index) =>
    bar(index % 2 === 0 ? 'backingOff' : 'waitingForSync', index, index + 1),
  );
  const drawn = drawnBars(bars, 20_000, 760, 60);
  expect(drawn.length).toBeLessThanOrEqual(61);
  for (const [index, { bar: one }] of drawn.entries())
    expect(one.fromMs).toBe(index === 0 ? 0 : drawn[index - 1]?.bar.toMs);
  expect(drawn.at(-1)?.bar.toMs).toBe(20_000);
  expect(drawn.reduce((sum, { more }) => sum + more + 1, 0)).toBe(20_000);
});
