import { describe, expect, test } from 'vitest';
import { podPhases } from '../../../src/reports/phases/pod-phases.ts';
import { type ContainerBuild, type PodBuild, TraceBuilder } from '../trace-builder.ts';

type Told = Parameters<TraceBuilder['tell']>[2];

/** The phases of the first container up to 1 s, `name from–to because`, and how its pulls failed. */
function told(
  tell: (pod: PodBuild, trace: TraceBuilder) => void,
  containers: readonly ContainerBuild[] = [['app', 'web:1']],
) {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  tell(trace.pod(0, 'web', containers), trace);
  const [container] = podPhases(trace.end(1_000)).pods[0]?.containers ?? [];
  const phases = container?.phases.map(({ phase, fromMs, toMs, because, image }) =>
    [
      `${phase} ${fromMs}–${toMs}`,
      ...(because === undefined ? [] : [because.kind]),
      ...(image === undefined ? [] : [image]),
    ].join(' '),
  );
  return { phases, failures: container?.failures, last: container?.lastPhase };
}

const cause = (kind: string) => ({ kind, actor: 'x' });

test.each<
  [
    (
      | 'failed'
      | 'neverPresent'
      | 'invalidName'
      | 'inspectFailed'
      | 'secretsUnreadable'
      | 'backingOff'
      | 'present'
    ),
    string | undefined,
  ]
>([
  ['failed', 'ErrImagePull'],
  ['neverPresent', 'ErrImageNeverPull'],
  ['invalidName', 'InvalidImageName'],
  ['inspectFailed', 'ImageInspectError'],
  ['secretsUnreadable', 'secrets unreadable'],
  ['backingOff', undefined],
  ['present', undefined],
])('a pull that ends as %s is a failure for the reason %s', (state, reason) => {
  const failures = reason === undefined ? [] : [{ atMs: 100, reason, error: '' }];
  expect(told((pod) => pod.pull(100, 'app', state, 'web:1')).failures).toEqual(failures);
});

describe('a pod that is given another image', () => {
  const changed = (trace: TraceBuilder, at: number, pod: PodBuild, image: string) => {
    const containers = [{ name: 'app', image, kind: 'container', policy: 'Always' }] as const;
    trace.tell(at, pod.actor, { type: 'pod', state: 'changed', pod: pod.ref, containers });
  };

  test('waits for the old one until it looks for the new one', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'failed', 'web:1', { untilMs: 900 });
      changed(trace, 200, pod, 'web:2');
      pod.pull(300, 'app', 'inspecting', 'web:2');
      pod.pull(300, 'app', 'waiting', 'web:2');
      pod.pull(400, 'app', 'pulling', 'web:2');
    });
    expect(phases).toEqual([
      'waitingToStart 0–100 web:1',
      'backingOff 100–300 web:1',
      'waitingForSlot 300–400',
      'runtimeWork 400–1000',
    ]);
  });

  test('of the same kind goes on', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      changed(trace, 200, pod, 'web:1');
    });
    expect(phases).toEqual(['waitingToStart 0–100', 'runtimeWork 100–1000']);
  });
});

describe('a sandbox', () => {
  const sandbox = (
    trace: TraceBuilder,
    at: number,
    pod: PodBuild,
    state: 'pullingImage' | 'creating' | 'ready' | 'failed' | 'gone',
  ) => trace.tell(at, pod.actor, { type: 'sandbox', state, pod: pod.ref });
  const request = (trace: TraceBuilder, at: number, kind: string) =>
    trace.tell(
      at,
      'node-1/images/sandboxes/default/web#fetch-0',
      { type: 'request', state: 'sent', method: 'GET', kind: 'tag', registry: 'r', image: 'pause' },
      cause(kind),
    );

  test('whose image is pulled makes the pod wait, also after it failed, until it is ready', () => {
    const { phases } = told((pod, trace) => {
      sandbox(trace, 100, pod, 'pullingImage');
      request(trace, 150, 'fault');
      request(trace, 160, 'other');
      sandbox(trace, 200, pod, 'failed');
      sandbox(trace, 300, pod, 'ready');
    });
    expect(phases).toEqual([
      'waitingToStart 0–100',
      'waitingForSandboxImage 100–300 fault',
      'waitingToStart 300–1000',
    ]);
  });

  test('waits because of what stops or fails a layer of its image', () => {
    const { phases } = told((pod, trace) => {
      sandbox(trace, 100, pod, 'pullingImage');
      const layer = { type: 'fetch', image: 'pause', digest: 'sha256:a', layer: 0, bytes: 1 } as const;
      const fetching = 'node-1/images/sandboxes/default/web#fetch-1';
      trace.tell(150, fetching, { ...layer, state: 'started' }, cause('downloadSlot'));
      trace.tell(
        160,
        fetching,
        { ...layer, state: 'failed', error: 'no space left on device' },
        cause('fault'),
      );
      sandbox(trace, 200, pod, 'failed');
      sandbox(trace, 300, pod, 'ready');
    });
    expect(phases).toEqual([
      'waitingToStart 0–100',
      'waitingForSandboxImage 100–300 fault',
      'waitingToStart 300–1000',
    ]);
  });

  test('is no matter once the container has begun; its requests are none of the pull', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      sandbox(trace, 200, pod, 'pullingImage');
      request(trace, 250, 'fault');
      sandbox(trace, 300, pod, 'gone');
    });
    expect(phases).toEqual(['waitingToStart 0–100', 'runtimeWork 100–1000']);
  });
});

describe('the cause of a phase', () => {
  const fetch = 'node-1/images/kubelet/default/web/app#fetch-0';
  const request = (state: 'sent' | 'answered' | 'failed', kind: 'tag' | 'layer' = 'tag'): Told => ({
    type: 'request',
    state,
    method: 'GET',
    kind,
    registry: 'r',
    image: 'web:1',
  });

  test('of a failed pull is its own, else the last cause that the runtime named in this pull', () => {
    const failed = (...causes: readonly ((pod: PodBuild, trace: TraceBuilder) => void)[]) =>
      told((pod, trace) => {
        pod.pull(100, 'app', 'pulling', 'web:1');
        for (const tell of causes) tell(pod, trace);
        pod.pull(400, 'app', 'failed', 'web:1', { untilMs: 900 });
      }).phases?.find((phase) => phase.startsWith('backingOff'));
    const layer = (state: 'failed' | 'stalled' | 'started', because?: string) => (pod: PodBuild) =>
      pod.layer(200, 'app', 'fetch', state, 0, 10, because === undefined ? undefined : cause(because));
    expect(failed(layer('failed', 'fault'))).toBe('backingOff 400–900 fault');
    expect(failed(layer('stalled', 'stall'), layer('failed'))).toBe('backingOff 400–900 stall');
    expect(failed(layer('started', 'downloadSlot'))).toBe('backingOff 400–900');
    expect(failed((_, trace) => trace.tell(200, fetch, request('failed'), cause('limit')))).toBe(
      'backingOff 400–900 limit',
    );
    expect(failed((_, trace) => trace.tell(200, fetch, request('sent'), cause('downloadSlot')))).toBe(
      'backingOff 400–900',
    );
    const { phases } = told((pod) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      layer('failed', 'fault')(pod);
      pod.pull(300, 'app', 'failed', 'web:1', { untilMs: 500 });
      pod.pull(600, 'app', 'pulling', 'web:1');
      pod.pull(700, 'app', 'failed', 'web:1', { untilMs: 900 }, cause('own'));
    });
    expect(phases?.slice(-2)).toEqual(['backingOff 700–900 own', 'waitingForSync 900–1000 own']);
  });

  test('of a pull that fails while other layers wait for a download is that of the back-off, not of the wait', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      pod.layer(200, 'app', 'fetch', 'queued', 0, 10);
      trace.tell(300, fetch, request('failed', 'layer'), cause('fault'));
      pod.pull(400, 'app', 'failed', 'web:1', { untilMs: 900 });
    });
    expect(phases?.slice(2)).toEqual([
      'waitingForDownload 200–400',
      'backingOff 400–900 fault',
      'waitingForSync 900–1000 fault',
    ]);
  });

  test('of what is asked of the registry is the first fault that its requests met', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      trace.tell(150, fetch, request('sent'));
      trace.tell(200, fetch, request('failed'), cause('fault'));
      trace.tell(300, fetch, request('failed'), cause('other'));
    });
    expect(phases?.slice(-2)).toEqual(['resolving 150–200 fault', 'runtimeWork 200–1000']);
  });

  test('is nobody’s where requests and layers come without a pull of the kubelet', () => {
    const { phases } = told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      trace.tell(200, 'node-1', { type: 'node', state: 'kubeletRestarted' });
      trace.tell(300, fetch, request('failed'), cause('fault'));
      pod.layer(400, 'app', 'fetch', 'started', 0, 10);
    });
    expect(phases).toEqual(['waitingToStart 0–100', 'runtimeWork 100–200', 'waitingForSync 200–1000']);
  });
});

test('a wait for a download slot that only the request tells of began with the answer before, or with the pull', () => {
  const fetch = 'node-1/images/kubelet/default/web/app#fetch-0';
  const request = (state: 'sent' | 'answered', kind: 'tag' | 'manifest'): Told => ({
    type: 'request',
    state,
    method: 'GET',
    kind,
    registry: 'r',
    image: 'web:1',
  });
  const waited = (answeredMs: number | undefined, sentMs: number) =>
    told((pod, trace) => {
      pod.pull(100, 'app', 'pulling', 'web:1');
      if (answeredMs !== undefined) trace.tell(answeredMs, fetch, request('answered', 'tag'));
      trace.tell(sentMs, fetch, request('sent', 'manifest'), cause('downloadSlot'));
    }).phases?.slice(1);
  expect(waited(150, 400)).toEqual([
    'runtimeWork 100–150',
    'waitingForDownload 150–400 downloadSlot',
    'resolving 400–1000',
  ]);
  expect(waited(undefined, 400)).toEqual(['waitingForDownload 100–400 downloadSlot', 'resolving 400–1000']);
  expect(waited(undefined, 100)).toEqual(['resolving 100–1000']);
});

describe('what becomes of a pod', () => {
  const end = (pod: PodBuild, state: 'rejected' | 'terminated' | 'deleted'): Told => ({
    type: 'pod',
    state,
    pod: pod.ref,
    containers: [],
  });
  const stateOf = (
    tell: (pod: PodBuild, trace: TraceBuilder) => void,
    containers: readonly ContainerBuild[] = [
      ['app', 'web:1'],
      ['log', 'log:1'],
    ],
  ) => {
    const trace = new TraceBuilder();
    tell(trace.pod(50, 'web', containers), trace);
    const [pod] = podPhases(trace.end(1_000)).pods;
    return [pod?.state, pod?.timeToRunningMs];
  };

  test.each<[string, (pod: PodBuild, trace: TraceBuilder) => void, readonly (string | number | undefined)[]]>(
    [
      ['one runs, one waits', (pod) => pod.container(100, 'app', 'running'), ['notRunning', undefined]],
      [
        'both run',
        (pod) => {
          pod.container(200, 'app', 'running');
          pod.container(100, 'log', 'running');
        },
        ['running', 150],
      ],
      [
        'one has ended',
        (pod) => {
          pod.container(200, 'app', 'running');
          pod.container(300, 'log', 'exited', 0);
        },
        ['running', 250],
      ],
      [
        'both have ended',
        (pod) => {
          pod.container(200, 'app', 'exited', 0);
          pod.container(300, 'log', 'exited', 0);
        },
        ['ended', 250],
      ],
      [
        'it is over before all ran',
        (pod, trace) => {
          pod.container(200, 'app', 'running');
          trace.tell(300, pod.actor, end(pod, 'terminated'));
        },
        ['ended', undefined],
      ],
      [
        'it was deleted',
        (pod, trace) => trace.tell(300, pod.actor, end(pod, 'deleted')),
        ['ended', undefined],
      ],
      [
        'it was rejected, then deleted',
        (pod, trace) => {
          pod.start(100, 'app');
          pod.start(100, 'log');
          trace.tell(300, pod.actor, end(pod, 'rejected'));
          trace.tell(400, pod.actor, end(pod, 'deleted'));
        },
        ['rejected', undefined],
      ],
    ],
  )('%s', (_, tell, expected) => {
    expect(stateOf(tell)).toEqual(expected);
  });

  test('init containers and image volumes are not waited for, and alone are nothing to run', () => {
    const more: readonly ContainerBuild[] = [
      ['app', 'a:1'],
      ['setup', 'a:1', 'init'],
      ['model', 'm:1', 'imageVolume'],
    ];
    expect(stateOf((pod) => pod.container(100, 'app', 'running'), more)).toEqual(['running', 50]);
    expect(stateOf((pod) => pod.container(100, 'setup', 'running'), more.slice(1))).toEqual([
      'notRunning',
      undefined,
    ]);
  });

  test('that comes again with its node begins anew', () => {
    const { phases } = told((pod, trace) => {
      pod.container(100, 'app', 'running');
      const containers = [{ name: 'app', image: 'web:1', kind: 'container', policy: 'Always' }] as const;
      trace.tell(200, pod.actor, { type: 'pod', state: 'added', pod: pod.ref, containers });
      trace.tell(300, 'node-2', { type: 'node', state: 'rebooting' });
      pod.container(400, 'app', 'running');
      trace.tell(500, 'node-1', { type: 'node', state: 'rebooted' });
    });
    expect(phases).toEqual([
      'waitingToStart 0–100',
      'running 100–200',
      'waitingToStart 200–400',
      'running 400–1000',
    ]);
  });
});

// getPhase (pkg/kubelet/kubelet_pods.go, v1.36.3): a pod that restarts its containers stays Running while all
// of them are down.
test.each([
  ['Running', { state: 'terminated', restarts: 0 }, 3000, 'notRunning'],
  ['Running', { state: 'waiting', reason: 'CrashLoopBackOff', restarts: 3 }, 3000, 'notRunning'],
  ['Running', { state: 'running', restarts: 1 }, 1500, 'notRunning'],
  ['Running', { state: 'running', restarts: 0 }, 1500, 'ended'],
  ['Pending', { state: 'waiting', restarts: 0 }, 1, 'ended'],
  ['Failed', { state: 'terminated', restarts: 0 }, 3000, 'ended'],
] as const)(
  'a pod whose container has ended, told as %s and %j at %i ms, is %s',
  (phase, container, toldMs, state) => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    const tell = () =>
      trace.tell(toldMs, pod.actor, {
        type: 'status',
        pod: pod.ref,
        phase,
        containers: [{ name: 'app', kind: 'container', ...container }],
      });
    if (toldMs < 2000) tell();
    pod.container(1000, 'app', 'running');
    pod.container(2000, 'app', 'exited', 1);
    if (toldMs > 2000) tell();
    expect(podPhases(trace.end(4000)).pods.map((each) => each.state)).toEqual([state]);
  },
);
