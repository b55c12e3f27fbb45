import { describe, expect, it } from 'vitest';
import type { PlegEvent } from '../../../machines/kubelet/pleg-protocol.ts';
import { podTerminationMachine } from '../../../machines/pod/pod-termination.ts';
import type { ContainerRuntimeEvent } from '../../../machines/runtime/container-runtime-protocol.ts';
import { modelTimings } from '../../../src/proof/models/model-node.ts';
import { emptyPodStatus } from '../../../src/rules/kubelet/pleg/pod-status.ts';
import { selectStatusRules } from '../../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import type { PodRuntimeStatus } from '../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { toPodRef } from '../../../src/rules/kubelet/pods/sync-log.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, withStates } from '../../rules/kubelet/pod-fixtures.ts';
import { pullManager } from '../pull/pull-manager.ts';

interface Options {
  readonly spec?: PodSpec;
  /**
   * What PLEG answers first and next, and what the runtime does; a text is an error. The last one holds for
   * good.
   */
  readonly pleg?: readonly (PodRuntimeStatus | string)[];
  readonly runtime?: readonly (PodRuntimeStatus | string)[];
  readonly draw?: number;
  readonly tickOriginMicros?: number;
}

const running = withStates({ app: '+' });
const stopped = withStates({ app: 0 }, 'notReady');

/** The end of a pod, from the middle of a second on; `log` is all that it said, as `ms what`. */
function termination({
  spec = podOf(),
  pleg = [running, stopped],
  runtime = [stopped],
  draw = 0,
  tickOriginMicros = 0,
}: Options = {}) {
  const world = pullManager({ profile: v1_36, slotsMax: 1 });
  world.seed.draw = draw;
  const log: string[] = [];
  const say = (text: string) => void log.push(`${world.kernel.nowMicros / 1000} ${text}`);
  const next = (answers: (PodRuntimeStatus | string)[]) =>
    (answers.length > 1 ? answers.shift() : answers[0]) ?? 'no answer';
  const plegAnswers = [...pleg];
  const runtimeAnswers = [...runtime];
  const plegRef = world.listen<PlegEvent>('pleg', (event) => {
    if (event.type !== 'STATUS.REQUESTED') return;
    say(`GetNewerThan ${event.minMicros / 1000}`);
    const status = next(plegAnswers);
    event.requester.send(
      typeof status === 'string'
        ? { type: 'STATUS.FAILED', error: status, podStatus: null }
        : { type: 'STATUS.ANSWERED', status, podStatus: { ...emptyPodStatus('uid-1'), forSync: status } },
    );
  });
  const runtimeRef = world.listen<ContainerRuntimeEvent>('runtime', (event) => {
    say(event.type === 'CONTAINER.KILLED' ? `kill ${event.container} ${event.exitCode}` : event.type);
    if (event.type !== 'POD_STATUS.REQUESTED') return;
    const status = next(runtimeAnswers);
    event.requester.send(
      typeof status === 'string'
        ? { type: 'POD_STATUS.FAILED', error: status, status: null }
        : { type: 'POD_STATUS.ANSWERED', status: { ...emptyPodStatus('uid-1'), forSync: status } },
    );
  });
  const machine = world.start(podTerminationMachine, {
    name: 'worker',
    recorder: world.recorder,
    spec,
    pod: toPodRef(spec),
    images: world.images,
    runtime: runtimeRef,
    pleg: plegRef,
    random: world.random,
    timings: { ...modelTimings, sandboxStopMicros: 50_000, volumeMountMicros: 300_000 },
    statusRules: selectStatusRules(v1_36, {}),
    syncFrequencyMicros: 60_000_000,
    tickOriginMicros,
    worker: world.listen('worker', (event: { type: string }) => say(event.type)),
  });
  world.run(500_000);
  machine.send({
    type: 'TERMINATION.REQUESTED',
    spec,
    trigger: spec.deletionGraceMicros === undefined ? 'ended' : 'deleted',
    reasons: new Map(),
    published: undefined,
    lastSyncMicros: 400_000,
  });
  world.run(120_000_000);
  expect(world.unhandled).toEqual([]);
  const told = world.observed.map(({ atMicros, observation: one }) => {
    const ms = atMicros / 1000;
    if (one.type === 'sync')
      return [ms, one.work, one.state, one.trigger ?? one.error]
        .filter((part) => part !== undefined)
        .join(' ');
    if (one.type === 'event') return `${ms} ${one.reason}: ${one.message}`;
    if (one.type === 'status') return `${ms} ${one.phase}`;
    return one.type === 'pod' || one.type === 'sandbox'
      ? `${ms} ${one.type} ${one.state}`
      : `${ms} ${one.type}`;
  });
  return { log, told };
}

const slow = (changes: Partial<PodSpec> = {}) =>
  podOf({ containers: [container('app', { stopsInMicros: 700_000 })], ...changes });
const deaf = (changes: Partial<PodSpec> = {}) =>
  podOf({ containers: [container('app', { stopsInMicros: null })], ...changes });

// SyncTerminatingPod and SyncTerminatedPod of pkg/kubelet/kubelet.go, v1.36.3.
describe('the end of a pod', () => {
  it('stops the containers, then the sandbox, asks the runtime itself, and clears up after the next relist', () => {
    const { log } = termination({ spec: slow() });
    expect(log).toEqual([
      '500 GetNewerThan 400',
      '1200 kill app 143',
      '1250 SANDBOX.STOPPED',
      '1250 POD_STATUS.REQUESTED',
      '1250 POD.STOPPED',
      '1250 GetNewerThan 1250',
      '1250 TERMINATION.FINISHED',
    ]);
  });

  it('is recorded as two rounds, with the phase that the exit codes give', () => {
    expect(termination({ spec: slow() }).told).toEqual([
      '500 terminating started ended',
      '500 Running',
      '500 Killing: Stopping container app',
      '1250 sandbox gone',
      '1250 Succeeded',
      '1250 terminating finished',
      '1250 pod terminated',
      '1250 terminated started ended',
      '1250 terminated finished',
    ]);
    expect(termination({ spec: slow(), runtime: [withStates({ app: 143 }, 'notReady')] }).told).toContain(
      '1250 Failed',
    );
  });

  // The API server says that a deleted pod is gone; it is not told as over before.
  it('of one that is deleted takes the grace period of the deletion, and leaves its end to the API server', () => {
    const { log, told } = termination({ spec: deaf({ deletionGraceMicros: 5_000_000 }) });
    expect(log[1]).toBe('5500 kill app 137');
    expect(told[0]).toBe('500 terminating started deleted');
    expect(told.some((line) => line.includes('pod terminated'))).toBe(false);
  });

  it('takes the pod’s own grace period otherwise', () => {
    expect(termination({ spec: deaf({ terminationGracePeriodMicros: 8_000_000 }) }).log[1]).toBe(
      '8500 kill app 137',
    );
  });

  it('kills no container that does not run, and stops the sandbox', () => {
    expect(termination({ pleg: [stopped] }).log.slice(0, 2)).toEqual([
      '500 GetNewerThan 400',
      '550 SANDBOX.STOPPED',
    ]);
  });

  it('waits for the volumes’ unmounting', () => {
    const { log, told } = termination({ spec: slow({ hasVolumes: true }) });
    expect(log.slice(-2)).toEqual(['1250 GetNewerThan 1250', '1550 TERMINATION.FINISHED']);
    expect(told.slice(-2)).toEqual(['1250 terminated started ended', '1550 terminated finished']);
  });
});

// completeWork of pkg/kubelet/pod_workers.go, v1.36.3: 10 s and up to half as much again, then the next tick
// of the work queue.
describe('an error', () => {
  it('before the first half brings an event, and a try after the back-off', () => {
    const { log, told } = termination({ spec: slow(), pleg: ['boom', running, stopped] });
    expect(told.slice(0, 2)).toEqual([
      '500 FailedSync: error determining status: boom',
      '11000 terminating started ended',
    ]);
    expect(log.slice(0, 3)).toEqual(['500 GetNewerThan 400', '11000 GetNewerThan 400', '11700 kill app 143']);
  });

  it('takes its jitter from the random source, and its tick from the kubelet’s start', () => {
    const { log } = termination({
      spec: slow(),
      pleg: ['boom', running, stopped],
      draw: 0.5,
      tickOriginMicros: -100_000,
    });
    // 0.5 s + 10 s + a quarter of that; ticks are at x.9 s.
    expect(log[1]).toBe('13900 GetNewerThan 400');
  });

  it('of the runtime ends the round, and kills again in the next one, which waits for a newer relist', () => {
    const { log, told } = termination({
      spec: slow(),
      pleg: [running, running, stopped],
      runtime: ['boom', stopped],
    });
    expect(log).toEqual([
      '500 GetNewerThan 400',
      '1200 kill app 143',
      '1250 SANDBOX.STOPPED',
      '1250 POD_STATUS.REQUESTED',
      '12000 GetNewerThan 1250',
      '12700 kill app 143',
      '12750 SANDBOX.STOPPED',
      '12750 POD_STATUS.REQUESTED',
      '12750 POD.STOPPED',
      '12750 GetNewerThan 12750',
      '12750 TERMINATION.FINISHED',
    ]);
    expect(told).toContain(
      '1250 terminating finished unable to read pod status prior to final pod termination: boom',
    );
  });

  it('before the second half repeats that half only', () => {
    const { log, told } = termination({ spec: slow(), pleg: [running, 'boom', stopped] });
    expect(log.slice(4)).toEqual([
      '1250 POD.STOPPED',
      '1250 GetNewerThan 1250',
      '12000 GetNewerThan 1250',
      '12000 TERMINATION.FINISHED',
    ]);
    expect(told.slice(-3)).toEqual([
      '1250 FailedSync: error determining status: boom',
      '12000 terminated started ended',
      '12000 terminated finished',
    ]);
  });
});
