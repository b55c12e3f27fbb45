import { describe, expect, test } from 'vitest';
import { pullFigures } from '../../../src/reports/summary/pull-figures.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

// kubernetes#125164: the image manager neither joins pulls of one image nor looks again after the queue
test('a pull of an image that another pull fetches, or has fetched, is a duplicate; on another node it is not', () => {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
  const pods = [0, 1, 2].map((index) => trace.pod(0, `web-${index}`, [['app', 'web:1']]));
  const other = trace.pod(0, 'web-3', [['app', 'web:1']], { node: 'node-2' });
  for (const pod of [...pods.slice(0, 2), other]) pod.pull(100, 'app', 'pulling', 'web:1');
  pods[0]?.pull(200, 'app', 'pulled', 'web:1');
  pods[2]?.pull(300, 'app', 'pulling', 'docker.io/library/web:1');
  const figures = pullFigures(trace.records, 1_000);
  expect(figures).toMatchObject({ calls: 4, succeeded: 1, failed: 0, duplicates: 2 });
});

test.each([
  'redis:7',
  'docker.io/redis:7',
  'docker.io/library/redis:7',
  'index.docker.io/redis:7',
  'index.docker.io/library/redis:7',
])('redis:7 and %s are one image', (image) => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web-0', [['app', 'redis:7']]).pull(100, 'app', 'pulling', 'redis:7');
  trace.pod(0, 'web-1', [['app', image]]).pull(100, 'app', 'pulling', image);
  expect(pullFigures(trace.records, 1_000).duplicates).toBe(1);
});

test('after a failed pull, or once the image was removed, a pull is no duplicate', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  pod.pull(100, 'app', 'pulling', 'web:1');
  pod.pull(200, 'app', 'failed', 'web:1');
  pod.pull(300, 'app', 'pulling', 'web:1');
  pod.pull(400, 'app', 'pulled', 'web:1');
  trace.tell(500, 'node-1/images', {
    type: 'image',
    state: 'removed',
    image: 'docker.io/library/web:1',
    ref: 'sha256:1',
  });
  pod.pull(600, 'app', 'pulling', 'web:1');
  expect(pullFigures(trace.records, 1_000)).toMatchObject({
    calls: 3,
    succeeded: 1,
    failed: 1,
    duplicates: 0,
  });
});

test('a failure without a call of the runtime (pull QPS exceeded) is not a failed call', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  pod.pull(100, 'app', 'waiting', 'web:1');
  pod.pull(100, 'app', 'failed', 'web:1', {
    reason: 'ErrImagePull',
    error: 'pull QPS exceeded',
    throttled: true,
  });
  expect(pullFigures(trace.records, 1_000)).toMatchObject({ calls: 0, failed: 0 });
});

test('bytes that come in are told from those that another pull fetches or that are on disk', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  pod.layer(100, 'app', 'fetch', 'present', 0, 1);
  pod.layer(100, 'app', 'fetch', 'shared', 1, 20);
  pod.layer(100, 'app', 'fetch', 'shared', 2, 300);
  pod.layer(100, 'app', 'fetch', 'queued', 3, 4_000);
  pod.layer(100, 'app', 'fetch', 'shared', 4, 50_000);
  pod.layer(200, 'app', 'fetch', 'started', 3, 4_000);
  pod.layer(300, 'app', 'fetch', 'fetched', 1, 20);
  pod.layer(300, 'app', 'fetch', 'started', 4, 50_000);
  pod.layer(400, 'app', 'fetch', 'fetched', 3, 4_000);
  pod.layer(500, 'app', 'fetch', 'fetched', 4, 50_000);
  expect(pullFigures(trace.records, 1_000)).toMatchObject({
    downloadedBytes: 54_000,
    savedInFlightBytes: 320,
    savedOnDiskBytes: 1,
  });
});

describe('a pull of an image that was there at the start', () => {
  const asked = (trace: TraceBuilder, pod: PodBuild, at: number) => {
    const told = {
      type: 'request',
      state: 'sent',
      method: 'HEAD',
      kind: 'tag',
      registry: 'r',
      image: 'web:1',
    } as const;
    trace.tell(at, `${pod.node}/images/kubelet/default/${pod.ref.name}/app#fetch-0`, told);
  };

  test('is a duplicate, also the first one and those that failed before, as it asks the registry and fetches nothing', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
    pod.pull(100, 'app', 'pulling', 'web:1');
    asked(trace, pod, 100);
    pod.pull(200, 'app', 'failed', 'web:1');
    expect(pullFigures(trace.records, 1_000).duplicates).toBe(0);
    pod.pull(300, 'app', 'pulling', 'web:1');
    asked(trace, pod, 300);
    pod.pull(400, 'app', 'pulled', 'web:1');
    expect(pullFigures(trace.records, 1_000)).toMatchObject({ calls: 2, duplicates: 2 });
  });

  test('is told from one that fetches, and from one of a runtime that tells nothing', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web-0', [
      ['app', 'web:1'],
      ['side', 'side:1'],
    ]);
    pod.pull(100, 'app', 'pulling', 'web:1');
    asked(trace, pod, 100);
    pod.layer(150, 'app', 'fetch', 'present', 0, 1);
    pod.pull(200, 'app', 'pulled', 'web:1');
    pod.pull(300, 'side', 'pulling', 'side:1');
    pod.pull(400, 'side', 'pulled', 'side:1');
    expect(pullFigures(trace.records, 1_000).duplicates).toBe(0);
  });
});
