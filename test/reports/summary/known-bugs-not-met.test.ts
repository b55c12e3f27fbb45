import { describe, expect, it, test } from 'vitest';
import { knownBugText } from '../../../src/reports/summary/known-bug-figures.ts';
import { remarksOf } from '../../../src/reports/summary/remarks.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

// Each run lacks one thing that a sign asks for, or has one that it must overlook; the signs themselves:
// known-bugs-met*.test.ts.
type Story = (trace: TraceBuilder, pod: PodBuild) => void;
type Told = Parameters<TraceBuilder['tell']>[2];

function bugsOf(story: Story, node: Partial<HeaderNode> = {}): string[] {
  const trace = new TraceBuilder([node, { name: 'node-2' }]);
  const pod = trace.pod(0, 'web', [
    ['setup', 'setup:1', 'init'],
    ['app', 'app'],
    ['model', 'model:1', 'imageVolume'],
  ]);
  story(trace, pod);
  return remarksOf(trace.end(1_000_000)).knownBugs.map(({ id, subjects }) => `${id}: ${subjects.join(', ')}`);
}

const old: Partial<HeaderNode> = { kubeletVersion: 'v1.31.14', profile: '1.31' };
const oldest: Partial<HeaderNode> = { kubeletVersion: 'v1.27.16', profile: '1.27' };
const gateOff: Partial<HeaderNode> = {
  kubelet: { featureGates: { KubeletEnsureSecretPulledImages: false } },
};
const credential = { source: 'secret', identity: 'i' } as const;
const restart: Told = { type: 'node', state: 'kubeletRestarted' };
const pullOf = (image = 'app:latest'): Told => ({ type: 'runtime', op: 'PullImage', image, credential });
const returned = (image: string, error?: string): Told => ({
  type: 'runtime-return',
  op: 'PullImage',
  image,
  ...(error === undefined ? {} : { error }),
});
const result = (more: object): Told =>
  ({ type: 'result', imageRef: '', error: '', message: '', policy: 'IfNotPresent', ...more }) as Told;
const gc = (more: object): Told => ({ type: 'imageGC', trigger: 'loop', ...more }) as Told;

/**
 * Records of one time each, told by the pull of the pod's container unless they are the node's or image GC's.
 */
const told =
  (...records: readonly Told[]): Story =>
  (trace, pod) => {
    for (const [index, record] of records.entries()) {
      const actor =
        record.type === 'node'
          ? 'node-1'
          : record.type === 'imageGC'
            ? 'node-1/image-gc'
            : `${pod.actor}/app`;
      trace.tell(100 + index, actor, record);
    }
  };

describe('no bug is met', () => {
  test.each<[string, Story, Partial<HeaderNode>?]>([
    [
      'an error that begins as a parser of JSON does',
      told(result({ error: 'unexpected end of JSON input' })),
    ],
    [
      'another record with such an error',
      told({ type: 'runtime-return', op: 'PullImage', image: 'a', error: 'invalid character' }),
    ],
    ['a restart after the pull has returned', told(pullOf(), returned('app:latest'), restart)],
    ['a restart during a look', told({ type: 'runtime', op: 'GetImageRef', image: 'app:latest' }, restart)],
    ['the first start of the node', told(pullOf(), { type: 'node', state: 'started' })],
    ['a restart without the gate', told(pullOf(), restart), gateOff],
    [
      'a restart of another node',
      (trace, pod) => {
        told(pullOf())(trace, pod);
        trace.tell(200, 'node-2', restart);
      },
    ],
    [
      '26 events, the last after five minutes',
      (_, pod) => {
        for (let index = 0; index < 25; index++) pod.event(index, 'BackOff', 'x');
        pod.event(300_000, 'BackOff', 'x');
      },
    ],
    [
      'an image that could not be removed for its age',
      told(gc({ state: 'failed', image: 'a', reason: 'age', firstDetectedMs: 1 })),
    ],
    [
      'an image removed for its age that was never seen first',
      told(gc({ state: 'removed', image: 'a', reason: 'age', lastUsedMs: 5 })),
      oldest,
    ],
    [
      'a removal that frees less than believed',
      told(
        gc({
          state: 'removed',
          image: 'a',
          reason: 'space',
          firstDetectedMs: 1,
          lastUsedMs: 1,
          believedBytes: 10,
          freedBytes: 9,
        }),
      ),
    ],
    [
      'a pull that failed, and a restart',
      told(
        returned('a', 'boom'),
        restart,
        gc({ state: 'removed', image: 'a', reason: 'space', firstDetectedMs: 1 }),
      ),
    ],
    [
      'no restart since the use',
      told(
        returned('a'),
        { type: 'node', state: 'started' },
        gc({ state: 'removed', image: 'a', reason: 'space', firstDetectedMs: 1 }),
      ),
    ],
    [
      'a last use that is known after a restart',
      told(
        returned('a'),
        restart,
        gc({ state: 'removed', image: 'a', reason: 'space', firstDetectedMs: 1, lastUsedMs: 9 }),
      ),
    ],
    [
      'a used image that could not be removed',
      told(returned('a'), restart, gc({ state: 'failed', image: 'a', reason: 'space', firstDetectedMs: 1 })),
    ],
    [
      'a removal for age, and a round without need',
      told(
        gc({ state: 'removed', image: 'a', reason: 'age', firstDetectedMs: 1, lastUsedMs: 1 }),
        gc({ state: 'finished' }),
      ),
      old,
    ],
    [
      'a removal for space that failed, and a round without need',
      told(gc({ state: 'failed', image: 'a', reason: 'space' }), gc({ state: 'finished' })),
      old,
    ],
    [
      'a removal under disk pressure',
      told(
        gc({ state: 'removed', image: 'a', reason: 'space', firstDetectedMs: 1, lastUsedMs: 1 }),
        gc({ state: 'finished', trigger: 'diskPressure' }),
      ),
      old,
    ],
    [
      'an image that stays and was not pulled',
      told(
        returned('a', 'boom'),
        { type: 'runtime', op: 'GetImageRef', image: 'a' },
        gc({ state: 'finished', bytesToFree: 5, kept: [{ image: 'a', because: 'inUse' }] }),
      ),
    ],
    [
      'an image that stays since it was just used',
      told(
        returned('a'),
        gc({ state: 'finished', bytesToFree: 5, kept: [{ image: 'a', because: 'justUsed' }] }),
      ),
    ],
    [
      'an image that stays where removals failed',
      told(
        returned('a'),
        gc({ state: 'failed', image: 'b', reason: 'space', error: 'boom' }),
        gc({ state: 'finished', bytesToFree: 5, kept: [{ image: 'a', because: 'inUse' }] }),
      ),
    ],
    [
      'an image that stays without the gate',
      told(
        returned('a'),
        gc({ state: 'finished', bytesToFree: 5, removed: 1, kept: [{ image: 'a', because: 'inUse' }] }),
      ),
      gateOff,
    ],
    ['images removed for age without the gate', told(gc({ state: 'finished', removed: 1 })), gateOff],
    [
      'images removed under disk pressure',
      told(gc({ state: 'finished', trigger: 'diskPressure', removed: 1 })),
    ],
    [
      'a slow list that failed',
      told({ type: 'pleg', state: 'listFailed', relists: 1, periodMs: 1_000, tookMs: 200_000 }),
    ],
    [
      'a pull that ended before its result',
      told(
        { type: 'pulling', state: 'started' },
        { type: 'pulling', state: 'finished' },
        result({ error: 'ErrImagePull' }),
      ),
    ],
    [
      'no limit of parallel pulls',
      (_, pod) => pod.pull(9, 'app', 'waiting', 'img1'),
      { kubelet: { serializeImagePulls: false } },
    ],
  ])('%s', (_, story, node) => {
    expect(bugsOf(story, node)).toEqual([]);
  });

  const besideAnother =
    (other: Told, look: Told, ends: object, ...between: readonly Told[]): Story =>
    (trace, pod) => {
      trace.tell(1, 'node-1/kubelet/default/other/app', other);
      for (const one of between) trace.tell(2, 'node-1/kubelet/default/other/app', one);
      told(look, result({ present: true, pullRequired: true, ...ends }))(trace, pod);
    };
  const look: Told = { type: 'runtime', op: 'GetImageRef', image: 'a' };
  const other: Told = { type: 'runtime', op: 'PullImage', image: 'a' };

  test.each<[string, Story, string[]]>([
    ['beside another', besideAnother(other, look, {}), ['present-but-pulled: a']],
    ['beside another that has returned', besideAnother(other, look, {}, returned('a')), []],
    ['beside a pull of another image', besideAnother(pullOf('b'), look, {}), []],
    ['without a look', besideAnother(other, { type: 'runtime', op: 'GetImageSize', image: 'a' }, {}), []],
    ['that was not there', besideAnother(other, look, { present: false }), []],
    ['that needed no pull', besideAnother(other, look, { pullRequired: false }), []],
    ['that is always pulled', besideAnother(other, look, { policy: 'Always' }), []],
    [
      'beside two others, one of which has returned',
      (trace, pod) => {
        for (const name of ['one', 'two']) trace.tell(1, `node-1/kubelet/default/${name}/app`, other);
        trace.tell(2, 'node-1/kubelet/default/one/app', returned('a'));
        told(look, result({ present: true, pullRequired: true }))(trace, pod);
      },
      ['present-but-pulled: a'],
    ],
    [
      'looked for again once the other has returned',
      (trace, pod) => {
        besideAnother(other, look, { present: false })(trace, pod);
        trace.tell(300, 'node-1/kubelet/default/other/app', returned('a'));
        trace.tell(400, `${pod.actor}/app`, look);
        trace.tell(401, `${pod.actor}/app`, result({ present: true, pullRequired: true }));
      },
      [],
    ],
  ])('a present image pulled %s', (_, story, bugs) => {
    expect(bugsOf(story)).toEqual(bugs);
  });
});

describe('a round of a pod’s worker', () => {
  type Fail = 'pull' | 'backingOff' | 'crash' | 'waiting';
  const round = { state: 'finished', error: 'x', dueMs: 100_000 } as const;
  const soon = { ...round, dueMs: 9_000 };
  const fails = (pod: PodBuild, how: readonly Fail[]): void => {
    for (const one of how) {
      if (one === 'crash') pod.event(10, 'BackOff', 'x', 'Warning', 'app');
      else pod.pull(10, 'app', one === 'pull' ? 'failed' : one, 'app');
    }
    pod.event(11, 'BackOff', 'Back-off restarting failed container app in pod web');
  };
  const backOff = ['back-off-is-an-error: default/web'];
  const crashLoop = ['crash-loop-slows-pulls: default/web'];

  test.each<[string, Partial<HeaderNode>, readonly Fail[], readonly object[], readonly string[]]>([
    ['all is back-off, of a pull and of a crash', old, ['backingOff', 'crash', 'waiting'], [soon], backOff],
    ['that began after the back-off', old, ['backingOff'], [{ state: 'started' }, soon], backOff],
    ['nothing is back-off', old, [], [round], []],
    ['back-off, and no error', old, ['backingOff'], [{ ...round, error: undefined }], []],
    ['back-off, and never due again', old, ['backingOff'], [{ ...round, dueMs: undefined }], []],
    [
      'a crash loop beside a pull that failed and one in back-off',
      {},
      ['crash', 'pull', 'backingOff'],
      [round],
      crashLoop,
    ],
    ['a crash loop beside two pulls that failed', {}, ['crash', 'pull', 'pull'], [round], crashLoop],
    ['a crash loop, and the usual time of 15 s', {}, ['crash', 'pull'], [{ ...round, dueMs: 15_020 }], []],
    ['a longer time, and no crash', {}, ['pull'], [round], []],
    ['what failed was in the round before', {}, ['crash', 'pull'], [soon, round], []],
  ])('%s', (_, node, how, rounds, bugs) => {
    const story: Story = (trace, pod) => {
      fails(pod, how);
      for (const more of rounds) trace.tell(20, pod.actor, { type: 'sync', pod: pod.ref, ...more } as Told);
    };
    expect(bugsOf(story, node)).toEqual(bugs);
  });
});

describe('an image volume', () => {
  test.each<[string, 'present' | 'pulled' | 'failed', object]>([
    ['whose image is pulled twice', 'pulled', { volume: true }],
    ['whose pulls fail twice', 'failed', { volume: true }],
    ['beside a container whose image is there twice', 'present', {}],
  ])('%s', (_, state, more) => {
    const story: Story = (_trace, pod) => {
      for (const at of [1, 2]) pod.pull(at, 'model', state, 'model:1', more);
    };
    expect(bugsOf(story)).toEqual([]);
  });

  test.each<[string, string, 'failed' | 'backingOff', object, readonly string[]]>([
    [
      'in back-off of which the sync does not tell',
      'volumes/model',
      'backingOff',
      {},
      ['image-volume-failure-unseen: default/web'],
    ],
    ['that failed in a sync that is never due again', 'volumes/model', 'failed', { dueMs: undefined }, []],
    ['that failed in a sync that only began', 'volumes/model', 'failed', { state: 'started' }, []],
    ['beside a container that failed', 'app', 'failed', {}, []],
  ])('%s', (_, who, state, more, bugs) => {
    const story: Story = (trace, pod) => {
      pod.pull(1, who, state, 'model:1');
      trace.tell(900, pod.actor, { type: 'sync', state: 'finished', pod: pod.ref, dueMs: 60_000, ...more });
    };
    expect(bugsOf(story)).toEqual(bugs);
  });

  it('beside a container that is pulled again', () => {
    const story: Story = (_, pod) => {
      for (const at of [1, 3]) {
        pod.pull(at, 'app', 'pulling', 'app');
        pod.pull(at + 1, 'app', 'pulled', 'app');
      }
    };
    expect(bugsOf(story)).toEqual([]);
  });
});

describe('and these are met', () => {
  it('under disk pressure records are dropped too, and after another error', () => {
    const kept = [{ image: 'a', because: 'inUse' }];
    const dropped = ['gc-drops-records-in-use: a'];
    expect(bugsOf(told(returned('a'), gc({ state: 'finished', trigger: 'diskPressure', kept })))).toEqual(
      dropped,
    );
    expect(
      bugsOf(
        told(returned('a'), gc({ state: 'finished', bytesToFree: 5, error: 'wanted to free 9 bytes', kept })),
      ),
    ).toEqual(dropped);
  });

  it('what concerns no pod concerns the node', () => {
    expect(
      bugsOf((trace) => {
        for (let at = 0; at < 26; at++)
          trace.tell(at, 'node-1', { type: 'event', eventType: 'Normal', reason: 'x', message: 'x' });
      }),
    ).toEqual(['dropped-events-are-counted: node-1']);
  });

  it('settings count from the restart on that changed them', () => {
    const waits = (pod: PodBuild, at: number) => pod.pull(at, 'app', 'waiting', 'img1');
    const node = { kubelet: { serializeImagePulls: false, maxParallelImagePulls: 2, featureGates: {} } };
    const story =
      (kubelet?: Readonly<Record<string, unknown>>): Story =>
      (trace, pod) => {
        waits(pod, 5);
        trace.tell(10, 'node-1', {
          type: 'node',
          state: 'kubeletRestarted',
          ...(kubelet === undefined ? {} : { kubelet }),
        });
        waits(pod, 15);
      };
    expect(bugsOf(story({ maxParallelImagePulls: 64 }), node)).toEqual(['striped-locks: img1']);
    expect(bugsOf(story(), node)).toEqual([]);
  });

  it('the second init container, whatever becomes of the pod meanwhile', () => {
    expect(
      bugsOf((trace, pod) => {
        pod.container(10, 'setup', 'running');
        trace.tell(15, pod.actor, { type: 'pod', state: 'changed', pod: pod.ref, containers: [] });
        pod.container(20, 'setup', 'running');
      }),
    ).toEqual(['startup-leaves-out-one-init-container: default/web']);
  });

  it('in the order of the run; a bug of the reported version alone, or of the rules alone, is none', () => {
    const story: Story = (trace, pod) => {
      trace.tell(5, 'node-1/kubelet/pleg', {
        type: 'pleg',
        state: 'relisted',
        relists: 1,
        periodMs: 1_000,
        discarded: 1,
      });
      pod.pull(7, 'app', 'inspectFailed', 'app');
    };
    expect(bugsOf(story)).toEqual([
      'pleg-discarded-for-good: node-1',
      'inspect-error-without-image: default/web',
    ]);
    const backOff: Story = (trace, pod) => {
      pod.pull(10, 'app', 'backingOff', 'app');
      trace.tell(20, pod.actor, { type: 'sync', state: 'finished', pod: pod.ref, error: 'x', dueMs: 9_000 });
    };
    expect(bugsOf(backOff, old)).toHaveLength(1);
    expect(bugsOf(backOff, { ...old, profile: '1.36' })).toEqual([]);
    expect(bugsOf(backOff, { ...old, kubeletVersion: 'v1.36.3' })).toEqual([]);
  });

  it('is told with whom it met, and how to avoid it where that is known', () => {
    const trace = new TraceBuilder();
    for (const name of ['a', 'b'])
      trace.pod(0, name, [['app', 'a:1']]).pull(4_200, 'app', 'inspectFailed', 'a:1');
    const [bug] = summarize(trace.end(9_000)).knownBugs;
    if (bug === undefined) throw new Error('not met');
    expect(bug).toMatchObject({ avoid: null, times: 2 });
    expect(knownBugText(bug)).toBe(
      `inspect-error-without-image (2 times, first after 4.2 s, default/a, default/b): ${bug.effect}`,
    );
  });
});
