import { expect, test } from 'vitest';
import { podStatusCells, type StatusRecord } from '../../src/reports/pod-status.ts';
import type { ContainerKind, ContainerStatusView } from '../../src/trace/observation.ts';

type View = readonly [
  kind: ContainerKind,
  state: ContainerStatusView['state'],
  reason?: string | undefined,
  exitCode?: number | undefined,
  restarts?: number,
];

function cells(phase: StatusRecord['phase'], views: readonly View[], reason?: string): string {
  const containers = views.map(([kind, state, why, exitCode, restarts = 0], index) => ({
    name: `c${index}`,
    kind,
    state,
    restarts,
    ...(why === undefined ? {} : { reason: why }),
    ...(exitCode === undefined ? {} : { exitCode }),
  }));
  const pod = { namespace: 'default', name: 'web-0', uid: 'u1' };
  const told = podStatusCells({
    id: 1,
    at: 0,
    node: 'node-1',
    actor: 'a',
    type: 'status',
    pod,
    phase,
    containers,
    ...(reason === undefined ? {} : { reason }),
  });
  return `${told.ready} ${told.status} ${told.restarts}`;
}

// printPod, pkg/printers/internalversion/printers.go, and TestPrintPod*, printers_test.go, v1.36.3
test.for([
  ['nothing started', 'Pending', [['container', 'waiting', 'ContainerCreating']], '0/1 ContainerCreating 0'],
  ['running', 'Running', [['container', 'running']], '1/1 Running 0'],
  [
    'a waiting container speaks for the pod, the first before the last',
    'Running',
    [
      ['container', 'waiting', 'ErrImagePull'],
      ['container', 'running'],
      ['container', 'waiting', 'ImagePullBackOff'],
    ],
    '1/3 ErrImagePull 0',
  ],
  ['waiting without a reason', 'Pending', [['container', 'waiting']], '0/1 Pending 0'],
  [
    'the first of two init containers',
    'Pending',
    [
      ['init', 'running'],
      ['init', 'waiting', 'PodInitializing'],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '0/1 Init:0/2 0',
  ],
  [
    'the second, waiting for its turn',
    'Pending',
    [
      ['init', 'terminated', 'Completed', 0],
      ['init', 'waiting', 'PodInitializing'],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '0/1 Init:1/2 0',
  ],
  [
    'an init container whose image does not come',
    'Pending',
    [
      ['init', 'waiting', 'ImagePullBackOff', undefined, 0],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '0/1 Init:ImagePullBackOff 0',
  ],
  [
    'an init container that failed, with a reason and without',
    'Pending',
    [
      ['init', 'terminated', 'Error', 1, 3],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '0/1 Init:Error 3',
  ],
  [
    'an init container that failed without a reason',
    'Pending',
    [
      ['init', 'terminated', '', 7],
      ['container', 'waiting'],
    ],
    '0/1 Init:ExitCode:7 0',
  ],
  [
    'all init containers done',
    'Pending',
    [
      ['init', 'terminated', 'Completed', 0, 2],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '0/1 PodInitializing 0',
  ],
  [
    'a running sidecar counts as a container',
    'Running',
    [
      ['sidecar', 'running', undefined, undefined, 1],
      ['container', 'running', undefined, undefined, 2],
    ],
    '2/2 Running 3',
  ],
  [
    'a sidecar before an init container at work',
    'Pending',
    [
      ['sidecar', 'running'],
      ['init', 'running'],
      ['container', 'waiting', 'PodInitializing'],
    ],
    '1/2 Init:1/2 0',
  ],
  ['completed', 'Succeeded', [['container', 'terminated', 'Completed', 0]], '0/1 Completed 0'],
  [
    'one completed, one running',
    'Running',
    [
      ['container', 'terminated', 'Completed', 0],
      ['container', 'running'],
    ],
    '1/2 NotReady 0',
  ],
  [
    'one completed, one failed',
    'Failed',
    [
      ['container', 'terminated', 'Completed', 0],
      ['container', 'terminated', 'Error', 2],
    ],
    '0/2 Error 0',
  ],
  ['failed without a reason', 'Failed', [['container', 'terminated', undefined, 137]], '0/1 ExitCode:137 0'],
] as const satisfies readonly (readonly [string, StatusRecord['phase'], readonly View[], string])[])(
  '%s',
  ([, phase, views, expected]) => {
    expect(cells(phase, views)).toBe(expected);
  },
);

test('the pod’s own reason comes before its phase', () => {
  expect(cells('Failed', [], 'Evicted')).toBe('0/0 Evicted 0');
});
