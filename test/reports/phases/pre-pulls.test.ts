import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { csvTable } from '../../../src/reports/csv/csv-table.ts';
import { prePulls } from '../../../src/reports/phases/pre-pulls.ts';
import {
  formatPrePullEvents,
  formatPrePullTimeline,
  kubeadmLines,
  prePullText,
} from '../../../src/reports/timeline/pre-pull-timeline.ts';
import type { ObservationOf } from '../../../src/trace/observation.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

type Told = Omit<ObservationOf<'prePull'>, 'type'>;

/**
 * A list of images that kubeadm pulls on node-1, from 1 s on: each record is told of the list (0) or of its
 * n-th image.
 */
function listOf(
  started: Partial<Told>,
  told: readonly (readonly [at: number, image: number, what: Told])[],
  endMs = 20_000,
) {
  const trace = new TraceBuilder();
  const list = 'node-1/pre-pull';
  const begun = { state: 'started', policy: 'IfNotPresent', kubeadmVersion: '1.36.3', ...started } as const;
  trace.tell(1_000, list, { type: 'prePull', ...begun });
  for (const [at, image, what] of told) {
    const name = started.images?.[image - 1];
    const about = name === undefined ? {} : { image: name };
    trace.tell(at, image === 0 ? list : `${list}/image-${image}`, { type: 'prePull', ...about, ...what });
  }
  return trace.end(endMs);
}

const images = [
  'registry.k8s.io/pause:3.10',
  'registry.k8s.io/etcd:3.6',
  'registry.k8s.io/coredns:1.12',
  'gone:1',
];

/** One is there, one is pulled at the second try, one has no turn, one is given up. */
function story(): readonly TraceRecord[] {
  return listOf({ images }, [
    [1_000, 1, { state: 'inspecting' }],
    [1_500, 1, { state: 'present' }],
    [1_500, 2, { state: 'inspecting' }],
    [2_000, 2, { state: 'pulling', attempt: 1 }],
    [3_000, 2, { state: 'failed', attempt: 1, error: 'reset' }],
    [3_000, 2, { state: 'pulling', attempt: 2 }],
    [7_000, 2, { state: 'pulled', attempt: 2 }],
    [7_000, 4, { state: 'inspecting' }],
    [7_100, 4, { state: 'pulling', attempt: 1 }],
    [8_000, 4, { state: 'failed', attempt: 1, error: 'not found' }],
    [9_000, 4, { state: 'gaveUp', error: 'failed to pull image gone:1' }],
    [11_000, 0, { state: 'finished', errors: ['failed to pull image gone:1'] }],
  ]);
}

describe('a list of images', () => {
  test('each image has its state, times, tries and error; what had no turn when the list ended never gets one', () => {
    const [list, ...others] = prePulls(story());
    expect(others).toEqual([]);
    const { images: pulled = [], ...rest } = list ?? {};
    expect(rest).toEqual({
      node: 'node-1',
      kubeadmVersion: '1.36.3',
      parallel: false,
      policy: 'IfNotPresent',
      beganMs: 1_000,
      endedMs: 11_000,
      interrupted: false,
      errors: ['failed to pull image gone:1'],
    });
    const actor = (image: number) => `node-1/pre-pull/image-${image}`;
    expect(pulled.map(({ phases, ...image }) => image)).toEqual([
      { image: images[0], actor: actor(1), state: 'present', beganMs: 1_000, endedMs: 1_500, attempts: 0 },
      { image: images[1], actor: actor(2), state: 'pulled', beganMs: 1_500, endedMs: 7_000, attempts: 2 },
      { image: images[2], state: 'stopped', attempts: 0 },
      {
        image: images[3],
        actor: actor(4),
        state: 'failed',
        beganMs: 7_000,
        endedMs: 9_000,
        attempts: 1,
        error: 'failed to pull image gone:1',
      },
    ]);
    expect(
      pulled.map(({ phases }) =>
        phases.phases.map(({ phase, fromMs, toMs }) => `${phase} ${fromMs}–${toMs}`),
      ),
    ).toEqual([
      ['inspecting 1000–1500', 'ended 1500–20000'],
      ['waitingToStart 1000–1500', 'inspecting 1500–2000', 'runtimeWork 2000–7000', 'ended 7000–20000'],
      ['waitingToStart 1000–11000', 'ended 11000–20000'],
      [
        'waitingToStart 1000–7000',
        'inspecting 7000–7100',
        'runtimeWork 7100–8000',
        'waitingForSync 8000–9000',
        'ended 9000–20000',
      ],
    ]);
    expect(pulled.map(({ phases: { name, kind, failures } }) => [name, kind, failures])).toEqual([
      ['image-1', 'container', []],
      ['image-2', 'container', [{ atMs: 3_000, reason: 'try 1', error: 'reset' }]],
      ['image-3', 'container', []],
      ['image-4', 'container', [{ atMs: 8_000, reason: 'try 1', error: 'not found' }]],
    ]);
  });

  test('as of an earlier moment it goes on, with what is under way', () => {
    const [list] = prePulls(story(), 2_500);
    expect(list).not.toHaveProperty('endedMs');
    expect(list?.images.map(({ state }) => state)).toEqual(['present', 'pulling', 'waiting', 'waiting']);
    expect(prePulls(story(), 1_700)[0]?.images[1]?.state).toBe('looking');
    expect(prePulls(story(), 999)).toEqual([]);
  });

  test('a node that goes down stops it; what it begins anew has a list of its own, and other nodes have theirs', () => {
    const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
    const start = { type: 'prePull', state: 'started', images: ['a:1'] } as const;
    for (const node of ['node-1', 'node-2']) {
      trace.tell(0, `${node}/pre-pull`, start);
      trace.tell(10, `${node}/pre-pull/image-1`, { type: 'prePull', state: 'pulling', image: 'a:1' });
    }
    trace.tell(500, 'node-1/pre-pull', { type: 'prePull', state: 'interrupted' });
    trace.tell(900, 'node-1/pre-pull', { ...start, parallel: true });
    const lists = prePulls(trace.end(1_000, 'horizon'));
    expect(
      lists.map(({ node, beganMs, endedMs, interrupted, parallel, images: [image] }) => [
        node,
        beganMs,
        endedMs,
        interrupted,
        parallel,
        image?.state,
      ]),
    ).toEqual([
      ['node-1', 0, 500, true, false, 'stopped'],
      ['node-2', 0, undefined, false, false, 'pulling'],
      ['node-1', 900, undefined, false, true, 'waiting'],
    ]);
  });

  test('what the runtime fetches and unpacks for an image, and whom it asks, are its phases', () => {
    const trace = new TraceBuilder();
    trace.tell(0, 'node-1/pre-pull', { type: 'prePull', state: 'started', images: ['a:1'] });
    const image = 'node-1/pre-pull/image-1';
    const runtime = 'node-1/images/pre-pull/image-1#fetch-0';
    const layer = { image: 'a:1', digest: 'sha256:0', layer: 0, bytes: 10 };
    trace.tell(100, image, { type: 'prePull', state: 'pulling', image: 'a:1', attempt: 1 });
    trace.tell(200, runtime, {
      type: 'request',
      state: 'waiting',
      method: 'GET',
      kind: 'manifest',
      registry: 'r',
      image: 'a:1',
    });
    trace.tell(300, runtime, {
      type: 'request',
      state: 'sent',
      method: 'GET',
      kind: 'manifest',
      registry: 'r',
      image: 'a:1',
    });
    trace.tell(400, runtime, { type: 'fetch', state: 'started', ...layer });
    trace.tell(500, runtime, { type: 'fetch', state: 'fetched', ...layer });
    trace.tell(500, 'node-1/images/pre-pull/image-1', { type: 'unpack', state: 'started', ...layer });
    trace.tell(600, image, { type: 'prePull', state: 'pulled', image: 'a:1' });
    const phases = prePulls(trace.end(700))[0]?.images[0]?.phases.phases ?? [];
    expect(phases.map(({ phase, toMs }) => `${phase} –${toMs}`)).toEqual([
      'waitingToStart –100',
      'runtimeWork –200',
      'waitingForDownload –300',
      'resolving –400',
      'downloading –500',
      'unpacking –600',
      'ended –700',
    ]);
  });
});

describe('its picture', () => {
  const picture = (records: readonly TraceRecord[], width = 70, atMs?: number) =>
    formatPrePullTimeline(records, { width, colour: false, ...(atMs === undefined ? {} : { atMs }) }).split(
      '\n',
    );

  test('is to scale from the beginning of the list on, with what became of each image, and the totals', () => {
    expect(picture(story(), 80)).toEqual([
      'seed 42 · settled after 20 s',
      '',
      'node-1 · 4 images one after the other · IfNotPresent · kubeadm v1.36.3',
      '             0s        2s        4s         6s        8s                    done',
      'pause:3.10   ???                                                    there 500 ms',
      'etcd:3.6     ···??-----!--------------------                         try 2 6.0 s',
      'coredns:1.12 ····················································              –',
      'gone:1       ·······························?----!~~~~~             failed 8.0 s',
      '',
      '· waiting for its turn  ? inspecting  - work of the runtime',
      '~ waiting for the next sync  ! failed pull',
      '',
      '4 images: 1 pulled, 1 there already, 1 failed, 1 not pulled · 0 B downloaded ·',
      'in 10 s',
      '',
    ]);
  });

  test('is the same with colours', () => {
    const coloured = formatPrePullTimeline(story(), { width: 80, colour: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured).split('\n')).toEqual(picture(story(), 80));
  });

  test('goes on while it does; what is cut short or never pulls says so', () => {
    expect(picture(story(), 70, 2_500).slice(2)).toEqual([
      'node-1 · 4 images one after the other · IfNotPresent · kubeadm v1.36.3',
      '             0s            500ms          1s                      done',
      'pause:3.10   ???????????????                              there 500 ms',
      'etcd:3.6     ···············??????????????---------------            –',
      'coredns:1.12 ············································            –',
      'gone:1       ············································            –',
      '',
      '· waiting for its turn  ? inspecting  - work of the runtime',
      '',
      '4 images: 1 there already · 0 B downloaded · goes on',
      '',
    ]);
    const total = (records: readonly TraceRecord[]) => picture(records).at(-2);
    expect(total(listOf({ images: ['a:1'] }, [[4_000, 0, { state: 'interrupted' }]]))).toBe(
      '1 image: 1 not pulled · 0 B downloaded · interrupted after 3.0 s',
    );
    expect(
      total(listOf({ images: ['a:1', 'b:1'], policy: 'Never' }, [[1_002, 0, { state: 'finished' }]])),
    ).toBe('2 images: nothing is pulled (Never) · 0 B downloaded · in 2 ms');
  });

  test('a long name keeps both its ends, and no line is wider than asked', () => {
    const name = `registry.example/${'a'.repeat(30)}-${'b'.repeat(30)}:1`;
    const lines = picture(listOf({ images: [name] }, [[3_000, 1, { state: 'pulled' }]]), 40);
    expect(lines[4]).toBe('aaaaaaaa…bbbbb:1 ··                2.0 s');
    expect(Math.max(...lines.map((line) => line.length))).toBe(40);
  });
});

test.each<[Partial<Told>, string]>([
  [{ images: ['a:1'] }, '1 image · IfNotPresent · kubeadm v1.36.3'],
  [{ images: ['a:1', 'b:1'], parallel: true }, '2 images at once · IfNotPresent · kubeadm v1.36.3'],
  [{ images: ['a:1', 'b:1'], policy: 'Always' }, '2 images one after the other · Always · kubeadm v1.36.3'],
])('%j is told as «%s»', (started, text) => {
  expect(prePulls(listOf(started, [])).map(prePullText)).toEqual([text]);
});

// cmd/phases/init/preflight.go, preflight/checks.go (RunChecks) and cmd/config.go (v1.36.3).
test('kubeadm prints its check with the errors, or each image that it pulled or could not', () => {
  const [failed] = prePulls(story());
  const [passed] = prePulls(listOf({ images: ['a:1'] }, [[2_000, 0, { state: 'finished' }]]));
  if (failed === undefined || passed === undefined) throw new Error('no list');
  const intro = [
    '[preflight] Pulling images required for setting up a Kubernetes cluster',
    '[preflight] This might take a minute or two, depending on the speed of your internet connection',
    "[preflight] You can also perform this action beforehand using 'kubeadm config images pull'",
  ];
  expect(kubeadmLines(passed, 'preflight')).toEqual(intro);
  expect(kubeadmLines(failed, 'preflight')).toEqual([
    ...intro,
    '[preflight] Some fatal errors occurred:',
    '\t[ERROR ImagePull]: failed to pull image gone:1',
  ]);
  expect(kubeadmLines(failed, 'config')).toEqual([
    '[config/images] Pulled registry.k8s.io/etcd:3.6',
    'failed to pull image "gone:1": failed to pull image gone:1',
  ]);
});

describe('its events', () => {
  test('have a line each with the time, as kubeadm logs them', () => {
    expect(formatPrePullEvents(story()).split('\n')).toEqual([
      '    1.000s  using image pull policy: IfNotPresent',
      '    1.500s  image exists: registry.k8s.io/pause:3.10',
      '    2.000s  pulling: registry.k8s.io/etcd:3.6',
      '    3.000s  try 1 of registry.k8s.io/etcd:3.6 failed: reset',
      '    3.000s  pulling: registry.k8s.io/etcd:3.6 (try 2)',
      '    7.000s  done pulling: registry.k8s.io/etcd:3.6',
      '    7.100s  pulling: gone:1',
      '    8.000s  try 1 of gone:1 failed: not found',
      '    9.000s  failed to pull image gone:1',
      '   11.000s  the check ImagePull found 1 error',
      '',
    ]);
    expect(formatPrePullEvents(story(), { atMs: 1_500 }).split('\n')).toHaveLength(3);
  });

  test.each<[Partial<Told>, Told | undefined, string]>([
    [{ parallel: true }, undefined, 'using image pull policy: IfNotPresent; pulling all images in parallel'],
    [{ policy: 'Never' }, undefined, 'skipping the pull of all images due to policy: Never'],
    [{}, { state: 'finished' }, 'the check ImagePull passed'],
    [{}, { state: 'finished', errors: ['a', 'b'] }, 'the check ImagePull found 2 errors'],
    [{}, { state: 'interrupted' }, 'the node went down'],
  ])('%j, then %j: «%s»', (started, then, said) => {
    const records = listOf({ images: ['a:1'], ...started }, then === undefined ? [] : [[2_000, 0, then]]);
    expect(formatPrePullEvents(records).trimEnd().split('\n').at(-1)?.slice(12)).toBe(said);
  });
});

test('images pulled ahead are lines of the CSV after those of pods, with the time until each was there', () => {
  const lines = csvTable(story()).trimEnd().split('\n');
  const [names = '', ...rows] = lines.map((line) => line.split(','));
  const cells = (...columns: readonly string[]) =>
    rows.map((row) => columns.map((column) => row[names.indexOf(column)]).join(' '));
  expect(cells('node', 'pod', 'container', 'kind', 'state', 'pulls', 'failures')).toEqual([
    `node-1  ${images[0]} prePull ended 0 0`,
    `node-1  ${images[1]} prePull ended 2 1`,
    `node-1  ${images[2]} prePull ended 0 0`,
    `node-1  ${images[3]} prePull ended 1 1`,
  ]);
  expect(cells('arrived_at_s', 'running_at_s', 'time_to_running_s')).toEqual([
    '1 1.5 0.5',
    '1 7 6',
    '1  ',
    '1  ',
  ]);
});
