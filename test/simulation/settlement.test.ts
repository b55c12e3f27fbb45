import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/kubelet/observation.ts';
import { Settlement } from '../../src/simulation/settlement.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { container, podOf, sidecar } from '../kubelet/pod-fixtures.ts';

// When nothing can happen any more: docs of src/simulation/settlement.ts.

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const said = (observation: Observation, actor = 'node-1/kubelet'): TraceRecord => ({ id: 1, at: 0, actor, ...observation }) as TraceRecord;
const status = (...running: string[]) =>
  said({
    type: 'status',
    pod,
    phase: 'Running',
    containers: running.map((name) => ({ name, kind: 'container', state: 'running', restarts: 0 })),
  });
const containerIs = (state: 'creating' | 'running' | 'exited') => said({ type: 'container', state, pod, container: 'app' });
const podIs = (state: 'added' | 'rejected' | 'terminated') => said({ type: 'pod', state, pod, node: 'node-1', containers: [] });
const of = (spec = podOf()) => {
  const settlement = new Settlement([spec]);
  const see = (...records: TraceRecord[]) => {
    for (const record of records) settlement.observe(record);
    return settlement.isSettled;
  };
  return { settlement, see };
};

describe('a pod whose containers run for ever', () => {
  it('is settled once the kubelet has said that they run, not when they merely do', () => {
    const { see } = of();
    expect(see(podIs('added'), containerIs('running'))).toBe(false);
    expect(see(status('app'))).toBe(true);
  });

  it('needs all of them, its sidecars included, its init containers not', () => {
    const { see } = of(podOf({ initContainers: [container('i'), sidecar('s')], containers: [container('a'), container('b')] }));
    expect(see(status('a', 'b'))).toBe(false);
    expect(see(status('a', 's'))).toBe(false);
    expect(see(status('a', 'b', 's'))).toBe(true);
  });

  it('is unsettled by a container that is made anew or ends, until the kubelet says that all run again', () => {
    const { see } = of();
    see(status('app'));
    expect(see(containerIs('exited'))).toBe(false);
    expect(see(status('app'))).toBe(true);
    expect(see(containerIs('creating'))).toBe(false);
  });

  it('stays settled whatever else is told of it and its node', () => {
    const { see } = of();
    see(status('app'));
    expect(see(containerIs('running'))).toBe(true);
    for (const state of ['started', 'kubeletRestarted', 'rebooted'] as const) {
      expect(see(said({ type: 'node', state }, 'node-1'))).toBe(true);
    }
    expect(see(said({ type: 'event', eventType: 'Normal', reason: 'Pulled', message: '', pod }, 'node-1'))).toBe(true);
  });

  it('is unsettled by its own node going down, not by another', () => {
    const { see } = of();
    see(status('app'));
    expect(see(said({ type: 'node', state: 'rebooting' }, 'node-2'))).toBe(true);
    expect(see(said({ type: 'node', state: 'rebooting' }, 'node-1'))).toBe(false);
  });
});

describe('a pod that ends by itself', () => {
  const job = podOf({ restartPolicy: 'Never', containers: [container('app', { runsForMicros: 1_000 })] });

  it('is not settled while it runs, and is once it is over, for good', () => {
    const { see } = of(job);
    expect(see(status('app'))).toBe(false);
    expect(see(podIs('terminated'))).toBe(true);
    expect(see(containerIs('exited'), status(), said({ type: 'node', state: 'rebooting' }, 'node-1'))).toBe(true);
  });

  it('is settled when it was refused', () => {
    expect(of(job).see(podIs('rejected'))).toBe(true);
  });
});

it('a node that is not Ready keeps the run going until it is: its pods may wait for nothing else', () => {
  const settlement = new Settlement([]);
  const ready = (status: 'True' | 'False', actor = 'node-1/kubelet/node-status') => {
    settlement.observe(said({ type: 'condition', condition: 'Ready', status, reason: '', message: '' }, actor));
    return settlement.isSettled;
  };
  expect(ready('False')).toBe(false);
  expect(ready('True', 'node-2/kubelet/node-status')).toBe(false);
  expect(ready('True')).toBe(true);
});

it('an input that is to come keeps the run going', () => {
  const settlement = new Settlement([]);
  expect(settlement.isSettled).toBe(true);
  settlement.expectInput();
  settlement.expectInput();
  settlement.inputCame();
  expect(settlement.isSettled).toBe(false);
  settlement.inputCame();
  expect(settlement.isSettled).toBe(true);
});

it('a status of a stranger changes nothing', () => {
  const { see } = of();
  expect(see(said({ type: 'status', pod: { ...pod, uid: 'other' }, phase: 'Running', containers: [] }))).toBe(false);
});
