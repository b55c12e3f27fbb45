import { describe, expect, test } from 'vitest';
import type { ContainerRuntimeTable } from '../../../../machines/runtime/container-runtime-table.ts';
import type { ReplayedStep } from '../../../../src/proof/models/exploration/replay-path.ts';
import { containerRuntimeModel } from '../../../../src/proof/models/runtime/container-runtime-model.ts';
import { findContainer, unknownPodStatus } from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { onEvery, waysOf } from '../ways.ts';

// The CRI's RuntimeService as PLEG lists it; restarts as kuberuntime counts them (v1.36.3).
const ways = waysOf(containerRuntimeModel);

function containerIn(step: ReplayedStep | undefined) {
  const context: ContainerRuntimeTable | undefined = step?.snapshot.context;
  return findContainer(context?.pods.get('web')?.status ?? unknownPodStatus, 'app');
}

describe('the container runtime', () => {
  // A listing takes its time, which no replay waits for: the machine says to whom it goes, and when.
  test('keeps what has changed until a listing can tell it', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, snapshot }, index) => {
        const { changed, faults, pods }: ContainerRuntimeTable = snapshot.context;
        const before: ContainerRuntimeTable | undefined = steps[index - 1]?.snapshot.context;
        const differs =
          before !== undefined && JSON.stringify([...before.pods]) !== JSON.stringify([...pods]);
        if (sent.type === 'NODE.REBOOTED') expect([...changed]).toEqual([...pods.keys()]);
        else if (differs) expect([...changed]).toEqual(['web']);
        else if (sent.type === 'PODS.LIST_REQUESTED' && faults.every(({ error }) => error === undefined))
          expect(changed.size).toBe(0);
        else if (before !== undefined) expect(changed).toEqual(before.changed);
      });
    });
  });

  test('runs no container without a ready sandbox', () => {
    onEvery(ways, ({ steps }) => {
      for (const step of steps) {
        const { pods }: ContainerRuntimeTable = step.snapshot.context;
        if (containerIn(step)?.state === 'running') expect(pods.get('web')?.status.sandbox).toBe('ready');
      }
    });
  });

  test('counts a start anew as a restart, and nothing else', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach((step, index) => {
        const before = containerIn(steps[index - 1]);
        if (containerIn(step) === undefined) return;
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
        if (ran && !isUp && !['NODE.REBOOTED', 'SANDBOX.STOPPED'].includes(step.sent.type))
          expect(exits).toHaveLength(1);
        for (const { message } of exits)
          expect(message.observation).toMatchObject({ exitCode: containerIn(step)?.exitCode });
      });
    });
  });
});
