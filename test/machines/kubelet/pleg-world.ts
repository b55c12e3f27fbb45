import { plegMachine } from '../../../machines/kubelet/pleg.ts';
import type { PlegInput, StatusAnswer } from '../../../machines/kubelet/pleg-protocol.ts';
import { containerRuntimeReducer } from '../../../machines/runtime/container-runtime.ts';
import type { PlegRuntimeRequest } from '../../../machines/runtime/container-runtime-protocol.ts';
import { plegRules1_36 } from '../../../src/rules/kubelet/pleg/pleg-rules.ts';
import { stage } from '../stage.ts';

const ref = (uid: string) => ({ namespace: 'default', name: uid, uid });
const msOf = (micros: number) => micros / 1000;

/**
 * PLEG by the rules of 1.36 over a real container runtime, with somebody who reads its channel, and pods `a`
 * and `b`.
 */
export function pleg(lastRelistMicros?: number, more: Partial<PlegInput> = {}) {
  const world = stage();
  const { recorder, clock } = world;
  const real = world.start(containerRuntimeReducer, {
    name: 'node-1/runtime',
    node: 'node-1',
    recorder,
    clock,
    listMicros: 5_000,
    wording: 'containerd://2.4',
  });
  const lists: number[] = [];
  const runtime = world.listen<PlegRuntimeRequest>('runtime', (request) => {
    if (request.type !== 'POD_STATUS.REQUESTED') lists.push(msOf(clock.nowMicros()));
    real.send(request);
  });
  const open = () => {
    const input: PlegInput = {
      name: 'node-1/kubelet/pleg',
      recorder,
      clock,
      runtime,
      rules: plegRules1_36,
      relistsOnDemand: true,
      isEvented: false,
      hasCache: true,
      channelCapacity: 1000,
      lastRelistMicros,
      firstRelistMicros: lastRelistMicros === undefined ? undefined : lastRelistMicros + 1_005_000,
      relistPeriodMicros: 1_000_000,
      relistThresholdMicros: 180_000_000,
      ...more,
    };
    const actor = world.start(plegMachine, input);
    actor.send({ type: 'CHANNEL.WATCHED', reader: world.listen('reader') as never });
    actor.send({ type: 'START.REQUESTED' });
    return actor;
  };
  const actor = open();
  const workers = new Map(['a', 'b'].map((uid) => [uid, world.listen<StatusAnswer>(uid)]));
  const seen = (status: { sandbox: string; containers: readonly { state: string }[] }) =>
    [status.sandbox, ...status.containers.map(({ state }) => state)].join(' ');
  return {
    ...world,
    actor,
    open,
    real,
    lists,
    sandbox: (uid: string) => real.send({ type: 'SANDBOX.CREATED', pod: ref(uid), purged: [] }),
    start: (uid: string) =>
      real.send({
        type: 'CONTAINER.STARTED',
        pod: ref(uid),
        container: 'app',
        image: 'app:1',
        imageRef: 'sha256:app',
        mountedImageRefs: [],
        runsForMicros: null,
        exitCode: 0,
      }),
    ask: (uid: string, minMs: number) =>
      actor.send({
        type: 'STATUS.REQUESTED',
        uid,
        minMicros: minMs * 1000,
        requester: workers.get(uid) ?? world.listen(uid),
      }),
    relist: (uid: string) => actor.send({ type: 'RELIST.REQUESTED', uid }),
    atMs: (ms: number, act: () => void) => world.at(ms * 1000, act),
    runTo: (ms: number) => world.run(ms * 1000),
    /** What a worker heard, `1005 STATUS.ANSWERED ready running`. */
    heardBy: (uid: string) =>
      world.heard
        .filter((one) => one.by === uid)
        .map(({ atMicros, message }) => {
          const { status, error } = message as { status?: Parameters<typeof seen>[0]; error?: string };
          return `${msOf(atMicros)} ${message.type} ${status === undefined ? error : seen(status)}`;
        }),
    /** What was read from the channel, `1010 a ContainerStarted sandbox/1`. */
    events: () =>
      world.heard.flatMap(({ by, atMicros, message }) => {
        if (by !== 'reader' || message.type !== 'EVENTS.READ') return [];
        const events = message.events as readonly { uid: string; eventType: string; data?: string }[];
        return events.map(
          ({ uid, eventType, data = '' }) =>
            `${msOf(atMicros)} ${uid} ${eventType} ${data.slice(uid.length + 1)}`,
        );
      }),
    pleg: () =>
      world.observed.flatMap(({ atMicros, observation }) =>
        observation.type === 'pleg' ? [{ atMicros, ...observation }] : [],
      ),
  };
}
