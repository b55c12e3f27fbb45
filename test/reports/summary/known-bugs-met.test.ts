import { describe, expect, it } from 'vitest';
import { bugSigns } from '../../../src/reports/summary/known-bugs-met.ts';
import { remarksOf } from '../../../src/reports/summary/remarks.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { knownBugs } from '../../../src/rules/kubelet/known-bugs.ts';
import type { HeaderNode, TraceRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

const met = (records: readonly TraceRecord[]) =>
  remarksOf(records).knownBugs.map(({ id, times, firstAtMs, subjects }) => [
    id,
    times,
    firstAtMs,
    ...subjects,
  ]);
const of = (id: string, records: readonly TraceRecord[]) => met(records).filter(([seen]) => seen === id);
const old: Partial<HeaderNode> = { kubeletVersion: 'v1.31.14', profile: '1.31' };
const parallel = (limit: number, more: Partial<HeaderNode> = {}): Partial<HeaderNode> => ({
  kubelet: { serializeImagePulls: false, maxParallelImagePulls: limit, featureGates: {} },
  ...more,
});

/** A sync of one pod at 0 with these failures, over at `endMs` and due again at `dueMs`. */
function sync(
  node: Partial<HeaderNode>,
  fails: readonly ('pull' | 'backingOff' | 'crash')[],
  dueMs: number,
  error?: string,
) {
  const trace = new TraceBuilder([node]);
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  for (const how of fails) {
    if (how === 'crash') pod.event(10, 'BackOff', 'x', 'Warning', 'app');
    else pod.pull(10, 'app', how === 'pull' ? 'failed' : 'backingOff', 'web:1');
  }
  const told = {
    type: 'sync',
    state: 'finished',
    pod: pod.ref,
    dueMs,
    ...(error === undefined ? {} : { error }),
  } as const;
  trace.tell(20, pod.actor, told);
  return trace.end(1_000);
}

describe('image pulls', () => {
  // kubernetes#138935: img1 falls outside the 31 locks of 64 (run-script.test.ts shows the panic itself)
  const pulls = (node: Partial<HeaderNode>) => {
    const trace = new TraceBuilder([node]);
    const pod = trace.pod(0, 'web', [['app', 'img1']]);
    pod.pull(5, 'app', 'waiting', 'img1');
    pod.pull(6, 'app', 'pulling', 'img1');
    pod.pull(900, 'app', 'waiting', 'img1');
    return trace.end(1_000);
  };

  it('striped locks: more than 31 parallel pulls, and an image that has no lock', () => {
    expect(of('striped-locks', pulls(parallel(64)))).toEqual([['striped-locks', 2, 5, 'img1']]);
    expect(of('striped-locks', pulls(parallel(31)))).toEqual([]);
    const gateOff = { ...parallel(64).kubelet, featureGates: { KubeletEnsureSecretPulledImages: false } };
    expect(of('striped-locks', pulls({ kubelet: gateOff }))).toEqual([]);
  });

  it('striped locks are those of the kubelet that the node reports: 1.35 runs here by the rules of 1.31, and panics', () => {
    expect(
      of('striped-locks', pulls(parallel(64, { kubeletVersion: 'v1.35.2', profile: '1.31' }))),
    ).toHaveLength(1);
    expect(
      of('striped-locks', pulls(parallel(64, { kubeletVersion: 'v1.34.2', profile: '1.31' }))),
    ).toHaveLength(0);
  });

  it('a present image that is pulled beside another pull of it (gate-on-present-while-pulling)', () => {
    const run = (others: boolean) => {
      const trace = new TraceBuilder();
      const a = trace.pod(0, 'a', [['app', 'web:1']]);
      const b = trace.pod(0, 'b', [['app', 'web:1']]);
      if (others) trace.tell(1, `${a.actor}/app`, { type: 'runtime', op: 'PullImage', image: 'web:1' });
      trace.tell(2, `${b.actor}/app`, { type: 'runtime', op: 'GetImageRef', image: 'web:1' });
      trace.tell(9, `${b.actor}/app`, {
        type: 'result',
        imageRef: 'r',
        error: '',
        message: '',
        policy: 'IfNotPresent',
        present: true,
        pullRequired: true,
      });
      return trace.end(1_000);
    };
    expect(of('present-but-pulled', run(true))).toEqual([['present-but-pulled', 1, 9, 'web:1']]);
    expect(of('present-but-pulled', run(false))).toEqual([]);
  });

  it('an inspection whose error names no image', () => {
    const trace = new TraceBuilder();
    trace.pod(0, 'web', [['app', 'web:1']]).pull(7, 'app', 'inspectFailed', 'web:1');
    expect(of('inspect-error-without-image', trace.end(8))).toEqual([
      ['inspect-error-without-image', 1, 7, 'default/web'],
    ]);
  });
});

describe('startup', () => {
  const failedThenPresent = (node: Partial<HeaderNode>) => {
    const trace = new TraceBuilder([node]);
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    const actor = `${pod.actor}/app`;
    pod.pull(0, 'app', 'inspecting', 'web:1');
    trace.tell(1, actor, { type: 'pulling', state: 'started' });
    trace.tell(2, actor, {
      type: 'result',
      imageRef: '',
      error: 'ErrImagePull',
      message: '',
      policy: 'IfNotPresent',
    });
    trace.tell(9, actor, { type: 'result', imageRef: 'r', error: '', message: '', policy: 'IfNotPresent' });
    return trace.end(10);
  };

  it('a failed pull leaves its session open from 1.34 on, and the pulling without an end before', () => {
    expect(met(failedThenPresent({}))).toEqual([['pull-session-left-open', 1, 2, 'default/web']]);
    expect(met(failedThenPresent(old))).toEqual([['startup-of-minus-292-years', 1, 9, 'default/web']]);
  });

  it('a second init container that runs', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [
      ['one', 'a:1', 'init'],
      ['two', 'a:1', 'init'],
      ['app', 'a:1'],
    ]);
    for (const [at, name] of [
      [10, 'one'],
      [20, 'two'],
      [30, 'app'],
    ] as const)
      pod.container(at, name, 'running');
    expect(met(trace.end(40))).toEqual([['startup-leaves-out-one-init-container', 1, 20, 'default/web']]);
  });
});

describe('image volumes (kubernetes#138644)', () => {
  const volume = (states: readonly ('failed' | 'pulling' | 'pulled' | 'present')[], error?: string) => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['model', 'model:1', 'imageVolume']]);
    for (const [index, state] of states.entries()) {
      pod.pull(10 * (index + 1), 'volumes/model', state, 'model:1', { volume: true });
    }
    trace.tell(900, pod.actor, {
      type: 'sync',
      state: 'finished',
      pod: pod.ref,
      dueMs: 60_000,
      ...(error === undefined ? {} : { error }),
    });
    return trace.end(1_000);
  };

  it('a Pulled event beyond the first', () => {
    expect(met(volume(['present', 'present', 'present']))).toEqual([
      ['image-volume-event-storm', 2, 20, 'default/web'],
    ]);
    expect(met(volume(['pulled', 'present']))).toEqual([['image-volume-event-storm', 1, 20, 'default/web']]);
    expect(met(volume(['present']))).toEqual([]);
    expect(met(volume(['present', 'pulled']))).toEqual([]);
  });

  it('a pull of what was pulled before', () => {
    expect(met(volume(['pulling', 'pulled', 'pulling', 'pulled']))).toEqual([
      ['image-volume-pulled-again', 1, 30, 'model:1'],
    ]);
    expect(met(volume(['pulling', 'failed', 'pulling', 'pulled'], 'x'))).toEqual([]);
  });

  it('a failure that the sync does not tell of', () => {
    expect(met(volume(['failed']))).toEqual([['image-volume-failure-unseen', 1, 900, 'default/web']]);
    expect(met(volume(['failed'], 'ErrImagePull'))).toEqual([]);
  });
});

describe('retries (kubernetes#123602)', () => {
  it('up to 1.32 a sync in which all is back-off fails', () => {
    expect(met(sync(old, ['backingOff'], 12_000, 'x'))).toEqual([
      ['back-off-is-an-error', 1, 20, 'default/web'],
    ]);
    expect(met(sync(old, ['backingOff', 'pull'], 12_000, 'x'))).toEqual([]);
    expect(met(sync({}, ['backingOff'], 12_000, 'x'))).toEqual([]);
  });

  it('from 1.35 on a crash loop makes a failing pull wait', () => {
    expect(met(sync({}, ['crash', 'backingOff'], 70_000, 'x'))).toEqual([
      ['crash-loop-slows-pulls', 1, 20, 'default/web'],
    ]);
    expect(met(sync({}, ['crash', 'backingOff'], 14_000, 'x'))).toEqual([]);
    expect(met(sync({}, ['crash'], 70_000, 'x'))).toEqual([]);
  });
});

describe('events', () => {
  const events = (node: Partial<HeaderNode>, warnings: number) => {
    const trace = new TraceBuilder([node]);
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    for (let at = 1; at <= 20; at++) pod.event(at, 'BackOff', 'Back-off pulling image "web:1"');
    for (let at = 21; at <= 20 + warnings; at++)
      pod.event(at, 'Failed', 'Error: ImagePullBackOff', 'Warning');
    return trace.end(1_000);
  };

  it('the 26th of a pod is dropped, of one type from 1.36 on', () => {
    expect(met(events({}, 6))).toEqual([]);
    expect(met(events({}, 27))).toEqual([['dropped-events-are-counted', 2, 46, 'default/web']]);
    expect(met(events(old, 6)).map(([id, times]) => [id, times])).toEqual([
      ['dropped-events-are-counted', 1],
      ['one-bucket-for-all-types', 1],
    ]);
  });
});

it('looks no further than it is asked to, keeps few names, and tells nodes apart', () => {
  const trace = new TraceBuilder([{}, { name: 'node-2', ...old }]);
  for (const [index, node] of [
    'node-1',
    'node-2',
    'node-1',
    'node-1',
    'node-1',
    'node-1',
    'node-1',
    'node-1',
  ].entries()) {
    const pod = trace.pod(index, `web-${index}`, [['app', 'web:1']], { node });
    pod.pull(10 + index, 'app', 'inspectFailed', 'web:1');
  }
  const records = trace.end(100);
  // 1.31 has not got the bug, whatever its events look like.
  const [bug] = remarksOf(records).knownBugs;
  expect(bug).toMatchObject({ times: 7, firstAtMs: 10, nodes: ['node-1'] });
  expect(bug?.subjects).toEqual(
    ['web-0', 'web-2', 'web-3', 'web-4', 'web-5'].map((name) => `default/${name}`),
  );
  expect(summarize(records, 12).knownBugs[0]?.times).toBe(2);
  expect(summarize(records, 9).knownBugs).toEqual([]);
});

it('signs are of bugs in the table, one for each', () => {
  const ids = bugSigns.map(({ bug }) => bug.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(knownBugs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

describe('pulls of deleted pods (kubernetes#113606)', () => {
  const story = (deletedAt: number) => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'a:1']]);
    if (deletedAt < 10)
      trace.tell(deletedAt, 'node-1', { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
    pod.pull(10, 'app', 'pulling', 'a:1');
    if (deletedAt >= 10 && deletedAt < 40)
      trace.tell(deletedAt, 'node-1', { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
    pod.pull(40, 'app', 'pulled', 'a:1');
    return trace.end(50);
  };

  it('a pull that ends after its pod was deleted, whenever it began', () => {
    expect(met(story(5))).toEqual([['deleted-pod-still-pulls', 1, 40, 'default/web']]);
    expect(met(story(20))).toEqual([['deleted-pod-still-pulls', 1, 40, 'default/web']]);
    expect(met(story(45))).toEqual([]);
  });
});
