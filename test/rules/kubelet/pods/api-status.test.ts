import { describe, expect, it } from 'vitest';
import { sameApiStatus } from '../../../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../../../src/rules/kubelet/pods/pod.ts';
import type { PodPhase } from '../../../../src/rules/kubelet/pods/pod-phase.ts';
import { container, podOf, published, type State, sidecar, statusOf, withStates } from '../pod-fixtures.ts';

// getPhase, generateAPIPodStatus and convertToAPIContainerStatuses of pkg/kubelet/kubelet_pods.go, v1.36.3;
// the phases are the cases of TestPodPhaseWithRestartAlways, …Never, …OnFailure and …InitContainers in
// kubelet_pods_test.go.

type States = Readonly<Record<string, State>>;

describe('the phase', () => {
  const pod = (restartPolicy: PodSpec['restartPolicy'], initContainers: PodSpec['initContainers'] = []) =>
    podOf({ restartPolicy, initContainers, containers: [container('a'), container('b')] });
  const init = [container('i')];

  it.each<[string, PodSpec, States, PodPhase]>([
    ['all waiting', pod('Always'), {}, 'Pending'],
    ['all running', pod('Always'), { a: '+', b: '+' }, 'Running'],
    ['all stopped, Always', pod('Always'), { a: 1, b: 1 }, 'Running'],
    ['all succeeded, Always', pod('Always'), { a: 0, b: 0 }, 'Running'],
    ['one running, one stopped, Always', pod('Always'), { a: '+', b: 1 }, 'Running'],
    ['one running, one never started', pod('Always'), { a: '+' }, 'Pending'],
    ['one running, one created', pod('Always'), { a: '+', b: 'c' }, 'Pending'],
    ['one stopped, one never started', pod('Always'), { a: 1 }, 'Pending'],
    ['all succeeded, Never', pod('Never'), { a: 0, b: 0 }, 'Succeeded'],
    ['all failed, Never', pod('Never'), { a: 1, b: 1 }, 'Failed'],
    ['one failed, Never', pod('Never'), { a: 0, b: 1 }, 'Failed'],
    ['one running, one failed, Never', pod('Never'), { a: '+', b: 1 }, 'Running'],
    ['all succeeded, OnFailure', pod('OnFailure'), { a: 0, b: 0 }, 'Succeeded'],
    ['all failed, OnFailure', pod('OnFailure'), { a: 1, b: 1 }, 'Running'],
    ['one failed, one succeeded, OnFailure', pod('OnFailure'), { a: 0, b: 1 }, 'Running'],
    ['an init container has not run', pod('Always', init), {}, 'Pending'],
    ['an init container runs', pod('Always', init), { i: '+' }, 'Pending'],
    ['an init container succeeded', pod('Always', init), { i: 0 }, 'Pending'],
    ['an init container failed, Always', pod('Always', init), { i: 1 }, 'Pending'],
    ['an init container failed, OnFailure', pod('OnFailure', init), { i: 1 }, 'Pending'],
    ['an init container failed, Never', pod('Never', init), { i: 1 }, 'Failed'],
    ['an init container has not run, Never', pod('Never', init), {}, 'Pending'],
    [
      'an init container runs again after its first run failed, Never',
      pod('Never', init),
      { i: '+' },
      'Pending',
    ],
    [
      'an init container runs again in a new sandbox, all others have ended',
      pod('Always', init),
      { i: '+', a: 1, b: 1 },
      'Pending',
    ],
    [
      'a sidecar runs on after all others have succeeded, Never',
      pod('Never', [sidecar('s')]),
      { s: '+', a: 0, b: 0 },
      'Running',
    ],
    [
      'a sidecar never ran, all others have succeeded, Never',
      pod('Never', [sidecar('s')]),
      { a: 0, b: 0 },
      'Pending',
    ],
    ['initialised and running', pod('Never', init), { i: 0, a: '+', b: '+' }, 'Running'],
    ['initialised and over', pod('Never', init), { i: 0, a: 0, b: 0 }, 'Succeeded'],
    ['a sidecar runs, the rest waits', pod('Always', [sidecar('s')]), { s: '+' }, 'Pending'],
    ['a sidecar and all others run', pod('Always', [sidecar('s')]), { s: '+', a: '+', b: '+' }, 'Running'],
    [
      'a sidecar failed while the others run, Never',
      pod('Never', [sidecar('s')]),
      { s: 1, a: '+', b: '+' },
      'Running',
    ],
    [
      'a sidecar is down, all others have succeeded, Never',
      pod('Never', [sidecar('s')]),
      { s: 1, a: 0, b: 0 },
      'Succeeded',
    ],
  ])('%s', (_, spec, states, expected) => {
    expect(published(spec, withStates(states)).phase).toBe(expected);
  });
});

describe('a container’s view', () => {
  const reasons = new Map([['app', { reason: 'ErrImagePull', message: 'boom' }]]);
  const only = (pod: PodSpec, states: States, known = new Map()) =>
    published(pod, withStates(states), known).containers.at(-1);

  it('waits as ContainerCreating until it is tried; as PodInitializing where there are init containers', () => {
    expect(only(podOf(), {})).toEqual({
      name: 'app',
      kind: 'container',
      restarts: 0,
      state: 'waiting',
      reason: 'ContainerCreating',
    });
    const views = published(
      podOf({ initContainers: [container('i'), sidecar('s')] }),
      withStates({}),
    ).containers;
    expect(views.map(({ name, kind, reason }) => [name, kind, reason])).toEqual([
      ['i', 'init', 'PodInitializing'],
      ['s', 'sidecar', 'PodInitializing'],
      ['app', 'container', 'PodInitializing'],
    ]);
  });

  it('waits with the reason of the sync before', () => {
    expect(only(podOf(), {}, reasons)).toMatchObject({
      state: 'waiting',
      reason: 'ErrImagePull',
      message: 'boom',
    });
    expect(only(podOf(), { app: 1 }, reasons)).toMatchObject({
      state: 'waiting',
      reason: 'ErrImagePull',
      message: 'boom',
    });
  });

  it('runs, independent of the last sync', () => {
    expect(only(podOf(), { app: '+' }, reasons)).toEqual({
      name: 'app',
      kind: 'container',
      restarts: 0,
      state: 'running',
    });
  });

  it('has ended: Completed or Error, with its code', () => {
    expect(only(podOf(), { app: 0 })).toMatchObject({
      state: 'terminated',
      reason: 'Completed',
      exitCode: 0,
    });
    expect(only(podOf(), { app: 3 })).toMatchObject({ state: 'terminated', reason: 'Error', exitCode: 3 });
  });

  it('has ended for good though a reason is left: it is not to be restarted', () => {
    expect(only(podOf({ restartPolicy: 'Never' }), { app: 1 }, reasons)).toMatchObject({
      state: 'terminated',
      exitCode: 1,
    });
  });

  it('counts its restarts', () => {
    const status = { sandbox: 'ready', containers: [statusOf('app', '+', 3)] } as const;
    expect(published(podOf(), status).containers[0]?.restarts).toBe(3);
  });
});

describe('whether a status is news', () => {
  const status = published(podOf(), withStates({}));
  const reason = (message: string) =>
    published(podOf(), withStates({}), new Map([['app', { reason: 'ErrImagePull', message }]]));

  it.each([
    ['the same', published(podOf(), withStates({})), true],
    ['a reason', reason('boom'), false],
    ['a state', published(podOf(), withStates({ app: '+' })), false],
    ['a phase', { ...status, phase: 'Failed' as const }, false],
    ['a container less', { ...status, containers: [] }, false],
    [
      'a restart',
      { ...status, containers: status.containers.map((view) => ({ ...view, restarts: 1 })) },
      false,
    ],
    [
      'an exit code',
      { ...status, containers: status.containers.map((view) => ({ ...view, exitCode: 1 })) },
      false,
    ],
  ])('%s: same %s', (_, other, expected) => {
    expect(sameApiStatus(status, other)).toBe(expected);
    expect(sameApiStatus(other, status)).toBe(expected);
  });

  it('each field of each container counts by itself', () => {
    const view = {
      name: 'a',
      kind: 'container',
      state: 'terminated',
      reason: 'Error',
      message: 'm',
      exitCode: 1,
      restarts: 2,
    } as const;
    const two = (changes: object) => ({
      phase: 'Running' as const,
      containers: [view, { ...view, name: 'b', ...changes }],
    });
    expect(sameApiStatus(two({}), two({}))).toBe(true);
    for (const change of [
      { state: 'running' },
      { reason: 'Completed' },
      { message: '' },
      { exitCode: 0 },
      { restarts: 3 },
    ]) {
      expect([change, sameApiStatus(two({}), two(change))]).toEqual([change, false]);
    }
    const more = { phase: 'Running' as const, containers: [view] };
    expect(sameApiStatus(more, two({}))).toBe(false);
  });

  it('another message alone is news', () => {
    expect(sameApiStatus(reason('boom'), reason('bang'))).toBe(false);
  });
});

// TestPodPhaseWithContainerRestartPolicy, GenerateAllContainersRestartingCondition and
// convertToAPIContainerStatuses, v1.36.3
describe('containers that restart by their own rules', () => {
  const never = container('a', {
    restart: { policy: 'Never', rules: [{ action: 'Restart', operator: 'In', exitCodes: [42] }] },
  });
  const all = {
    restart: {
      policy: 'Never',
      rules: [{ action: 'RestartAllContainers', operator: 'In', exitCodes: [42] }],
    },
  } as const;

  it.each<[string, PodSpec, States, PodPhase]>([
    [
      'one may restart, the other has failed',
      podOf({ restartPolicy: 'Never', containers: [never, container('b')] }),
      { a: 42, b: 1 },
      'Running',
    ],
    ['none may restart', podOf({ restartPolicy: 'Always', containers: [never] }), { a: 1 }, 'Failed'],
    [
      'none may restart, and it has succeeded',
      podOf({ restartPolicy: 'Always', containers: [never] }),
      { a: 0 },
      'Succeeded',
    ],
    [
      'an init container may restart',
      podOf({ restartPolicy: 'Never', initContainers: [never] }),
      { a: 42 },
      'Pending',
    ],
    [
      'an init container may not',
      podOf({ restartPolicy: 'Always', initContainers: [never] }),
      { a: 1 },
      'Failed',
    ],
  ])('%s', (_, spec, states, expected) => {
    expect(published(spec, withStates(states)).phase).toBe(expected);
  });

  it('are said to restart all together, then to be removed, then to wait for their turn', () => {
    const pod = podOf({
      restartPolicy: 'Never',
      initContainers: [container('i')],
      containers: [container('a', all), container('b')],
    });
    const before = published(pod, withStates({ i: 0, a: '+', b: '+' }));
    const exited = published(pod, withStates({ i: 0, a: 42, b: '+' }), new Map(), before);
    expect(exited).toMatchObject({ phase: 'Running', restartsAllContainers: true });
    const removed = published(pod, withStates({}), new Map(), exited);
    expect(removed.phase).toBe('Running');
    expect(removed).not.toHaveProperty('restartsAllContainers');
    const last = { exitCode: 137, reason: 'RestartingAllContainers' };
    expect(removed.containers).toEqual(
      ['i', 'a', 'b'].map((name) =>
        expect.objectContaining({
          name,
          state: 'waiting',
          reason: 'RestartingAllContainers',
          restarts: 1,
          last,
        }),
      ),
    );
    const begun = published(
      pod,
      { sandbox: 'ready', containers: [statusOf('i', '+', 1)] },
      new Map(),
      removed,
    );
    expect(begun.phase).toBe('Pending');
    expect(begun.containers.map(({ state, reason, restarts }) => [state, reason, restarts])).toEqual([
      ['running', undefined, 1],
      ['waiting', 'PodInitializing', 1],
      ['waiting', 'PodInitializing', 1],
    ]);
    const again = {
      sandbox: 'ready',
      containers: [statusOf('i', 0, 1), statusOf('a', '+', 1), statusOf('b', '+', 1)],
    } as const;
    expect(published(pod, again, new Map(), begun)).toMatchObject({
      phase: 'Running',
      containers: [{}, { restarts: 1, last }, { last }],
    });
  });

  it('are said so once more where only some are gone, and not where the pod is over', () => {
    const pod = podOf({ containers: [container('a', all), container('b')] });
    const exited = published(pod, withStates({ a: 42, b: 0 }));
    expect(published(pod, withStates({ b: 0 }), new Map(), exited)).toHaveProperty(
      'restartsAllContainers',
      true,
    );
    expect(sameApiStatus(exited, { phase: exited.phase, containers: exited.containers })).toBe(false);
    const failed = podOf({
      restartPolicy: 'Never',
      initContainers: [container('i')],
      containers: [container('a', all)],
    });
    expect(published(failed, withStates({ i: 1, a: 42 }))).not.toHaveProperty('restartsAllContainers');
  });
});
