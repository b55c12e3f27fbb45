import { describe, expect, it } from 'vitest';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import type { Observation } from '../../../src/trace/observation.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { inputOf } from './run-yaml.ts';

// Numbers, times and causes of records: docs of src/trace/record.ts.

const started: Observation = { type: 'pulling', state: 'started' };
const pull = (
  state: 'failed' | 'waiting' | 'backingOff' | 'pulling',
  because?: { kind: string; actor: string },
): Observation => ({
  type: 'pull',
  state,
  pod: { namespace: 'default', name: 'p', uid: 'u' },
  container: 'app',
  image: 'root',
  ...(because === undefined ? {} : { because }),
});

function recorder() {
  const kernel = new Kernel();
  const records: TraceRecord[] = [];
  const own = new TraceRecorder(kernel, (record) => records.push(record));
  return { kernel, records, recorder: own, last: () => records.at(-1) };
}

describe('records', () => {
  it('are numbered from 0 without gaps, dated in ms to the microsecond, and carry their actor’s name', () => {
    const world = recorder();
    world.recorder.record({ actor: 'a' }, started);
    world.kernel.schedule(1_234_567, () =>
      world.recorder.actor.send({ type: 'RECORDS', actor: 'b', observations: [started, started] }),
    );
    world.kernel.run(2_000_000);
    expect(world.records).toStrictEqual([
      { id: 0, at: 0, actor: 'a', ...started },
      { id: 1, at: 1_234.567, actor: 'b', ...started },
      { id: 2, at: 1_234.567, actor: 'b', ...started },
    ]);
    expect(world.recorder.nextId).toBe(3);
  });
});

describe('a cause', () => {
  it('points to the latest record of its actor, before this one', () => {
    const world = recorder();
    world.recorder.record({ actor: 'a' }, started);
    world.recorder.record({ actor: 'a' }, started);
    world.recorder.record({ actor: 'b' }, started, { kind: 'slot', actor: 'a' });
    expect(world.last()).toMatchObject({ id: 2, because: { kind: 'slot', actor: 'a', record: 1 } });
    world.recorder.record({ actor: 'a' }, started, { kind: 'due', actor: 'a' });
    expect(world.last()).toMatchObject({ id: 3, because: { record: 1 } });
  });

  it('may stand in the observation; one given beside it takes precedence', () => {
    const world = recorder();
    world.recorder.record({ actor: 'a' }, started);
    world.recorder.record({ actor: 'b' }, pull('pulling', { kind: 'slot', actor: 'a' }));
    expect(world.last()).toMatchObject({ because: { kind: 'slot', actor: 'a', record: 0 } });
    world.recorder.record({ actor: 'b' }, pull('pulling', { kind: 'slot', actor: 'a' }), {
      kind: 'fault',
      actor: 'b',
    });
    expect(world.last()).toMatchObject({ because: { kind: 'fault', actor: 'b', record: 1 } });
  });

  it('of a back-off is the actor’s latest failed pull, with any later records', () => {
    const world = recorder();
    world.recorder.record({ actor: 'a' }, pull('failed'));
    world.recorder.record({ actor: 'a' }, {
      type: 'unpack',
      state: 'failed',
      image: 'root',
      layer: 0,
      digest: 'd',
    } as Observation);
    world.recorder.record({ actor: 'a' }, pull('backingOff', { kind: 'backOff', actor: 'a' }));
    expect(world.last()).toMatchObject({ because: { kind: 'backOff', actor: 'a', record: 0 } });
  });

  it('of an actor that has said nothing has no number', () => {
    const world = recorder();
    world.recorder.record({ actor: 'b' }, started, { kind: 'slot', actor: 'a' });
    expect(world.last()).toStrictEqual({
      id: 0,
      at: 0,
      actor: 'b',
      ...started,
      because: { kind: 'slot', actor: 'a' },
    });
  });

  it('points backwards in a whole run, and a back-off always to a failed pull of the same actor', () => {
    const yaml = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 6
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: good, image: 'sim.local/good:1' }, { name: bad, image: 'sim.local/bad:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 3m
faults:
  - { kind: pullTakes, image: 'sim.local/good:1', takes: 3s }
  - { kind: pullFails, image: 'sim.local/bad:1', error: boom }
`;
    const { records } = simulate(inputOf(yaml));
    expect(records.map((record) => record.id)).toEqual(records.map((_, index) => index));
    const caused = records.filter((record) => 'because' in record && record.because !== undefined);
    expect(caused.length).toBeGreaterThan(20);
    for (const record of caused) {
      if (!('because' in record) || record.because === undefined) continue;
      // A scripted pull says nothing itself, so that its image has no record to point to.
      if (record.type === 'image') continue;
      const cause = records[record.because.record ?? Number.NaN];
      expect(record.because.record).toBeLessThan(record.id);
      expect(cause).toMatchObject({ actor: record.because.actor });
      if (record.because.kind === 'backOff')
        expect(cause).toMatchObject({ type: 'pull', state: 'failed', actor: record.actor });
    }
  });
});

it('a child’s own error is the reason of the run’s end, beneath the actor that reported it', () => {
  const cause = new Error('boom');
  for (const [error, message] of [
    [cause, 'below node-1: boom'],
    ['text', 'below node-1: text'],
  ] as const) {
    const world = recorder();
    world.kernel.schedule(5, () =>
      world.recorder.actor.send({ type: 'UNHANDLED', actor: 'node-1', event: 'xstate.error', error }),
    );
    expect(() => world.kernel.run(10)).toThrow(
      expect.objectContaining({ code: 'actor-failed', message, cause: error }),
    );
  }
});

it('numbers records from a given start', () => {
  const ids: number[] = [];
  const own = new TraceRecorder(new Kernel(), ({ id }) => ids.push(id), 7);
  own.record({ actor: 'a' }, started);
  own.record({ actor: 'a' }, started);
  expect(ids).toEqual([7, 8]);
  expect(own.nextId).toBe(9);
});

it('an event that no actor handles ends the run with a SimulationError', () => {
  const world = recorder();
  world.kernel.schedule(5, () =>
    world.recorder.actor.send({ type: 'UNHANDLED', actor: 'node-1', event: 'SURPRISE' }),
  );
  world.kernel.schedule(6, () => world.recorder.record({ actor: 'a' }, started));
  expect(() => world.kernel.run(10)).toThrow(
    expect.objectContaining({
      name: 'SimulationError',
      code: 'unhandled-event',
      message: 'node-1 has no transition for SURPRISE',
    }),
  );
  expect(world.records).toEqual([]);
});
