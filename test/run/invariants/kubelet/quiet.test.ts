import { describe, expect, it } from 'vitest';
import {
  deletedPodsLeaveNothing,
  runningPodsAreQuiet,
} from '../../../../src/run/invariants/kubelet/quiet.ts';
import type { ObservationOf } from '../../../../src/trace/observation.ts';
import { admitted, event, fault, type Line, node, podRef, pull, traceOf } from '../trace-of.ts';

// pkg/kubelet/kuberuntime/kuberuntime_manager.go: computePodActions finds nothing to do for a pod whose
// containers run.

const actor = 'node-1/kubelet/default/a';
const sync = (
  at: number,
  state: 'started' | 'finished',
  trigger?: ObservationOf<'sync'>['trigger'],
): Line => [
  at,
  actor,
  { type: 'sync', state, pod: podRef('a'), ...(trigger === undefined ? {} : { trigger }) },
];
const status = (
  at: number,
  state: 'waiting' | 'running',
  phase: ObservationOf<'status'>['phase'] = 'Running',
): Line => [
  at,
  actor,
  {
    type: 'status',
    pod: podRef('a'),
    phase,
    containers: [{ name: 'app', kind: 'container', state, restarts: 0 }],
  },
];
const exited: Line = [
  8,
  actor,
  { type: 'container', state: 'exited', pod: podRef('a'), container: 'app', exitCode: 1 },
];

/** A round that starts the container, and one that finds it running. */
const running = [
  admitted(0, 'a', 'IfNotPresent'),
  sync(1, 'started', 'added'),
  pull(2, 'a', 'pulled'),
  sync(3, 'finished'),
  sync(4, 'started'),
  status(4, 'running'),
  sync(5, 'finished'),
];

describe('running pods are quiet', () => {
  const check = (...lines: Line[]) =>
    runningPodsAreQuiet.check(traceOf([node()], [...running, ...lines])).map(({ message }) => message);

  it('holds for rounds that find nothing to do', () => {
    expect(check(sync(10, 'started'), sync(11, 'finished'))).toEqual([]);
  });

  it('finds a pull and an event of a pod that runs', () => {
    const [pullMessage, eventMessage] = [
      'all containers of a run, and node-1/kubelet/default/a/app has a record of type pull (inspecting)',
      'all containers of a run, and node-1/kubelet/default/a/app writes the event Pulling',
    ];
    expect(check(sync(10, 'started'), pull(11, 'a', 'inspecting'), event(12, 'a', 'Pulling'))).toEqual([
      pullMessage,
      eventMessage,
    ]);
  });

  it('holds where something has given the worker new work', () => {
    expect(check(exited, pull(9, 'a', 'inspecting'))).toEqual([]);
    expect(check(fault(8, 'kubeletRestart', 'node-1'), pull(9, 'a', 'inspecting'))).toEqual([]);
    expect(
      check(
        [8, 'node-1', { type: 'pod', state: 'changed', pod: podRef('a'), containers: [] }],
        event(9, 'a', 'Killing'),
      ),
    ).toEqual([]);
    // A change reaches the worker later: the rounds before do not know of it.
    const changed: Line = [8, 'node-1', { type: 'pod', state: 'changed', pod: podRef('a'), containers: [] }];
    const before = [sync(9, 'started', 'lifecycle'), sync(10, 'finished')];
    const after = [sync(11, 'started', 'updated'), sync(12, 'finished')];
    expect(check(changed, ...before, event(13, 'a', 'Killing'))).toEqual([]);
    expect(check(changed, ...before, ...after, event(13, 'a', 'Killing'))).toHaveLength(1);
    expect(
      check(
        [8, 'node-1', { type: 'pod', state: 'deleting', pod: podRef('a'), containers: [] }],
        event(9, 'a', 'Killing'),
      ),
    ).toEqual([]);
    expect(
      check(sync(8, 'started'), status(8, 'waiting'), sync(9, 'finished'), event(10, 'a', 'BackOff')),
    ).toEqual([]);
  });

  it('holds for what each round owes: images of volumes, and warnings of pull secrets that are missing', () => {
    expect(check(pull(8, 'a', 'pulled', { volume: true }), event(8, 'a', 'Pulled'))).toEqual([]);
    expect(check(event(8, 'a', 'FailedToRetrieveImagePullSecret'))).toEqual([]);
  });
});

describe('deleted pods leave nothing', () => {
  const gone: Line = [8, 'node-1', { type: 'pod', state: 'deleted', pod: podRef('a'), containers: [] }];
  const check = (...lines: Line[]) =>
    deletedPodsLeaveNothing.check(traceOf([node()], [...running, ...lines])).map(({ message }) => message);

  it('holds until the pod is gone, and for another pod of the same name', () => {
    expect(check(event(7, 'a', 'Killing'), gone, sync(8, 'started'))).toEqual([]);
    expect(
      check(gone, [
        9,
        actor,
        { type: 'container', state: 'creating', pod: { ...podRef('a'), uid: 'another' }, container: 'app' },
      ]),
    ).toEqual([]);
  });

  it('finds work that is done for it afterwards', () => {
    expect(check(gone, event(9, 'a', 'Pulling'), pull(10, 'a', 'pulling'))).toEqual([
      'a is gone, and node-1/kubelet/default/a/app writes the event Pulling',
      'a is gone, and node-1/kubelet/default/a/app has a record of type pull (pulling)',
    ]);
  });
});
