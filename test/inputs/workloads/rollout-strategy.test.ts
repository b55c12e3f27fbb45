import { expect, test } from 'vitest';
import {
  daemonSetUpdate,
  deploymentUpdate,
  statefulSetUpdate,
  type TemplateUpdate,
} from '../../../src/inputs/workloads/rollout-strategy.ts';

const strategyOf = (update: TemplateUpdate, pods: number) =>
  typeof update === 'string' ? update : update.strategyFor(pods);

// ResolveFenceposts of pkg/controller/deployment/util (v1.36.3): a share of the surge is rounded up, one of
// the unavailable down.
test.each([
  [undefined, 5, 2, 1],
  [null, 3, 1, 0],
  [{ rollingUpdate: null }, 8, 2, 2],
  [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: '30%', maxUnavailable: '30%' } }, 5, 2, 1],
  [{ rollingUpdate: { maxSurge: 0, maxUnavailable: '100%' } }, 4, 0, 4],
  [{ rollingUpdate: { maxSurge: '0%', maxUnavailable: '10%' } }, 4, 0, 1],
  [{ rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }, 4, 0, 1],
  [{ rollingUpdate: { maxSurge: 3, maxUnavailable: 0 } }, 4, 3, 0],
  [{ rollingUpdate: { maxSurge: 1, maxUnavailable: 9 } }, 4, 1, 4],
])(
  'a Deployment with %j and %i pods has %i more and %i fewer',
  (strategy, pods, surgeMax, unavailableMax) => {
    expect(strategyOf(deploymentUpdate(strategy), pods)).toEqual({ kind: 'surge', surgeMax, unavailableMax });
  },
);

// pkg/controller/daemon/update.go (v1.36.3): both are rounded up, and one pod at least is unavailable without
// a surge.
test.each([
  [undefined, { kind: 'perNode', unavailableMax: 1 }],
  [{ rollingUpdate: { maxUnavailable: '10%' } }, { kind: 'perNode', unavailableMax: 2 }],
  [{ rollingUpdate: { maxUnavailable: '0%' } }, { kind: 'perNode', unavailableMax: 1 }],
  [{ rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } }, { kind: 'surgePerNode', surgeMax: 2 }],
  [{ rollingUpdate: { maxSurge: '0%', maxUnavailable: 3 } }, { kind: 'perNode', unavailableMax: 3 }],
  [{ type: 'OnDelete', rollingUpdate: { maxSurge: 1 } }, 'later'],
])('a DaemonSet of 15 pods with %j: %j', (strategy, expected) => {
  expect(strategyOf(daemonSetUpdate(strategy), 15)).toEqual(expected);
});

test.each([
  [undefined, 0],
  [{ rollingUpdate: {} }, 0],
  [{ type: 'RollingUpdate', rollingUpdate: { partition: 2 } }, 2],
])('a StatefulSet with %j goes down to ordinal %i', (strategy, partition) => {
  expect(statefulSetUpdate(strategy, true)).toMatchObject({ partition });
  for (const oneByOne of [true, false])
    expect(strategyOf(statefulSetUpdate(strategy, oneByOne), 3)).toEqual({ kind: 'ordered', oneByOne });
});

test('pods of a StatefulSet with OnDelete stay, those of a Deployment with Recreate go first', () => {
  expect(statefulSetUpdate({ type: 'OnDelete' }, true)).toBe('later');
  expect(strategyOf(deploymentUpdate({ type: 'Recreate' }), 3)).toEqual({ kind: 'recreate' });
});
