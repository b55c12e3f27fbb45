import { createTestModel as betaTestModel } from '@xstate/test';
import { describe, expect, test } from 'vitest';
import { createTestModel } from 'xstate/graph';
import * as machines from '../../../machines/index.ts';
import { pullSlotsMachine } from '../../../machines/pull/pull-slots.ts';
import { isReducer } from '../../../machines/reducer.ts';
import { explore } from '../../../src/proof/models/exploration/explore.ts';
import { modelNamed, startNamed } from '../../../src/proof/testing/machine-models.ts';
import { testModel } from '../../../src/proof/testing/test-model.ts';

const all = Object.values(machines).filter((value) => 'id' in value);

describe('createTestModel explores every machine with what testModel gives it', () => {
  test('every one: charts and reducers', () => {
    expect(all.filter((machine) => !isReducer(machine)).length).toBeGreaterThanOrEqual(35);
  });

  test.each(all.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
    const model = modelNamed(machine);
    const { stateCount, isComplete } = explore(model, startNamed(model, undefined), { isReduced: true });
    expect(isComplete).toBe(true);
    const first = testModel(machine);
    const states = Object.values(createTestModel(first.machine, first.options).getAdjacencyMap());
    expect(states.length).toBe(stateCount);
    const second = testModel(machine);
    const beta = betaTestModel(second.machine, second.options as never);
    expect(beta.getAllStates().length).toBe(stateCount);
    expect(createTestModel(first.machine, first.options).getShortestPaths().length).toBeGreaterThan(0);
    expect(beta.getShortestPaths().length).toBeGreaterThan(0);
  });
});

test('the paths of createTestModel run on a system under test', async () => {
  const { machine, options } = testModel(pullSlotsMachine, { start: '2 slots' });
  const paths = createTestModel(machine, options).getShortestPaths();
  expect(paths.map(({ steps }) => steps.length)).toEqual([5]);
  for (const path of paths) {
    let inUse = 0;
    let waiting = 0;
    await path.test({
      events: {
        'SLOT.REQUESTED': () => {
          if (inUse < 2) inUse++;
          else waiting++;
        },
        'SLOT.RELEASED': () => {
          if (waiting > 0) waiting--;
          else if (inUse > 0) inUse--;
        },
      },
      states: {
        free: () => expect(inUse).toBeLessThan(2),
        full: () => expect(inUse).toBe(2),
      },
    });
  }
});

test('the bound ends an exploration without an error', () => {
  const { machine, options } = testModel(machines.podWorkerMachine, { statesMax: 20 });
  const states = Object.keys(createTestModel(machine, options).getAdjacencyMap());
  expect(states.length).toBeGreaterThan(20);
  expect(states.length).toBeLessThan(100);
});

test('without it both refuse the delays of a machine, or fail at an event without its payload', () => {
  expect(() => createTestModel(machines.podWorkerMachine)).toThrow('After events on test machines');
});

test('a machine of somebody else and a start that there is not are errors', () => {
  expect(() => testModel(pullSlotsMachine, { start: '7 slots' })).toThrow(
    'pullSlots has no start "7 slots": "1 slot", "2 slots", "no limit"',
  );
  const own = Object.assign(Object.create(pullSlotsMachine), { id: 'mine' });
  expect(() => testModel(own)).toThrow('mine is no machine of windlass/machines');
});
