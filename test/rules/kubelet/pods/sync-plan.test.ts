import { describe, expect, it } from 'vitest';
import type { ContainerRestart, PodSpec, RestartRule } from '../../../../src/rules/kubelet/pods/pod.ts';
import type { PodRuntimeStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { planSync, type SyncPlan, shouldBeStarted } from '../../../../src/rules/kubelet/pods/sync-plan.ts';
import { v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, type State, sidecar, statusOf, withStates } from '../pod-fixtures.ts';

// computePodActions and computeInitContainerActions of pkg/kubelet/kuberuntime, v1.36.3 and v1.37.2; the
// cases are those of TestComputePodActions, TestComputePodActionsWithInitContainers and
// TestComputePodActionsWithRestartableInitContainers there.

/** The plan of kubelets up to 1.36. */
const planOf = (pod: PodSpec, status: PodRuntimeStatus, isReset?: boolean): SyncPlan =>
  planSync(pod, status, v1_36, isReset);

type Policy = PodSpec['restartPolicy'];
type States = Readonly<Record<string, State>>;

/** What a round starts, as one line: `sandbox a b`. */
function plan(pod: PodSpec, states: States, sandbox: 'none' | 'ready' = 'ready'): string {
  const { createSandbox, starts } = planOf(pod, withStates(states, sandbox));
  return [...(createSandbox ? ['sandbox'] : []), ...starts.map((start) => start.spec.name)].join(' ');
}

describe('a pod of plain containers', () => {
  const pod = (restartPolicy: Policy) =>
    podOf({ restartPolicy, containers: [container('a'), container('b'), container('c')] });

  it.each<[string, Policy, States, string]>([
    ['all run', 'Always', { a: '+', b: '+', c: '+' }, ''],
    ['none has been started', 'Always', {}, 'a b c'],
    ['one is missing', 'Always', { a: '+', c: '+' }, 'b'],
    ['one was created and not started', 'Never', { a: '+', b: 'c', c: '+' }, 'b'],
    ['two have exited, Always', 'Always', { a: 0, b: 1, c: '+' }, 'a b'],
    ['two have exited, OnFailure', 'OnFailure', { a: 0, b: 1, c: '+' }, 'b'],
    ['two have exited, Never', 'Never', { a: 0, b: 1, c: '+' }, ''],
    ['all have exited, Never', 'Never', { a: 0, b: 1, c: 2 }, ''],
    ['all have succeeded, OnFailure', 'OnFailure', { a: 0, b: 0, c: 0 }, ''],
    ['all have failed, OnFailure', 'OnFailure', { a: 1, b: 1, c: 1 }, 'a b c'],
  ])('%s', (_, policy, states, expected) => {
    expect(plan(pod(policy), states)).toBe(expected);
  });

  it('a new pod gets its sandbox and all containers in order', () => {
    expect(plan(pod('Always'), {}, 'none')).toBe('sandbox a b c');
    expect(plan(pod('Never'), {}, 'none')).toBe('sandbox a b c');
  });

  it('a lost sandbox starts all again, with OnFailure all but those that succeeded', () => {
    expect(plan(pod('Always'), { a: 0, b: 137, c: 137 }, 'none')).toBe('sandbox a b c');
    expect(plan(pod('OnFailure'), { a: 0, b: 137, c: 137 }, 'none')).toBe('sandbox b c');
  });
});

describe('a pod whose sandbox is gone', () => {
  const pod = (restartPolicy: Policy) =>
    podOf({ restartPolicy, containers: [container('a'), container('b')] });
  const nothing = {
    createSandbox: false,
    replacesSandbox: false,
    killsPod: false,
    changed: [],
    resets: [],
    starts: [],
  };

  it('and whose containers have all succeeded, OnFailure, needs no new one', () => {
    expect(planOf(pod('OnFailure'), withStates({ a: 0, b: 0 }, 'none'))).toEqual(nothing);
  });

  it('and that never got to its containers, OnFailure, starts them all', () => {
    expect(plan(pod('OnFailure'), {}, 'none')).toBe('sandbox a b');
  });

  it('counts as success only what has ended: what ran when the sandbox went is started again', () => {
    expect(plan(pod('OnFailure'), { a: '+', b: 0 }, 'none')).toBe('sandbox a');
  });

  it('after the node went down is over with Never, unless no container was made yet', () => {
    expect(planOf(pod('Never'), withStates({ a: 255, b: 255 }, 'notReady'))).toEqual(nothing);
    expect(planOf(pod('Never'), withStates({}, 'notReady'))).toMatchObject({
      createSandbox: true,
      replacesSandbox: true,
    });
    expect(planOf(pod('OnFailure'), withStates({ a: 255, b: 0 }, 'notReady'))).toMatchObject({
      createSandbox: true,
    });
  });
});

describe('a pod that is over is killed (KillPod of computePodActions)', () => {
  const pod = (restartPolicy: Policy) =>
    podOf({ restartPolicy, initContainers: [container('i')], containers: [container('a'), container('b')] });

  it.each<[string, Policy, States, boolean]>([
    ['an init container failed, Never', 'Never', { i: 1 }, true],
    ['an init container failed, OnFailure', 'OnFailure', { i: 1 }, false],
    ['all have ended, Never', 'Never', { i: 0, a: 0, b: 1 }, true],
    ['all have succeeded, OnFailure', 'OnFailure', { i: 0, a: 0, b: 0 }, true],
    ['one has succeeded and one runs', 'OnFailure', { i: 0, a: 0, b: '+' }, false],
    ['one is still to be started', 'Never', { i: 0, a: 0 }, false],
    ['one is down, Always', 'Always', { i: 0, a: 0, b: 0 }, false],
  ])('%s: %s', (_, restartPolicy, states, expected) => {
    const { killsPod, starts } = planOf(pod(restartPolicy), withStates(states));
    expect(killsPod).toBe(expected);
    if (killsPod) expect(starts).toEqual([]);
  });
});

it('a sandbox from before the node went down is replaced; a first one is not', () => {
  expect(planOf(podOf(), withStates({ app: 255 }, 'notReady'))).toMatchObject({
    createSandbox: true,
    replacesSandbox: true,
  });
  expect(planOf(podOf(), withStates({}, 'none'))).toMatchObject({
    createSandbox: true,
    replacesSandbox: false,
  });
  expect(planOf(podOf(), withStates({ app: '+' }))).toMatchObject({
    createSandbox: false,
    replacesSandbox: false,
  });
});

describe('a pod with init containers', () => {
  const inits = [container('i1'), container('i2'), container('i3')];
  const pod = (restartPolicy: Policy) =>
    podOf({ restartPolicy, initContainers: inits, containers: [container('a'), container('b')] });

  it.each<[string, Policy, States, string]>([
    ['nothing yet', 'Always', {}, 'i1'],
    ['the first runs', 'Always', { i1: '+' }, ''],
    ['the first was created and not started', 'Always', { i1: 'c' }, 'i1'],
    ['the first is done', 'Always', { i1: 0 }, 'i2'],
    ['the second runs', 'Always', { i1: 0, i2: '+' }, ''],
    ['the second failed, Always', 'Always', { i1: 0, i2: 1 }, 'i2'],
    ['the second failed, OnFailure', 'OnFailure', { i1: 0, i2: 1 }, 'i2'],
    ['the second failed, Never: the pod is over', 'Never', { i1: 0, i2: 1 }, ''],
    ['the first two are gone from the runtime, the third is done', 'Always', { i3: 0 }, 'a b'],
    ['all are done', 'Never', { i1: 0, i2: 0, i3: 0 }, 'a b'],
    ['one container runs already: init containers are not looked at', 'Always', { i3: 1, a: '+' }, 'b'],
    ['one container was created: initialised too', 'Always', { a: 'c' }, 'a b'],
    [
      'a container has exited after the init containers were done',
      'Always',
      { i1: 0, i2: 0, i3: 0, a: 1, b: 1 },
      'a b',
    ],
    ['an exited container alone does not prove initialisation', 'Always', { a: 137, b: 137 }, 'i1'],
  ])('%s', (_, policy, states, expected) => {
    expect(plan(pod(policy), states)).toBe(expected);
  });

  it('a new sandbox starts from the first, independent of earlier containers', () => {
    expect(plan(pod('Always'), { i1: 0, i2: 0, i3: 0, a: 137, b: 137 }, 'none')).toBe('sandbox i1');
  });
});

describe('a pod with sidecars', () => {
  const pod = (restartPolicy: Policy, ...inits: ReturnType<typeof container>[]) =>
    podOf({ restartPolicy, initContainers: inits, containers: [container('a'), container('b')] });
  const both = [sidecar('s1'), sidecar('s2')];
  const mixed = [container('i1'), sidecar('s2'), container('i3')];

  it.each<[string, PodSpec, States, string]>([
    ['nothing yet', pod('Always', ...both), {}, 's1'],
    ['the first runs: the next starts at once', pod('Always', ...both), { s1: '+' }, 's2'],
    ['both run', pod('Always', ...both), { s1: '+', s2: '+' }, 'a b'],
    ['both run, as does a container', pod('Always', ...both), { s1: '+', s2: '+', a: '+' }, 'b'],
    ['the first ended before the second was started', pod('Never', ...both), { s1: 1 }, 's1'],
    ['the first ended while the second runs', pod('Always', ...both), { s1: 0, s2: '+' }, 's1 a b'],
    [
      'one ended while containers run: it comes back',
      pod('Never', ...both),
      { s1: 0, s2: '+', a: '+', b: '+' },
      's1',
    ],
    [
      'both ended while containers run: they come back in order',
      pod('Never', ...both),
      { s1: 0, s2: 1, a: '+', b: '+' },
      's1 s2',
    ],
    [
      'one is gone while containers run: it comes back',
      pod('Always', ...both),
      { s2: '+', a: '+', b: '+' },
      's1',
    ],
    [
      'all containers are done: a sidecar does not come back',
      pod('Never', ...both),
      { s1: 1, s2: '+', a: 0, b: 0 },
      '',
    ],
    ['mixed: after a regular one', pod('Always', ...mixed), { i1: 0 }, 's2'],
    ['mixed: the sidecar runs', pod('Always', ...mixed), { i1: 0, s2: '+' }, 'i3'],
    ['mixed: the last runs, the sidecar is down', pod('Always', ...mixed), { i1: 0, s2: 1, i3: '+' }, 's2'],
    ['mixed: the last is done', pod('Always', ...mixed), { i1: 0, s2: '+', i3: 0 }, 'a b'],
    ['mixed: the last failed, Never', pod('Never', ...mixed), { i1: 0, s2: '+', i3: 1 }, ''],
  ])('%s', (_, spec, states, expected) => {
    expect(plan(spec, states)).toBe(expected);
  });

  // Containers that are not in the present sandbox are left over from one before it.
  const since37 = (spec: PodSpec, states: States, leftOver: readonly string[] = []) => {
    const { sandbox, containers } = withStates(states);
    const marked = containers.map((one) => (leftOver.includes(one.name) ? { ...one, isActive: false } : one));
    return planSync(spec, { sandbox, containers: marked }, v1_37);
  };
  const namesIn = ({ starts }: SyncPlan) => starts.map(({ spec }) => spec.name).join(' ');

  it.each<[string, PodSpec, States, string, string]>([
    ['a sidecar and the containers end', pod('Always', sidecar('s1')), { s1: 0, a: 1, b: 0 }, 's1', 's1 a b'],
    ['all init containers are gone', pod('Always', container('i1')), { a: 1, b: 1 }, 'i1', 'a b'],
    [
      'an init container that was made again failed',
      pod('Never', container('i1')),
      { i1: 1, a: '+' },
      'b',
      'b',
    ],
    [
      'an init container failed, and a container has ended',
      pod('Never', container('i1')),
      { i1: 1, a: 1 },
      '',
      'b',
    ],
  ])('from 1.37 on an ended container proves initialisation: %s', (_, spec, states, before, since) => {
    expect(plan(spec, states)).toBe(before);
    expect(namesIn(since37(spec, states))).toBe(since);
  });

  it('from 1.37 on a pod that is over is ended though its last sidecar has ended as well', () => {
    const over = pod('Never', sidecar('s1'));
    expect(planOf(over, withStates({ s1: 0, a: 0, b: 0 }))).toMatchObject({
      killsPod: false,
      starts: [{ kind: 'sidecar' }],
    });
    expect(since37(over, { s1: 0, a: 0, b: 0 })).toMatchObject({ killsPod: true, starts: [] });
  });

  it('from 1.37 on remains of another sandbox prove nothing', () => {
    const spec = pod('Always', container('i1'));
    expect(namesIn(since37(spec, { i1: 0, a: 255, b: 255 }, ['a', 'b']))).toBe('a b');
    expect(namesIn(since37(spec, { a: 255, b: 255 }, ['a', 'b']))).toBe('i1');
    expect(namesIn(since37(spec, { i1: 0, a: 255, b: 255 }, ['i1', 'a', 'b']))).toBe('i1');
  });

  it('distinguishes sidecars, init containers and containers', () => {
    expect(planOf(pod('Always', ...mixed), withStates({ i1: 0 })).starts.map((start) => start.kind)).toEqual([
      'sidecar',
    ]);
    expect(planOf(pod('Always', ...mixed), withStates({})).starts.map((start) => start.kind)).toEqual([
      'init',
    ]);
    expect(planOf(podOf(), withStates({})).starts.map((start) => start.kind)).toEqual(['container']);
  });
});

describe('ShouldContainerBeRestarted (pkg/kubelet/container/helpers.go, v1.36.3)', () => {
  it.each<[string, Policy, State | undefined, boolean]>([
    ['never started', 'Never', undefined, true],
    ['created', 'Never', 'c', true],
    ['running', 'Always', '+', false],
    ['succeeded, Always', 'Always', 0, true],
    ['succeeded, OnFailure', 'OnFailure', 0, false],
    ['succeeded, Never', 'Never', 0, false],
    ['failed, Always', 'Always', 1, true],
    ['failed, OnFailure', 'OnFailure', 1, true],
    ['failed, Never', 'Never', 1, false],
  ])('%s', (_, restartPolicy, state, expected) => {
    expect(
      shouldBeStarted(
        podOf({ restartPolicy }),
        container('app'),
        state === undefined ? undefined : statusOf('app', state),
      ),
    ).toBe(expected);
  });
});

// EphemeralContainersToStart and containerChanged of computePodActions, v1.36.3
describe('ephemeral containers', () => {
  const pod = podOf({ initContainers: [container('i')], ephemeralContainers: [container('debugger')] });

  it('start before the init containers, independent of their state', () => {
    expect(plan(pod, { i: 1 })).toBe('debugger i');
    expect(plan(pod, { i: '+' })).toBe('debugger');
    expect(plan(pod, { i: 0, app: '+' })).toBe('debugger');
  });

  it('wait for the sandbox, and are never started again', () => {
    expect(plan(pod, {}, 'none')).toBe('sandbox i');
    expect(plan(pod, { i: 0, app: '+', debugger: 1 })).toBe('');
    expect(plan(pod, { i: 0, app: '+', debugger: 'c' })).toBe('');
  });
});

describe('a container that runs with another image than its spec has by now', () => {
  const changedOf = (pod: ReturnType<typeof podOf>, states: States) =>
    planOf(pod, withStates(states)).changed;
  const other = (name: string, more = {}) => container(name, { image: 'other:1', ...more });

  it.each<Policy>(['Always', 'OnFailure', 'Never'])('is stopped and started again, %s', (restartPolicy) => {
    const pod = podOf({ restartPolicy, containers: [other('a'), container('b')] });
    expect(changedOf(pod, { a: '+', b: '+' })).toEqual(['a']);
    expect(plan(pod, { a: '+', b: '+' })).toBe('a');
  });

  it('may be a sidecar; an init container that has done its work is left alone', () => {
    const pod = podOf({ initContainers: [other('s', { sidecar: true }), other('i')] });
    expect(changedOf(pod, { s: '+', i: 0, app: '+' })).toEqual(['s']);
    expect(plan(pod, { s: '+', i: 0, app: '+' })).toBe('s');
  });

  it('is not one that has exited, or waits: those start with the new image anyway', () => {
    const pod = podOf({ containers: [other('a')] });
    expect(changedOf(pod, { a: 1 })).toEqual([]);
    expect(changedOf(pod, {})).toEqual([]);
  });
});

it('a pod that is deleted starts nothing any more (ShouldContainerBeRestarted)', () => {
  expect(plan(podOf({ deletionGraceMicros: 1_000_000 }), { app: 1 })).toBe('');
});

// ContainerShouldRestart (pkg/api/v1/pod/util.go), computePodActions and getContainersToReset (kuberuntime),
// v1.36.3; the cases are those of TestContainerShouldRestart and of TestComputePodActions with container
// restart policies there.
describe('a container with a restart policy of its own', () => {
  const restart = (policy: Policy, ...rules: readonly RestartRule[]): { restart: ContainerRestart } => ({
    restart: { policy, rules },
  });
  const rule = (
    operator: 'In' | 'NotIn',
    exitCodes: readonly number[],
    action: RestartRule['action'] = 'Restart',
  ): RestartRule => {
    return { action, operator, exitCodes };
  };
  const all = rule('In', [42], 'RestartAllContainers');

  it.each<[string, Policy, { restart: ContainerRestart }, number, boolean]>([
    ['Never in a pod that always restarts', 'Always', restart('Never'), 1, false],
    ['Always in a pod that never does', 'Never', restart('Always'), 0, true],
    ['OnFailure, failed', 'Never', restart('OnFailure'), 3, true],
    ['OnFailure, succeeded', 'Always', restart('OnFailure'), 0, false],
    ['a rule names its code', 'Never', restart('Never', rule('In', [42])), 42, true],
    ['a rule names other codes', 'Never', restart('Never', rule('In', [42])), 41, false],
    ['a rule names all other codes', 'Never', restart('Never', rule('NotIn', [42])), 41, true],
    ['a rule names all codes but its own', 'Never', restart('Never', rule('NotIn', [42])), 42, false],
    ['a rule names no code', 'Never', restart('Never', rule('In', [])), 0, false],
    ['the second rule matches', 'Never', restart('Never', rule('In', [1]), rule('In', [2])), 2, true],
    ['a rule never forbids', 'Never', restart('Always', rule('In', [1])), 2, true],
    ['all containers restart with it', 'Never', restart('Never', all), 42, true],
    [
      'a rule that says nothing hides the next',
      'Never',
      restart('Never', rule('In', [1], 'none'), rule('In', [1])),
      1,
      false,
    ],
  ])('%s', (_, policy, own, exitCode, expected) => {
    const spec = container('app', own);
    expect(
      shouldBeStarted(podOf({ restartPolicy: policy, containers: [spec] }), spec, statusOf('app', exitCode)),
    ).toBe(expected);
    const init = container('i', own);
    if (exitCode === 0) return;
    const { starts, killsPod } = planOf(
      podOf({ restartPolicy: policy, initContainers: [init] }),
      withStates({ i: exitCode }),
    );
    expect([starts.map((start) => start.spec.name), killsPod]).toEqual(
      expected ? [['i'], false] : [[], true],
    );
  });

  it('is not run again in a new sandbox where it has succeeded and its own policy is OnFailure', () => {
    const pod = (own: Policy) =>
      podOf({ restartPolicy: 'Always', containers: [container('a', restart(own)), container('b')] });
    expect(plan(pod('OnFailure'), { a: 0, b: 1 }, 'none')).toBe('sandbox b');
    expect(plan(pod('Always'), { a: 0, b: 1 }, 'none')).toBe('sandbox a b');
    expect(plan({ ...pod('Always'), restartPolicy: 'OnFailure' }, { a: 0, b: 0 }, 'none')).toBe('sandbox a');
  });

  it('leaves a pod that never restarts without a sandbox after a reboot, with any policy of the container', () => {
    const pod = podOf({ restartPolicy: 'Never', containers: [container('a', restart('Always'))] });
    expect(planOf(pod, withStates({ a: 255 }, 'notReady'))).toMatchObject({
      createSandbox: false,
      starts: [],
    });
  });

  const reset = podOf({
    initContainers: [container('i', restart('Never', all)), container('j')],
    containers: [container('a', restart('Never', all)), container('b'), container('c')],
  });

  it('takes all of them away, those that caused it last, and starts none', () => {
    const resets = (states: States) => planOf(reset, withStates(states), true).resets;
    expect(resets({ i: 0, j: 0, a: 42, b: '+', c: 1 })).toEqual(['b', 'c', 'i', 'j', 'a']);
    expect(resets({ i: 42, j: 0, a: 42, b: 'c' })).toEqual(['b', 'j', 'a', 'i']);
    expect(resets({ i: 42 })).toEqual(['i']);
    expect(planOf(reset, withStates({ i: 0, j: 0, a: 42, b: '+' }), true).starts).toEqual([]);
  });

  it('gets a new sandbox first where the node has gone down meanwhile', () => {
    const planned = planOf(reset, withStates({ i: 0, a: 42 }, 'notReady'), true);
    expect(planned).toMatchObject({ createSandbox: true, replacesSandbox: true, resets: [], starts: [] });
  });

  it('begins with the first init container once all are gone', () => {
    expect(plan(reset, {})).toBe('i');
  });
});
