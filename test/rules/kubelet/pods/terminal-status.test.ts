import { describe, expect, it } from 'vitest';
import {
  type ApiStatus,
  apiStatus,
  selectStatusRules,
} from '../../../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../../../src/rules/kubelet/pods/pod.ts';
import { finalStatus } from '../../../../src/rules/kubelet/pods/terminal-status.ts';
import { v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, published, type State, sidecar, withStates } from '../pod-fixtures.ts';

// getPhase with podIsTerminal (kubelet_pods.go), TerminatePod (status/status_manager.go), v1.36.3.

type States = Readonly<Record<string, State>>;
const two = (restartPolicy: PodSpec['restartPolicy']) =>
  podOf({ restartPolicy, containers: [container('a'), container('b')] });
const stopped = (pod: PodSpec, states: States, before?: ApiStatus) =>
  apiStatus(pod, withStates(states), new Map(), selectStatusRules(v1_36, {}), before, true);
const phase = (pod: PodSpec, states: States) => stopped(pod, states).phase;

describe('the phase of a pod whose containers are stopped for good', () => {
  it.each(['Always', 'OnFailure', 'Never'] as const)('%s: succeeded only if all of them have', (policy) => {
    expect(phase(two(policy), { a: 0, b: 0 })).toBe('Succeeded');
    expect(phase(two(policy), { a: 0, b: 143 })).toBe('Failed');
  });

  it('is Pending where one of them never ran', () => {
    expect(phase(two('Always'), { a: 143 })).toBe('Pending');
    expect(phase(podOf({ initContainers: [container('i')] }), { i: 143 })).toBe('Pending');
  });

  it('does not leave an end that it has had', () => {
    const before = published(two('Never'), withStates({ a: 0, b: 0 }));
    expect(stopped(two('Never'), { a: 1, b: 1 }, before).phase).toBe('Succeeded');
  });
});

describe('the last status of a pod', () => {
  const shown = (pod: PodSpec, states: States) => {
    const { phase: last, containers } = finalStatus(published(pod, withStates(states)));
    return [
      last,
      ...containers.map(({ name, state, reason, exitCode }) =>
        `${name} ${reason ?? state} ${exitCode ?? ''}`.trim(),
      ),
    ];
  };

  it('has no status of containers that never ran, and so the pod has failed', () => {
    expect(shown(two('Always'), {})).toEqual([
      'Failed',
      'a ContainerStatusUnknown 137',
      'b ContainerStatusUnknown 137',
    ]);
    expect(shown(two('Never'), { a: 0, b: 0 })).toEqual(['Succeeded', 'a Completed 0', 'b Completed 0']);
  });

  it('leaves containers alone that were not to run yet: init containers after the last tried one, and all after them', () => {
    const pod = podOf({ initContainers: [container('i'), container('j')] });
    expect(shown(pod, {})).toEqual([
      'Failed',
      'i ContainerStatusUnknown 137',
      'j PodInitializing',
      'app PodInitializing',
    ]);
    expect(shown(pod, { i: 0 })).toEqual([
      'Failed',
      'i Completed 0',
      'j PodInitializing',
      'app PodInitializing',
    ]);
    expect(shown(pod, { i: 0, j: 0 })).toEqual([
      'Failed',
      'i Completed 0',
      'j Completed 0',
      'app ContainerStatusUnknown 137',
    ]);
  });

  it('takes a sidecar that runs for a pod that has begun', () => {
    const pod = podOf({ initContainers: [sidecar('s')] });
    expect(shown(pod, { s: '+' })).toEqual([
      'Failed',
      's ContainerStatusUnknown 137',
      'app ContainerStatusUnknown 137',
    ]);
    expect(shown(pod, {})).toEqual(['Failed', 's ContainerStatusUnknown 137', 'app PodInitializing']);
  });
});
