import { describe, expect, it } from 'vitest';
import { VersionedMap } from '../../../../src/rules/collections/versioned-map.ts';
import { podChanges } from '../../../../src/rules/kubelet/pleg/pod-changes.ts';
import { findContainer, unknownPodStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import {
  afterReboot,
  inspected,
  type PodStatusTable,
  withContainer,
  withoutContainer,
  withoutPod,
  withSandbox,
  withSandboxStopped,
} from '../../../../src/rules/kubelet/pods/pod-status-table.ts';
import type { PodRef } from '../../../../src/trace/observation.ts';
import { type State, statusOf } from '../pod-fixtures.ts';

// What the runtime knows of pods, as getPods and GetPodStatus of pkg/kubelet/kuberuntime (v1.36.3) make it of
// the CRI.

const ref = (uid: string): PodRef => ({ namespace: 'default', name: uid, uid });
const one = ref('uid-1');

/** A pod with a sandbox and these containers. */
function tableOf(states: Readonly<Record<string, State>>): PodStatusTable {
  return Object.entries(states).reduce(
    (table, [name, state]) => withContainer(table, one, statusOf(name, state)),
    withSandbox(new VersionedMap(), one, []),
  );
}

const statusIn = (table: PodStatusTable) => table.get('uid-1')?.status ?? unknownPodStatus;
const eventsBetween = (before: PodStatusTable, after: PodStatusTable) =>
  podChanges('uid-1', before.get('uid-1'), after.get('uid-1')).map(
    ({ eventType, data }) => `${eventType} ${data}`,
  );

describe('the table of pods', () => {
  it('has a pod from its sandbox on, and keeps the latest container of a name', () => {
    let table = tableOf({ a: 1, b: '+' });
    table = withContainer(table, one, statusOf('a', '+', 1));
    const status = statusIn(table);
    expect(status.sandbox).toBe('ready');
    expect(findContainer(status, 'a')).toEqual(statusOf('a', '+', 1));
    expect(findContainer(status, 'b')).toEqual(statusOf('b', '+'));
    expect(findContainer(status, 'c')).toBeUndefined();
    expect(status.containers).toHaveLength(2);
  });

  it('a new sandbox purges the listed containers, and keeps the others', () => {
    const table = withSandbox(tableOf({ init: 0, app: 1 }), one, ['init']);
    const left = { ...statusOf('app', 1), isActive: false };
    expect(statusIn(table)).toEqual({ sandbox: 'ready', containers: [left] });
  });

  it('a stopped sandbox ends its running containers with 143, and is ready no more', () => {
    const table = withSandboxStopped(tableOf({ run: '+', done: 3 }), one, 9_000_000);
    const ends = statusIn(table).containers.map(({ name, state, exitCode, finishedAtMicros }) => [
      name,
      state,
      exitCode,
      finishedAtMicros,
    ]);
    expect(statusIn(table).sandbox).toBe('notReady');
    expect(ends).toEqual([
      ['run', 'exited', 143, 9_000_000],
      ['done', 'exited', 3, 1_000_000],
    ]);
    expect(withSandboxStopped(table, ref('stranger'), 1).size).toBe(1);
  });

  it('a pod that is removed is gone, the others stay', () => {
    const table = withSandbox(tableOf({ app: '+' }), ref('uid-2'), []);
    expect([...withoutPod(table, 'uid-1').keys()]).toEqual(['uid-2']);
  });

  it('is never changed in place', () => {
    const table = withSandbox(new VersionedMap(), one, []);
    withContainer(table, one, statusOf('a', '+'));
    withSandbox(table, ref('uid-2'), []);
    withSandboxStopped(table, one, 1);
    expect([...table.values()].map(({ uid, status }) => [uid, status])).toEqual([
      ['uid-1', { sandbox: 'ready', containers: [] }],
    ]);
  });

  it('after a reboot has no ready sandbox; what ran or was created is as containerd finds it, what had ended keeps its code', () => {
    const after = afterReboot(tableOf({ run: '+', made: 'c', done: 3 }), 9_000_000);
    expect(statusIn(after).sandbox).toBe('notReady');
    expect(
      statusIn(after).containers.map(({ name, state, exitCode, exitReason, finishedAtMicros }) => [
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
    const withoutSandbox = withContainer(new VersionedMap(), one, statusOf('app', '+'));
    expect(statusIn(afterReboot(withoutSandbox, 1)).sandbox).toBe('none');
  });
});

describe('what PLEG sees of it', () => {
  const nothing: PodStatusTable = new VersionedMap();

  it.each<[string, State | undefined, State | undefined, readonly string[]]>([
    ['nothing happened', '+', '+', []],
    ['started', undefined, '+', ['ContainerStarted uid-1/app/0']],
    ['started after it was seen created', 'c', '+', ['ContainerStarted uid-1/app/0']],
    ['created: a change that is never sent', undefined, 'c', ['ContainerChanged uid-1/app/0']],
    ['exited', '+', 1, ['ContainerDied uid-1/app/0']],
    ['exited before it was ever seen', undefined, 0, ['ContainerDied uid-1/app/0']],
    ['still exited', 1, 1, []],
  ])('%s', (_, before, after, expected) => {
    const of = (state: State | undefined) => tableOf(state === undefined ? {} : { app: state });
    expect(eventsBetween(of(before), of(after))).toEqual(expected);
  });

  it('a sandbox comes, goes down and is created again under another id', () => {
    const made = tableOf({});
    const stopped = withSandboxStopped(made, one, 1);
    expect(eventsBetween(nothing, made)).toEqual(['ContainerStarted uid-1/sandbox/1']);
    expect(eventsBetween(made, stopped)).toEqual(['ContainerDied uid-1/sandbox/1']);
    expect(eventsBetween(stopped, withSandbox(stopped, one, []))).toEqual([
      'ContainerRemoved uid-1/sandbox/1',
      'ContainerStarted uid-1/sandbox/2',
    ]);
  });

  it('a container that is created again after its sandbox was purged is another one too', () => {
    const first = tableOf({ init: 0 });
    const again = withContainer(withSandbox(first, one, ['init']), one, statusOf('init', 0));
    expect(eventsBetween(first, again)).toEqual([
      'ContainerRemoved uid-1/init/0',
      'ContainerDied uid-1/sandbox/1',
      'ContainerRemoved uid-1/sandbox/1',
      'ContainerDied uid-1/init/1',
      'ContainerStarted uid-1/sandbox/2',
    ]);
  });

  it('a restart between two relists shows, though the state is the same: it is another container', () => {
    const again = withContainer(tableOf({ app: '+' }), one, statusOf('app', '+', 1));
    expect(eventsBetween(tableOf({ app: '+' }), again)).toEqual([
      'ContainerDied uid-1/app/0',
      'ContainerRemoved uid-1/app/0',
      'ContainerStarted uid-1/app/1',
    ]);
  });

  it('a container that is removed is gone, and the next of its name is another; how often it had restarted stays known', () => {
    const removed = withoutContainer(
      withContainer(tableOf({ app: '+' }), one, statusOf('app', 1, 3)),
      one,
      'app',
    );
    expect(eventsBetween(tableOf({ app: '+' }), removed)).toEqual([
      'ContainerDied uid-1/app/0',
      'ContainerRemoved uid-1/app/0',
    ]);
    expect(removed.get('uid-1')?.restartsLogged).toEqual({ app: 3 });
    const again = withContainer(removed, one, statusOf('app', '+', 4));
    expect(again.get('uid-1')?.containers).toMatchObject([{ id: 'uid-1/app/2' }]);
    expect(withSandbox(again, one, ['app']).get('uid-1')?.restartsLogged).toEqual({ app: 3 });
  });

  it('an inspection gives the same parts, and what a sync reads; of a pod that is not there, nothing', () => {
    const table = tableOf({ app: '+' });
    expect(inspected(table, one)).toMatchObject({
      uid: 'uid-1',
      containers: [{ id: 'uid-1/app/0', state: 'running' }],
      sandboxes: [{ id: 'uid-1/sandbox/1', isReady: true }],
      forSync: statusIn(table),
    });
    expect(inspected(table, ref('stranger'))).toMatchObject({
      containers: [],
      sandboxes: [],
      forSync: unknownPodStatus,
    });
  });
});
