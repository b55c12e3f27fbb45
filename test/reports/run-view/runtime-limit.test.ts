import { expect, test } from 'vitest';
import { runtimeLimit } from '../../../src/reports/run-view/runtime-limit.ts';
import { WhyIndex } from '../../../src/reports/run-view/why-index.ts';
import { TraceBuilder } from '../trace-builder.ts';

test.each([
  [
    'waitingForDownload',
    'containerd://1.6',
    {},
    'the runtime (containerd://1.6) has 3 downloads at a time of each pull (max_concurrent_downloads)',
  ],
  [
    'waitingForDownload',
    'containerd://2.4',
    { maxConcurrentDownloads: 1 },
    'the runtime (containerd://2.4) has 1 download at a time of the whole node, first come, first served (max_concurrent_downloads)',
  ],
  ['waitingForDownload', 'containerd://2.4', { maxConcurrentDownloads: 0 }, undefined],
  [
    'waitingForUnpack',
    'containerd://2.4',
    { maxConcurrentUnpacks: 4 },
    'the runtime (containerd://2.4) unpacks 4 layers at a time (max_concurrent_unpacks)',
  ],
  [
    'stalled',
    'containerd://1.6',
    {},
    'the runtime (containerd://1.6) has no progress timeout: it waits as long as the connection is open',
  ],
  [
    'stalled',
    'containerd://2.4',
    { imagePullProgressTimeoutMicros: 30_000_000 },
    'the runtime (containerd://2.4) cancels a pull of which no byte has come for 30 s (image_pull_progress_timeout), but of a layer that stops in its first MiB it takes no notice',
  ],
  [
    'stalled',
    'containerd://2.4',
    { path: 'local' },
    'the runtime (containerd://2.4) cancels a pull of which no byte has come for 5 m 0 s (image_pull_progress_timeout)',
  ],
  ['downloading', 'containerd://2.4', {}, undefined],
] as const)('a wait %s with %s and %j goes by: %s', (phase, runtime, runtimeOptions, text) => {
  expect(runtimeLimit(phase, { runtime, runtimeOptions })).toBe(text);
});

test('a bar that is stalled says so, and the failure after it names the fault', () => {
  const trace = new TraceBuilder([
    { runtime: 'containerd://2.4', runtimeOptions: { imagePullProgressTimeoutMicros: 30_000_000 } },
  ]);
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  const record = trace.tell(50, 'faults/1-trickle', {
    type: 'fault',
    state: 'began',
    fault: 'trickle',
    target: 'r.io',
  });
  pod.pull(100, 'app', 'pulling', 'web:1');
  pod.layer(200, 'app', 'fetch', 'started', 0, 10);
  pod.layer(300, 'app', 'fetch', 'stalled', 0, 10, { kind: 'fault', actor: 'faults/1-trickle', record });
  pod.layer(40_000, 'app', 'fetch', 'failed', 0, 10);
  pod.pull(40_000, 'app', 'failed', 'web:1', {
    reason: 'ErrImagePull',
    error: 'context canceled',
    untilMs: 50_000,
    windowMs: 10_000,
  });
  const why = new WhyIndex(trace.end(45_000));
  const sentences = Array.from({ length: 5 }, (_, bar) => why.sentence(0, bar));
  expect(sentences[3]).toBe(
    'Waited 40 s for bytes of web:1 (10 B) that hardly came, because of layers of r.io that trickle (fault trickle). The runtime (containerd://2.4) cancels a pull of which no byte has come for 30 s (image_pull_progress_timeout), but of a layer that stops in its first MiB it takes no notice.',
  );
  expect(sentences[4]).toMatch(
    /^Waited 5\.0 s in back-off after 1 failed pull .*, because of layers of r\.io that trickle \(fault trickle\)\./,
  );
});
