import { describe, expect, it } from 'vitest';
import { CompletionDetector } from '../../../../src/run/simulation/completion/completion-detector.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { inputOf, runYaml } from '../run-yaml.ts';

// When nothing can happen any more: docs of src/run/simulation/completion/completion-detector.ts.

it('an input that is to come keeps the run going', () => {
  const completion = new CompletionDetector({ nodes: [], pods: [], images: {} });
  expect(completion.isSettled).toBe(true);
  completion.expectInput();
  completion.expectInput();
  completion.inputCame();
  expect(completion.isSettled).toBe(false);
  completion.inputCame();
  expect(completion.isSettled).toBe(true);
});

it('a pod that comes keeps it going too', () => {
  expect(new CompletionDetector(inputOf(pod('web'))).isSettled).toBe(false);
});

function pod(name: string, more = '') {
  return `
---
apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [ { name: app, image: "app:1" } ]${more} }`;
}

const scenario = (more: string) => `
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
images: [ { name: "app:1", size: 1MB }, { name: "data:1", size: 1MB } ]
nodes: { count: 1, defaults: { kubeletVersion: "1.36" } }
${more}`;

describe('a run', () => {
  const volume = (policy: string) =>
    pod('web', `, volumes: [ { name: d, image: { reference: "data:1", pullPolicy: ${policy} } } ]`);
  const volumeResults = (input: SimulationInput) =>
    simulate(input).records.flatMap((record) =>
      record.type === 'result' && record.actor.includes('/web/volumes/') ? [record.at] : [],
    );

  // Issue 14: "settled after 943 ms", and with another pod at 4 min it pulled at 0.9, 75, 140 and 226 s.
  it.each(['Always', 'IfNotPresent'])(
    'of a pod whose image volume each round ensures (%s) shows them all, with another pod or without',
    (policy) => {
      const alone = volumeResults(inputOf(scenario('') + volume(policy)));
      const [web, late] = inputOf(scenario('') + volume(policy) + pod('late')).pods.toSorted((a, b) =>
        b.name.localeCompare(a.name),
      );
      if (web === undefined || late === undefined) throw new Error('no pods');
      const input = {
        ...inputOf(scenario('') + volume(policy) + pod('late')),
        pods: [web, { ...late, arrivesAtMicros: 240_000_000 }],
      };
      expect(volumeResults(input)).toEqual(alone);
      expect(alone.length).toBeGreaterThanOrEqual(4);
    },
  );

  it('goes on until a kubelet that restarts is there and has looked at its pods', () => {
    const { records, end } = runYaml(scenario('faults: [ { kind: kubeletRestart, at: 60s } ]') + pod('web'));
    const after = records.filter(({ at }) => at >= 60_000);
    expect(after.map(({ type }) => type)).toEqual(expect.arrayContaining(['node', 'sync', 'status']));
    expect(after.some((record) => record.type === 'event' && record.reason === 'InvalidDiskCapacity')).toBe(
      true,
    );
    expect(end).toMatchObject({ reason: 'settled' });
  });

  it('without pods goes on until a node that reboots is up, and to the end of that instant', () => {
    const { records, end } = simulate({
      ...inputOf(scenario('faults: [ { kind: nodeReboot, at: 60s } ]') + pod('web')),
      pods: [],
    });
    expect(end.reason).toBe('settled');
    expect(records.flatMap((record) => (record.type === 'node' ? [record.state] : []))).toEqual([
      'started',
      'rebooting',
      'rebooted',
    ]);
    expect(records.some((record) => record.type === 'event' && record.reason === 'InvalidDiskCapacity')).toBe(
      true,
    );
  });

  it('goes on after slow calls until those that had begun are over: a relist may still make the node NotReady', () => {
    const slow = 'faults: [ { kind: runtimeSlow, list: 200s, from: 10s, until: 15s } ]';
    const { records, end } = runYaml(scenario(slow) + pod('web'));
    expect(records.flatMap((record) => (record.type === 'condition' ? [record.status] : []))).toEqual([
      'False',
      'True',
    ]);
    expect(end.reason).toBe('settled');
  });
});
