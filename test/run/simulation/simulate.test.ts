import { describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import type { SimulationProgress } from '../../../src/run/simulation/parts-progress.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { SimulationError } from '../../../src/run/simulation/simulation-error.ts';
import { traceFormat } from '../../../src/trace/trace-format.ts';
import { appYaml, fails, scenarioYaml, takes } from './pod-yaml.ts';
import { inputOf, runYaml } from './run-yaml.ts';

// A run as a whole: docs of src/run/simulation/simulate.ts and src/trace/record.ts.

const failing = (horizon: string) =>
  appYaml('web', 'sim.local/a:1') + scenarioYaml([fails('sim.local/a:1')], `horizon: ${horizon}`);

describe('a trace', () => {
  it('begins with the run’s conditions and ends with why it stopped', () => {
    const run = runYaml(failing('30s'), { seed: 7 });
    expect(run.records[0]).toMatchObject({
      type: 'header',
      id: 0,
      at: 0,
      format: traceFormat,
      seed: 7,
      horizonMs: 30_000,
    });
    expect(run.records.at(-1)).toBe(run.end);
    expect(run.end).toMatchObject({ type: 'end', id: run.records.length - 1, at: 30_000, reason: 'horizon' });
  });

  it('records for each node its kubelet and runtime, with all settings of the kubelet', () => {
    const input = inputOf(failing('30s'), { seed: 7 });
    const [header] = simulate(input).records;
    expect(header).toMatchObject({
      nodes: input.nodes.map(({ name, kubeletVersion, profileRelease: profile, runtime, kubelet }) => ({
        name,
        kubeletVersion,
        profile,
        runtime,
        kubelet,
      })),
    });
    expect(input.nodes[0]?.kubelet.registryPullQPS).toBe(5);
  });

  it('is in order of time', () => {
    const times = runYaml(failing('5m')).records.map((record) => record.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('is the same byte for byte for the same seed, and another for another', () => {
    const text = (seed: number) => JSON.stringify(runYaml(failing('5m'), { seed }).records.slice(1));
    expect(text(3)).toBe(text(3));
    expect(text(3)).not.toBe(text(4));
  });

  it('of a pod does not change its chance when another pod comes later', () => {
    const two = appYaml('web', 'sim.local/a:1') + appYaml('x', 'sim.local/x:1');
    const scenario = scenarioYaml(
      [fails('sim.local/a:1'), takes('sim.local/x:1', '1s')],
      'horizon: 2m\narrivals: { interval: 90s }',
    );
    const dues = (run: ReturnType<typeof runYaml>) =>
      run.records.flatMap((record) =>
        record.type === 'sync' && record.pod.name === 'web' && record.at < 60_000 ? (record.dueMs ?? []) : [],
      );
    expect(dues(runYaml(two + scenario))).toEqual(dues(runYaml(failing('2m'))));
  });
});

describe('inspection of a run', () => {
  it('gives every root and the actors below it, at their virtual times, and changes nothing', () => {
    const heard: { type: string; id: string; nowMicros: number }[] = [];
    const input = inputOf(failing('30s'));
    const inspected = simulate(input, {
      inspect: ({ type, actorRef }, nowMicros) =>
        heard.push({ type, id: (actorRef as AnyActorRef).id, nowMicros }),
    });
    expect(inspected).toEqual(simulate(input));
    expect(heard.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['network', 'registry/sim.local', 'node-1', 'kubelet', 'pulls/app']),
    );
    expect(heard.at(-1)?.nowMicros).toBeGreaterThan(20_000_000);
    expect(new Set(heard.map(({ type }) => type))).toContain('@xstate.microstep');
    expect(heard.map(({ nowMicros }) => nowMicros)).toEqual(
      heard.map(({ nowMicros }) => nowMicros).toSorted((a, b) => a - b),
    );
  });
});

describe('a run', () => {
  it('of a pod on a node that is not there says so: nothing is dropped in silence', () => {
    const input = inputOf(failing('30s'));
    const astray = { ...input, pods: input.pods.map((pod) => ({ ...pod, nodeName: 'node-9' })) };
    expect(() => simulate(astray)).toThrow(/on node-9, and there is no such node/);
  });

  it('stops early once nothing can happen any more', () => {
    const run = runYaml(appYaml('web', 'sim.local/a:1') + scenarioYaml([takes('sim.local/a:1', '2s')]));
    expect(run.end.reason).toBe('settled');
    expect(run.end.at).toBeLessThan(10_000);
  });

  it('does not stop while an arrival or a fault is to come', () => {
    const late = appYaml('a', 'sim.local/a:1') + appYaml('b', 'sim.local/a:1');
    const arrivals = runYaml(
      late + scenarioYaml([takes('sim.local/a:1', '2s')], 'arrivals: { interval: 100s }'),
    );
    expect(arrivals.end.at).toBeGreaterThan(100_000);
    const fault = 'kind: registryDown, from: 50s, until: 60s';
    expect(
      runYaml(appYaml('a', 'sim.local/a:1') + scenarioYaml([takes('sim.local/a:1', '2s'), fault])).end,
    ).toMatchObject({
      at: 60_000,
      reason: 'settled',
    });
  });

  it('passes on each record as it is written, and need not keep them', () => {
    const heard: unknown[] = [];
    const input = inputOf(failing('1m'));
    const run = simulate(input, { keepRecords: false, onRecord: (record) => heard.push(record) });
    expect(run.records).toEqual([]);
    expect(heard).toEqual(simulate(input).records);
  });

  it('that reaches a limit fails with the limit', () => {
    const limits = { stepsMax: 20, stepsPerInstantMax: 1_000, queueMax: 1_000 };
    expect(() => simulate(inputOf(failing('5m')), { limits })).toThrow(SimulationError);
    expect(() => simulate(inputOf(failing('5m')), { limits })).toThrow('the run took more than 20 steps');
  });
});

it('reports its progress: time, steps, pods that have not settled', () => {
  const told: SimulationProgress[] = [];
  const { end } = simulate(inputOf(appYaml('ok', 'sim.local/b:1') + failing('5m')), {
    onProgress: (progress) => told.push(progress),
  });
  expect(told[0]).toEqual({ nowMs: 0, horizonMs: 300_000, steps: 0, pods: 2, podsUnsettled: 2 });
  const last = told.at(-1);
  expect(last).toMatchObject({ pods: 2, podsUnsettled: 1 });
  expect(end.steps - (last?.steps ?? 0)).toBeLessThanOrEqual(250);
  expect(told.map(({ nowMs }) => nowMs)).toEqual(told.map(({ nowMs }) => nowMs).sort((a, b) => a - b));
});
