import { expect, it } from 'vitest';
import { podKillMachine } from '../../../machines/pod/pod-kill.ts';
import type { ContainerRuntimeEvent } from '../../../machines/runtime/container-runtime-protocol.ts';
import type { ContainerStop } from '../../../src/rules/kubelet/pods/container-stop.ts';
import { stage } from '../stage.ts';

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const stop = (container: string, afterMs: number, exitCode = 143): ContainerStop => ({
  container,
  afterMicros: afterMs * 1000,
  exitCode,
});

function podKill() {
  const world = stage();
  const log: string[] = [];
  const say = (text: string) => void log.push(`${world.kernel.nowMicros / 1000} ${text}`);
  const runtime = world.listen<ContainerRuntimeEvent>('runtime', (event) => {
    if ('pod' in event) expect(event.pod).toEqual(pod);
    say(event.type === 'CONTAINER.KILLED' ? `${event.container} ${event.exitCode}` : event.type);
  });
  const kill = world.start(podKillMachine, {
    name: 'worker',
    pod,
    recorder: world.recorder,
    clock: world.clock,
    runtime,
    sandboxStopMicros: 50_000,
    requester: world.listen('worker', (event: { type: string }) => say(event.type)),
  });
  const request = (stopsSandbox: boolean, ...stops: readonly ContainerStop[]) =>
    kill.send({ type: 'KILL.REQUESTED', stops, stopsSandbox });
  return { ...world, log, request };
}

// killPodWithSyncResult and killContainer of pkg/kubelet/kuberuntime/kuberuntime_container.go, v1.36.3.
it('stops each container when its time has come, counted from the request, then the sandbox', () => {
  const world = podKill();
  world.at(10_000_000, () =>
    world.request(true, stop('fast', 200), stop('slow', 700), stop('same', 700), stop('deaf', 30_000, 137)),
  );
  world.run(60_000_000);
  expect(world.log).toEqual([
    '10200 fast 143',
    '10700 slow 143',
    '10700 same 143',
    '40000 deaf 137',
    '40050 SANDBOX.STOPPED',
    '40050 KILL.FINISHED',
  ]);
  expect(world.observed).toEqual([
    { atMicros: 40_050_000, actor: 'worker', observation: { type: 'sandbox', state: 'gone', pod } },
  ]);
});

// computePodActions' ContainersToKill: the pod goes on in its sandbox.
it('leaves the sandbox alone where only containers are to go', () => {
  const world = podKill();
  world.request(false, stop('app', 300));
  world.run(10_000_000);
  expect(world.log).toEqual(['300 app 143', '300 KILL.FINISHED']);
  expect(world.observed).toEqual([]);
});

it('waits only for the sandbox, or for nothing, where no container runs', () => {
  const world = podKill();
  world.request(true);
  world.run(1_000_000);
  world.request(false);
  expect(world.log).toEqual(['50 SANDBOX.STOPPED', '50 KILL.FINISHED', '1000 KILL.FINISHED']);
});

it('starts each kill from its own request, and reports a second one during the first', () => {
  const world = podKill();
  world.request(true, stop('app', 100));
  world.request(true, stop('other', 100));
  world.run(5_000_000);
  world.request(false, stop('app', 100));
  world.run(10_000_000);
  expect(world.log).toEqual([
    '100 app 143',
    '150 SANDBOX.STOPPED',
    '150 KILL.FINISHED',
    '5100 app 143',
    '5100 KILL.FINISHED',
  ]);
  expect(world.unhandled).toEqual(['worker: KILL.REQUESTED']);
});
