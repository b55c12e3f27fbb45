import { describe, expect, it } from 'vitest';
import { findContainer, unknownPodStatus } from '../../src/kubelet/pod-runtime-status.ts';
import { afterReboot, hasLifecycleEvent, withContainer, withSandbox } from '../../src/kubelet/pod-status-table.ts';
import { type State, statusOf, withStates } from './pod-fixtures.ts';

// The pod's status in pkg/kubelet/container, and generateEvents of pkg/kubelet/pleg/generic.go, v1.36.3.

describe('the table of pods', () => {
  it('knows a pod from its sandbox on, and keeps the latest container of a name', () => {
    let table = withSandbox(new Map(), 'uid-1', []);
    table = withContainer(table, 'uid-1', statusOf('a', 1));
    table = withContainer(table, 'uid-1', statusOf('b', '+'));
    table = withContainer(table, 'uid-1', statusOf('a', '+', 1));
    const pod = table.get('uid-1') ?? unknownPodStatus;
    expect(pod.sandbox).toBe('ready');
    expect(findContainer(pod, 'a')).toEqual(statusOf('a', '+', 1));
    expect(findContainer(pod, 'b')).toEqual(statusOf('b', '+'));
    expect(findContainer(pod, 'c')).toBeUndefined();
    expect(pod.containers).toHaveLength(2);
  });

  it('a new sandbox purges the containers that it is told, and keeps the others', () => {
    const table = new Map([['uid-1', withStates({ init: 0, app: 1 }, 'notReady')]]);
    expect(withSandbox(table, 'uid-1', ['init']).get('uid-1')).toEqual({ sandbox: 'ready', containers: [statusOf('app', 1)] });
  });

  it('is never changed in place', () => {
    const table = withSandbox(new Map(), 'uid-1', []);
    withContainer(table, 'uid-1', statusOf('a', '+'));
    withSandbox(table, 'uid-2', []);
    expect([...table]).toEqual([['uid-1', { sandbox: 'ready', containers: [] }]]);
  });

  it('after a reboot has no ready sandbox; what ran or was created is as containerd finds it, what had ended keeps its code', () => {
    const table = new Map([
      ['uid-1', withStates({ run: '+', made: 'c', done: 3 })],
      ['uid-2', unknownPodStatus],
    ]);
    const after = afterReboot(table, 9_000_000);
    const pod = after.get('uid-1') ?? unknownPodStatus;
    expect(pod.sandbox).toBe('notReady');
    expect(
      pod.containers.map(({ name, state, exitCode, exitReason, finishedAtMicros }) => [
        name,
        state,
        exitCode,
        exitReason,
        finishedAtMicros,
      ]),
    ).toEqual([
      ['run', 'exited', 255, 'Unknown', 9_000_000],
      ['made', 'exited', 255, 'Unknown', 9_000_000],
      ['done', 'exited', 3, 'Error', 1_000_000],
    ]);
    expect(after.get('uid-2')?.sandbox).toBe('none');
  });
});

describe('whether a relist sends an event that syncs the pod', () => {
  const app = (state: State | undefined) => withStates(state === undefined ? {} : { app: state });

  it.each<[string, State | undefined, State | undefined, boolean]>([
    ['nothing happened', '+', '+', false],
    ['started', undefined, '+', true],
    ['started after it was seen created', 'c', '+', true],
    ['created: no event', undefined, 'c', false],
    ['exited', '+', 1, true],
    ['exited before it was ever seen', undefined, 0, true],
    ['still exited', 1, 1, false],
    ['runs again', 1, '+', true],
  ])('%s', (_, before, after, expected) => {
    expect(hasLifecycleEvent(app(before), app(after))).toBe(expected);
  });

  it('a sandbox that came or went is one', () => {
    expect(hasLifecycleEvent(undefined, withStates({}))).toBe(true);
    expect(hasLifecycleEvent(undefined, unknownPodStatus)).toBe(false);
    expect(hasLifecycleEvent(withStates({}), withStates({}, 'none'))).toBe(true);
  });

  it('looks at each container of the pod by its name', () => {
    expect(hasLifecycleEvent(withStates({ a: '+', b: 1 }), withStates({ a: '+', b: 1 }))).toBe(false);
    expect(hasLifecycleEvent(withStates({ a: '+', b: '+' }), withStates({ a: '+', b: 1 }))).toBe(true);
    expect(hasLifecycleEvent(undefined, withStates({ a: 1 }, 'none'))).toBe(true);
  });

  it('a restart between two relists shows, though the state is the same', () => {
    const pod = (restarts: number) => ({ sandbox: 'ready' as const, containers: [statusOf('app', '+', restarts)] });
    expect(hasLifecycleEvent(pod(0), pod(1))).toBe(true);
    expect(hasLifecycleEvent(pod(1), pod(1))).toBe(false);
  });
});
