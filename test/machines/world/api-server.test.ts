import { describe, expect, it } from 'vitest';
import type { KubeletEvent } from '../../../machines/kubelet/kubelet-protocol.ts';
import type { ContainerRuntimeEvent } from '../../../machines/runtime/container-runtime-protocol.ts';
import { type ApiServerEvent, apiServerMachine } from '../../../machines/world/api-server.ts';
import type { PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import { container, podOf } from '../../rules/kubelet/pod-fixtures.ts';
import { stage } from '../stage.ts';

const pod = (name: string, changes: Partial<PodSpec> = {}) => podOf({ name, uid: name, ...changes });

/** An API server; `log` is all that it says to kubelets, to the runtime and to the trace, in order. */
function apiServer() {
  const world = stage();
  const log: string[] = [];
  const runtime = world.listen<ContainerRuntimeEvent>('runtime', (event) => {
    log.push(`runtime ${event.type} ${'pod' in event ? event.pod.name : ''}`);
  });
  const recorder = world.listen<{
    type: string;
    event?: string;
    observations?: readonly { state?: string; pod?: { name: string } }[];
  }>('told', (event) => {
    if (event.type === 'UNHANDLED') log.push(`unhandled ${event.event}`);
    for (const { state, pod: about } of event.observations ?? []) log.push(`${about?.name} ${state}`);
  });
  const machine = world.start(apiServerMachine, { name: 'node-1', recorder: recorder as never, runtime });
  const kubelet = (name: string) =>
    world.listen<KubeletEvent>(name, (event) =>
      log.push(`${name} ${event.type} ${'spec' in event ? event.spec.name : ''}`),
    );
  return {
    ...world,
    log,
    kubelet,
    /** Sends these, and returns what was said because of them. */
    tell(...events: readonly ApiServerEvent[]): readonly string[] {
      const before = log.length;
      for (const event of events) machine.send(event);
      return log.slice(before);
    },
    specsTo: (name: string) =>
      world.messagesTo(name).flatMap((message) => ('spec' in message ? [message.spec as PodSpec] : [])),
  };
}

const arrived = (spec: PodSpec): ApiServerEvent => ({ type: 'POD.ARRIVED', spec });
const deleted = (spec: PodSpec, graceMicros = 30_000_000): ApiServerEvent => ({
  type: 'POD.DELETED',
  spec,
  graceMicros,
});
const edited = (uid: string, image: string): ApiServerEvent => ({
  type: 'POD.EDITED',
  uid,
  change: { kind: 'image', container: 'app', image },
});
const ended = (uid: string): ApiServerEvent => ({ type: 'POD.ENDED', uid });
const gone = (uid: string): ApiServerEvent => ({ type: 'POD.GONE', uid });

// syncLoopIteration of pkg/kubelet/kubelet.go, v1.36.3: the config channel brings what the API server's list
// and watch give.
describe('the watch of pods', () => {
  it('a kubelet that starts lists the pods of its node in order of arrival, and gets each new one at once', () => {
    const world = apiServer();
    const kubelet = world.kubelet('k1');
    expect(world.tell(arrived(pod('b')), arrived(pod('a')))).toEqual(['b added', 'a added']);
    expect(world.tell({ type: 'WATCH.BEGAN', kubelet })).toEqual(['k1 POD.ADDED b', 'k1 POD.ADDED a']);
    expect(world.tell(arrived(pod('c')))).toEqual(['c added', 'k1 POD.ADDED c']);
  });

  it('a stopped kubelet gets no updates; its successor lists the pods that exist, as they are then', () => {
    const world = apiServer();
    world.tell(arrived(pod('a')), arrived(pod('b')), arrived(pod('c')), {
      type: 'WATCH.BEGAN',
      kubelet: world.kubelet('k1'),
    });
    expect(
      world.tell({ type: 'WATCH.ENDED' }, edited('a', 'app:2'), deleted(pod('b'), 5_000_000), ended('c')),
    ).toEqual(['a changed', 'b deleting']);
    expect(world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k2') })).toEqual([
      'k2 POD.ADDED a',
      'k2 POD.ADDED b',
    ]);
    expect(world.specsTo('k2')).toMatchObject([
      { containers: [{ image: 'app:2' }] },
      { deletionGraceMicros: 5_000_000 },
    ]);
  });

  it('sends a change with the whole pod, and nothing where a change has no effect', () => {
    const world = apiServer();
    world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') }, arrived(pod('a')), arrived(pod('b')));
    expect(world.tell(edited('a', 'app:2'))).toEqual(['a changed', 'k1 POD.UPDATED a']);
    expect(world.specsTo('k1').at(-1)?.containers[0]?.image).toBe('app:2');
    expect(world.tell(edited('a', 'app:2'), edited('nobody', 'app:3'))).toEqual([]);
    const change = { kind: 'ephemeralContainer', container: container('debug') } as const;
    expect(world.tell({ type: 'POD.EDITED', uid: 'b', change })).toEqual(['b changed', 'k1 POD.UPDATED b']);
    expect(world.specsTo('k1').at(-1)).toMatchObject({
      containers: [{ name: 'app' }],
      ephemeralContainers: [{ name: 'debug' }],
    });
  });
});

// Deletion with a grace period: the API server marks the pod, and takes it away once the kubelet is through
// with it.
describe('a deletion', () => {
  it('reaches the kubelet once, with its grace period; the pod is removed when the kubelet reports its end', () => {
    const world = apiServer();
    world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') }, arrived(pod('a')));
    expect(world.tell(deleted(pod('a'), 7_000_000))).toEqual(['a deleting', 'k1 POD.UPDATED a']);
    expect(world.specsTo('k1').at(-1)?.deletionGraceMicros).toBe(7_000_000);
    expect(world.tell(deleted(pod('a'), 1_000_000), edited('a', 'app:2'))).toEqual([]);
    expect(world.tell(gone('a'))).toEqual(['a deleted']);
    expect(
      world.tell({ type: 'WATCH.ENDED' }, { type: 'WATCH.BEGAN', kubelet: world.kubelet('k2') }),
    ).toEqual([]);
  });

  it('waits while no kubelet runs', () => {
    const world = apiServer();
    expect(world.tell(arrived(pod('a')), deleted(pod('a')))).toEqual(['a added', 'a deleting']);
    expect(world.tell(deleted(pod('a')))).toEqual([]);
    expect(world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') })).toEqual(['k1 POD.ADDED a']);
  });

  it.each([['while a kubelet watches'], ['while none does']])(
    'of a pod that is over takes its containers at once, %s',
    (when) => {
      const world = apiServer();
      if (when === 'while a kubelet watches')
        world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') });
      world.tell(arrived(pod('a')), ended('a'));
      expect(world.tell(deleted(pod('a')))).toEqual(['a deleted', 'runtime POD.REMOVED a']);
    },
  );

  it('of a pod that came to its end meanwhile takes its containers when the kubelet says that it is over', () => {
    const world = apiServer();
    world.tell(
      { type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') },
      arrived(pod('a')),
      arrived(pod('b')),
      deleted(pod('a')),
    );
    expect(world.tell(ended('a'))).toEqual(['a deleted', 'runtime POD.REMOVED a']);
    expect(world.tell(ended('b'))).toEqual([]);
    expect(world.tell(gone('a'), gone('b'))).toEqual([]);
  });
});

it('reports a kubelet that begins to watch beside another', () => {
  const world = apiServer();
  world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k1') });
  expect(world.tell({ type: 'WATCH.BEGAN', kubelet: world.kubelet('k2') })).toEqual([
    'unhandled WATCH.BEGAN',
  ]);
});
