import { describe, expect, test } from 'vitest';
import { perfettoTrace } from '../../../src/reports/perfetto/perfetto-trace.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { rollout } from '../rollout.ts';
import { traceEventProblems } from './check-trace-event-format.ts';

interface Event {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: number;
  readonly args?: Readonly<Record<string, string | number>>;
}

const eventsOf = (text: string): readonly Event[] =>
  (JSON.parse(text) as { traceEvents: readonly Event[] }).traceEvents;
const track = (events: readonly Event[], name: string): Event | undefined =>
  events.find((event) => event.name === 'thread_name' && event.args?.name === name);
/** Made once: the parts have tests of their own. */
const text = perfettoTrace(rollout());
const again = perfettoTrace(rollout());
const events = eventsOf(text);
function slicesOf(name: string): readonly Event[] {
  return events.filter(({ ph, tid }) => ph === 'X' && tid === track(events, name)?.tid);
}

test('a run keeps the rules of the format, and is the same bytes each time', () => {
  expect(traceEventProblems(text)).toEqual([]);
  expect(again).toBe(text);
});

test('a node is a group with its events, its slots and its containers, numbered as they stand', () => {
  const events = eventsOf(perfettoTrace(rollout()));
  const tracks = events.filter(({ name }) => name === 'thread_name').map(({ args }) => args?.name);
  expect(events.find(({ name }) => name === 'process_name')?.args).toEqual({ name: 'node-1' });
  expect(tracks).toEqual([
    'events',
    'pull slot 1',
    'default/ml-0/trainer',
    'default/web-5d4f8c7b9-x2x4z/nginx',
    'default/api-0/migrate',
    'default/api-0/api',
    'egress',
  ]);
});

test('phases are slices in microseconds that say why they waited', () => {
  const waited = slicesOf('default/web-5d4f8c7b9-x2x4z/nginx').find(
    ({ name }) => name === 'waiting for a slot',
  );
  expect(waited).toMatchObject({
    ts: 181_000,
    dur: 61_060_000 - 181_000,
    args: { phase: 'waitingForSlot', image: 'nginx:1.25' },
  });
  expect(waited?.args?.why).toMatch(/behind .*ml-0.*trainer/);
});

test('a slot has one pull after the other, with what became of each', () => {
  const pulls = slicesOf('pull slot 1');
  expect(pulls.map(({ name, args }) => [name, args?.outcome])).toEqual([
    ['default/ml-0/trainer', 'pulled'],
    ['default/web-5d4f8c7b9-x2x4z/nginx', 'pulled'],
    ['default/api-0/migrate', 'pulled'],
    ['default/api-0/api', 'failed'],
    ['default/api-0/api', 'pulled'],
  ]);
});

test('an arrow goes from the pull that held the slot to the one that waited', () => {
  const slot = events.filter(({ cat, name }) => cat === 'cause' && name === 'slot');
  const [begin, end] = slot.filter(({ id }) => id === slot[0]?.id);
  expect(begin).toMatchObject({ ph: 's', tid: track(events, 'default/ml-0/trainer')?.tid });
  expect(end).toMatchObject({ ph: 'f', tid: track(events, 'default/web-5d4f8c7b9-x2x4z/nginx')?.tid });
});

test('failed pulls are instants of the node with their errors', () => {
  const failures = events.filter(({ cat }) => cat === 'failure');
  expect(failures).toMatchObject([
    { ph: 'i', ts: 68_000_000, args: { reason: 'ErrImagePull', error: 'unexpected status: 503' } },
  ]);
});

test('what is counted has its unit in its name', () => {
  const counters = new Set(
    events.filter(({ ph }) => ph === 'C').map(({ name, args }) => `${name} ${Object.keys(args ?? {})}`),
  );
  expect([...counters]).toEqual(
    expect.arrayContaining(['pull slots in use', 'pull slots waiting', 'link MB/s']),
  );
});

test('a name from a manifest can neither end a string nor pass for a path', () => {
  const told = JSON.stringify(rollout())
    .replaceAll('node-1', '/bin/\\"]}\\u001b')
    .replaceAll('nginx:1.25', '</script>');
  const renamed = JSON.parse(told) as TraceRecord[];
  const made = perfettoTrace(renamed);
  expect(traceEventProblems(made)).toEqual([]);
  expect(made).not.toContain('\u001b');
});

describe('the checker itself', () => {
  const broken = (
    change: (event: Record<string, unknown>) => void,
    pick: (event: Event) => boolean,
  ): string[] => {
    const file = JSON.parse(text) as { traceEvents: Record<string, unknown>[] };
    const event = file.traceEvents.find((one) => pick(one as unknown as Event));
    if (event === undefined) throw new Error('nothing to break');
    change(event);
    return traceEventProblems(JSON.stringify(file));
  };
  const isSlice = ({ ph, name }: Event) => ph === 'X' && name === 'downloading';
  test.each<[string, (event: Record<string, unknown>) => void, (event: Event) => boolean]>([
    ['dur is missing', (event) => delete event.dur, isSlice],
    [
      'overlaps the slice before it',
      (event) => Object.assign(event, { dur: Number(event.dur) + 1 }),
      isSlice,
    ],
    [
      'args of a counter',
      (event) => Object.assign(event, { args: { level: 'much' } }),
      ({ ph }) => ph === 'C',
    ],
    ['an arrow that touches no slice', (event) => Object.assign(event, { tid: 1 }), ({ ph }) => ph === 's'],
    ['an arrow with two names', (event) => Object.assign(event, { name: 'other' }), ({ ph }) => ph === 'f'],
    ['the end of no arrow', (event) => Object.assign(event, { id: 9999 }), ({ ph }) => ph === 'f'],
    [
      'has no name',
      (event) => Object.assign(event, { name: 'process_labels', args: { labels: 'x' } }),
      ({ name }) => name === 'thread_name',
    ],
    [
      'before the one before it',
      (event) => Object.assign(event, { ts: 0 }),
      ({ ph, ts }) => ph === 'i' && ts !== 0,
    ],
    ['ph Z', (event) => Object.assign(event, { ph: 'Z' }), isSlice],
    ['x does not belong to X', (event) => Object.assign(event, { x: 1 }), isSlice],
  ])('sees that %s', (problem, change, pick) => {
    expect(broken(change, pick).join('\n')).toContain(problem);
  });
});
