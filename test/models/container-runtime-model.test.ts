import { describe, expect, test } from 'vitest';
import type { ContainerRuntimeContext } from '../../machines/container-runtime.ts';
import { findContainer, unknownPodStatus } from '../../src/kubelet/pod-runtime-status.ts';
import { containerRuntimeModel } from '../../src/models/container-runtime-model.ts';
import type { ReplayedStep } from '../../src/models/replay-path.ts';
import { onEvery, saidTo, sentOf, waysOf } from './ways.ts';

// The CRI's RuntimeService as PLEG lists it; restarts as kuberuntime counts them (v1.36.3).
const ways = waysOf(containerRuntimeModel);

function containerIn(step: ReplayedStep | undefined) {
  const context: ContainerRuntimeContext | undefined = step?.snapshot.context;
  return findContainer(context?.pods.get('web') ?? unknownPodStatus, 'app');
}

describe('the container runtime', () => {
  test('answers each listing once, with what has changed since the one before', () => {
    onEvery(ways, (replay) => {
      const listings = saidTo(replay, 'pleg');
      expect(listings).toHaveLength(sentOf(replay, 'PODS.LIST_REQUESTED').length);
      let pods = new Map();
      for (const listing of listings) {
        const listed = listing as unknown as { readonly pods: Map<string, unknown>; readonly changed: ReadonlySet<string> };
        const differs = JSON.stringify([...listed.pods]) !== JSON.stringify([...pods]);
        if (differs) expect([...listed.changed]).toEqual(['web']);
        pods = listed.pods;
      }
    });
  });

  test('runs no container without a ready sandbox', () => {
    onEvery(ways, ({ steps }) => {
      for (const step of steps) {
        const { pods }: ContainerRuntimeContext = step.snapshot.context;
        if (containerIn(step)?.state === 'running') expect(pods.get('web')?.sandbox).toBe('ready');
      }
    });
  });

  test('counts a start anew as a restart, and nothing else', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach((step, index) => {
        const before = containerIn(steps[index - 1]);
        const more = (containerIn(step)?.restarts ?? 0) - (before?.restarts ?? 0);
        expect(more).toBe(step.sent.type === 'CONTAINER.CREATED' && before !== undefined ? 1 : 0);
      });
    });
  });

  test('lets a process of an earlier boot end without a word', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, event, said }, index) => {
        if (sent.type !== 'CONTAINER.EXITED' || !event.includes('earlier boot')) return;
        expect(said.filter(({ to }) => to === 'recorder')).toEqual([]);
        expect(containerIn(steps[index])).toEqual(containerIn(steps[index - 1]));
      });
    });
  });

  test('tells the exit of a container that ran, with the code that it then lists', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach((step, index) => {
        const exits = step.said.filter(({ to, message }) => to === 'recorder' && message.type === 'RECORD');
        const ran = containerIn(steps[index - 1])?.state === 'running';
        const isUp = containerIn(step)?.state === 'running';
        // A node that goes down tells of itself, not of each container.
        if (ran && !isUp && step.sent.type !== 'NODE.REBOOTED') expect(exits).toHaveLength(1);
        for (const { message } of exits) expect(message.observation).toMatchObject({ exitCode: containerIn(step)?.exitCode });
      });
    });
  });
});
