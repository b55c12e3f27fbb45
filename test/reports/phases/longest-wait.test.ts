import { expect, test } from 'vitest';
import { summarize } from '../../../src/reports/summary/summary.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

/** The sentence on a trace with one pod `web-0/app`, of which `tell` writes what happened. */
function sentence(
  tell: (pod: PodBuild, trace: TraceBuilder) => void,
  node: Partial<HeaderNode> = {},
): string | undefined {
  const trace = new TraceBuilder([node]);
  tell(trace.pod(0, 'web-0', [['app', 'web:1']]), trace);
  return summarize(trace.end(300_000, 'horizon')).longestWait?.sentence;
}

test('a wait for a slot names the pull that held it, its image, size and the reason', () => {
  const behind = (node: Partial<HeaderNode>) =>
    sentence((web, trace) => {
      const big = trace.pod(0, 'ml-0', [['trainer', 'ml/trainer:1']]);
      big.pull(0, 'trainer', 'pulling', 'ml/trainer:1');
      web.pull(1_000, 'app', 'waiting', 'web:1');
      big.layer(1_000, 'trainer', 'fetch', 'started', 0, 6_200_000_000);
      const pulled = big.pull(42_000, 'trainer', 'failed', 'ml/trainer:1');
      big.start(42_000, 'trainer');
      web.pull(
        42_000,
        'app',
        'pulling',
        'web:1',
        {},
        { kind: 'slot', actor: `${big.actor}/trainer`, record: pulled },
      );
      web.start(43_000, 'app');
    }, node);
  expect(behind({})).toBe(
    'default/web-0/app waited 41 s for a slot, behind default/ml-0/trainer pulling ml/trainer:1 (6.2 GB, serialized pulls)',
  );
  expect(behind({ kubelet: { serializeImagePulls: false, maxParallelImagePulls: 1 } })).toContain(
    '(6.2 GB, 1 pull at once)',
  );
  expect(behind({ kubelet: {} })).toContain('ml/trainer:1 (6.2 GB)');
});

test('a back-off tells how often the pull failed, with the last error', () => {
  const told = sentence((web) => {
    web.pull(1_000, 'app', 'failed', 'web:1', {
      reason: 'ErrImagePull',
      error: 'not found',
      untilMs: 11_000,
    });
    web.pull(12_000, 'app', 'failed', 'web:1', {
      reason: 'ErrImagePull',
      error: 'gone\u001b[2J',
      untilMs: 299_000,
    });
  });
  expect(told).toBe(
    'default/web-0/app waited 4 m 47 s in back-off after 2 failed pulls of web:1 (ErrImagePull: gone^[[2J)',
  );
});

test('failures that take no time are waits of their own, and all of them are counted', () => {
  const told = sentence((web) => {
    for (const at of [1_000, 15_000, 28_000, 288_000]) web.pull(at, 'app', 'invalidName', 'Web:1');
  });
  expect(told).toBe(
    "default/web-0/app waited 4 m 20 s for its pod's next sync after 3 failed pulls of web:1 (InvalidImageName)",
  );
});

test('a fault behind a failed pull is named, through the request that met it', () => {
  const told = sentence((web, trace) => {
    const fault = trace.tell(0, 'faults', {
      type: 'fault',
      state: 'began',
      fault: 'registryDown',
      target: 'docker.io',
    });
    web.pull(1_000, 'app', 'pulling', 'web:1');
    const request = {
      type: 'request',
      method: 'HEAD',
      kind: 'tag',
      registry: 'docker.io',
      image: 'web:1',
    } as const;
    trace.tell(
      1_020,
      'node-1/images/kubelet/default/web-0/app',
      { ...request, state: 'failed' },
      { kind: 'fault', actor: 'faults', record: fault },
    );
    web.pull(1_020, 'app', 'failed', 'web:1', { reason: 'ErrImagePull', untilMs: 290_000 });
  });
  expect(told).toBe(
    'default/web-0/app waited 4 m 49 s in back-off after 1 failed pull of web:1 (ErrImagePull), because of docker.io down (fault registryDown)',
  );
});

test('layers in flight name the pull that has them, slots of the runtime the pull that let go of one', () => {
  const waiting = (type: 'fetch' | 'unpack', state: 'shared' | 'queued', kind: string) =>
    sentence((web, trace) => {
      const other = trace.pod(0, 'web-1', [['app', 'db:1']]);
      web.pull(100, 'app', 'pulling', 'web:1');
      const record = other.pull(100, 'app', 'pulling', 'db:1');
      const because = { kind, actor: `${other.actor}/app`, record };
      web.layer(200, 'app', type, state, 0, 10, state === 'shared' ? because : undefined);
      web.layer(200_200, 'app', type, 'started', 0, 10, state === 'shared' ? undefined : because);
      web.start(200_200, 'app');
      other.start(100_000, 'app');
    });
  const layers =
    'default/web-0/app waited 3 m 20 s for layers that default/web-1/app was fetching or unpacking already';
  expect(waiting('fetch', 'shared', 'inFlight')).toBe(layers);
  expect(waiting('unpack', 'shared', 'inFlight')).toBe(layers);
  const held = ', the last of them held by default/web-1/app pulling db:1';
  const downloads =
    '; the runtime (containerd://2.4) has 3 downloads at a time of the whole node, first come, first served (max_concurrent_downloads)';
  expect(waiting('fetch', 'queued', 'downloadSlot')).toBe(
    `default/web-0/app waited 3 m 20 s for one of the runtime's download slots${held}${downloads}`,
  );
  const unpacks = '; the runtime (containerd://2.4) unpacks 1 layer at a time (max_concurrent_unpacks)';
  expect(waiting('unpack', 'queued', 'unpackSlot')).toBe(
    `default/web-0/app waited 3 m 20 s for one of the runtime's unpack slots${held}${unpacks}`,
  );
});

// As where two pulls of one image get the manifest in the same moment.
test('a pull that is waited for before it has told anything is named', () => {
  const told = sentence((web, trace) => {
    const other = trace.pod(0, 'web-1', [['app', 'web:1']]);
    web.pull(100, 'app', 'pulling', 'web:1');
    web.layer(200, 'app', 'fetch', 'shared', 0, 10, {
      kind: 'inFlight',
      actor: 'node-1/images/kubelet/default/web-1/app',
    });
    other.layer(200, 'app', 'fetch', 'started', 0, 10);
    web.layer(200_200, 'app', 'unpack', 'started', 0, 10);
    web.start(200_200, 'app');
  });
  expect(told).toBe(
    'default/web-0/app waited 3 m 20 s for layers that default/web-1/app was fetching or unpacking already',
  );
});

test('a pull limit behind failed pulls is told with what it allows, and until when', () => {
  const told = sentence((web, trace) => {
    const limit = {
      registry: 'docker.io',
      client: 'shared address',
      pullsMax: 100,
      untilMs: 21_600_000,
    } as const;
    const record = trace.tell(900, 'registry/docker.io/shared address', { type: 'pullLimit', ...limit });
    web.pull(100, 'app', 'pulling', 'web:1');
    const request = {
      type: 'request',
      method: 'GET',
      kind: 'manifest',
      registry: 'docker.io',
      image: 'web:1',
    } as const;
    const cause = { kind: 'pullLimit', actor: 'registry/docker.io/shared address', record };
    trace.tell(
      1_000,
      'node-1/images/kubelet/default/web-0/app#fetch-0',
      { ...request, state: 'answered', status: 429 },
      cause,
    );
    web.pull(1_000, 'app', 'failed', 'web:1', { reason: 'ErrImagePull', error: '429', untilMs: 290_000 });
  });
  expect(told).toBe(
    'default/web-0/app waited 4 m 49 s in back-off after 1 failed pull of web:1 (ErrImagePull: 429), as docker.io allows 100 pulls until 6 h 0 m (shared address)',
  );
});

test('bytes that stop coming are a wait, with the fault behind it', () => {
  const stalled = (isFault: boolean) =>
    sentence((web, trace) => {
      const record = trace.tell(0, 'faults/1-stalledBody', {
        type: 'fault',
        state: 'began',
        fault: 'stalledBody',
        target: 'docker.io',
      });
      web.pull(100, 'app', 'pulling', 'web:1');
      web.layer(200, 'app', 'fetch', 'started', 0, 71_000_000);
      web.layer(
        300,
        'app',
        'fetch',
        'stalled',
        0,
        71_000_000,
        isFault ? { kind: 'fault', actor: 'faults/1-stalledBody', record } : undefined,
      );
    });
  const waited = 'default/web-0/app waited 5 m 0 s for bytes of web:1 (71 MB) that did not come';
  const patience =
    '; the runtime (containerd://2.4) cancels a pull of which no byte has come for 5 m 0 s (image_pull_progress_timeout), but of a layer that stops in its first MiB it takes no notice';
  expect(stalled(true)).toBe(
    `${waited}, because of layers of docker.io that stop coming (fault stalledBody)${patience}`,
  );
  expect(stalled(false)).toBe(`${waited}, with the connection open${patience}`);
});

test('the other waits', () => {
  const pulling = (web: PodBuild) => web.pull(100, 'app', 'pulling', 'web:1');
  expect(sentence(pulling)).toBe(
    'default/web-0/app waited 5 m 0 s while the runtime worked on web:1: connections, files, commits',
  );
  const loading = (type: 'fetch' | 'unpack') =>
    sentence((web) => {
      pulling(web);
      web.layer(200, 'app', 'fetch', 'fetched', 0, 71_000_000);
      web.layer(200, 'app', type, 'started', 0, 71_000_000);
    });
  expect(loading('fetch')).toBe('default/web-0/app spent 5 m 0 s downloading web:1 (71 MB)');
  expect(loading('unpack')).toBe('default/web-0/app spent 5 m 0 s unpacking web:1 (71 MB)');
  expect(sentence((web) => web.pull(100, 'app', 'inspecting', 'web:1'))).toBe(
    'default/web-0/app waited 5 m 0 s for the runtime to look for web:1',
  );
  expect(sentence((web) => web.pull(100, 'app', 'present', 'web:1'))).toBe(
    'default/web-0/app took 5 m 0 s to be created and started',
  );
  expect(sentence((web) => web.pull(100, 'app', 'neverPresent', 'web:1'))).toBe(
    "default/web-0/app waited 5 m 0 s for its pod's next sync after 1 failed pull of web:1 (ErrImageNeverPull)",
  );
  expect(sentence(() => undefined)).toBeUndefined();
});

test('causes that lead in a circle or nowhere do no harm', () => {
  const told = sentence((web) => {
    web.pull(100, 'app', 'waiting', 'web:1', {}, { kind: 'slot', actor: 'x', record: 2 });
  });
  expect(told).toBe('default/web-0/app waited 5 m 0 s for a slot (serialized pulls)');
});

test('a kubelet that does not ask for sizes says 0, which is no size', () => {
  const told = sentence((web) => {
    web.pull(1_000, 'app', 'pulling', 'web:1');
    web.layer(1_000, 'app', 'fetch', 'started', 0, 5_000_000);
    web.layer(10_000, 'app', 'fetch', 'fetched', 0, 5_000_000);
    web.pull(10_000, 'app', 'pulled', 'web:1', { sizeBytes: 0 });
    web.start(10_000, 'app');
  });
  expect(told).not.toContain('0 B');
});
