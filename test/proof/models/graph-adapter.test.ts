import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { isReducer } from '../../../machines/reducer.ts';
import { type Exploration, explore, wayTo } from '../../../src/proof/models/exploration/explore.ts';
import { generatePaths, pathsThrough } from '../../../src/proof/models/exploration/generate-paths.ts';
import { shortestPaths } from '../../../src/proof/models/exploration/graph-adapter.ts';
import { pathStrategies } from '../../../src/proof/models/exploration/path-goals.ts';
import { reduceMachine } from '../../../src/proof/models/exploration/reduce-machine.ts';
import { type MachineModel, modelOf } from '../../../src/proof/models/machine-model.ts';
import { imageManagerModels } from '../../../src/proof/models/models.ts';
import { imagePullModel } from '../../../src/proof/models/pull/image-pull-model.ts';
import { explorationsOf } from './explorations.ts';

/** Counts for ever: no exploration of it ends. */
const counting = modelOf(
  setup({
    types: { context: {} as { count: number } },
    actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
  }).createMachine({
    id: 'counting',
    context: { count: 0 },
    initial: 'on',
    states: { on: { on: { UP: { actions: 'count' }, DOWN: 'off' } }, off: {} },
  }),
).model({
  input: () => ({}),
  starts: { zero: {} },
  events: () => [
    { name: 'up', event: { type: 'UP' } },
    { name: 'down', event: { type: 'DOWN' } },
  ],
  project: ({ context }) => context,
});

// xstate.md: @xstate/test 1.0.0-beta.5 runs machines with guards and assign only; there both engines must
// agree.
describe.each(imageManagerModels.map((model) => [model.id, model] as const))(
  'both engines on the reduced %s',
  (_, model) => {
    const ours = model.starts.map((start) => explore(model, start, { engine: 'xstate', isReduced: true }));
    const theirs = model.starts.map((start) => explore(model, start, { engine: 'xstate-test' }));

    // Pairs of the larger ones take long, and are made of the same edges, which are compared below.
    const strategies =
      model.id === 'pullBackOff' || model.id === 'pullRecords' ? pathStrategies.slice(0, 2) : pathStrategies;
    test.each(strategies)('give the same paths for %s', (strategy) => {
      const found = pathsThrough(ours, strategy);
      expect(pathsThrough(theirs, strategy)).toEqual(found);
      // A reducer has no states to reach.
      if (!isReducer(model.machine) || strategy !== 'all-states')
        expect(found.paths.length).toBeGreaterThan(0);
    });

    test('give the same shortest path to each state by their own generators', () => {
      const paths = ours.map(({ logic }) => shortestPaths('xstate', logic, 1_000));
      expect(theirs.map(({ logic }) => shortestPaths('xstate-test', logic, 1_000))).toEqual(paths);
      expect(paths.flat().length).toBeGreaterThan(0);
    });

    test('walk the same edges as on the whole machine: no guard needs what was left out', () => {
      const edgesOf = (explorations: readonly Exploration[]) =>
        explorations.map(({ logic, edges }) =>
          edges.map(({ from, event, to }) => [logic.keyOf(from), event, logic.keyOf(to), to.step]),
        );
      const whole = explorationsOf(model);
      expect(edgesOf(theirs)).toEqual(edgesOf(whole));
    });
  },
);

describe('the reduced machine', () => {
  test('keeps states, guards, assigns and the names of all transitions, and sends nothing', () => {
    const reduced = reduceMachine(imagePullModel.machine);
    expect(JSON.stringify(reduced.config)).not.toMatch(/askStatus|tellOutcome|reportUnhandled/);
    expect(JSON.stringify(reduced.config)).toMatch(/conclude/);
    expect(reduced.id).toBe('imagePull');
  });

  test('is what @xstate/test needs: on the machine itself it throws', () => {
    const [start] = imagePullModel.starts;
    if (start === undefined) throw new Error('no start');
    expect(() => explore(imagePullModel, start, { engine: 'xstate-test', isReduced: false })).toThrow(
      /originalExecutor is not a function/,
    );
  });
});

describe('a bounded exploration', () => {
  test.each(['xstate', 'xstate-test'] as const)(
    'by %s returns what it found until the limit, and says so',
    (engine) => {
      const found = generatePaths(counting, { engine, statesMax: 5, strategy: 'all-states' });
      expect(found.isComplete).toBe(false);
      expect(found.paths.map(({ steps }) => steps.map(({ event }) => event))).toEqual([['down']]);
      expect(found.stateCount).toBeLessThan(20);
    },
  );

  test('is complete at exactly the number of states that there are', () => {
    const [start] = imagePullModel.starts;
    if (start === undefined) throw new Error('no start');
    const all = explore(imagePullModel, start);
    expect(all.isComplete).toBe(true);
    expect(explore(imagePullModel, start, { statesMax: all.stateCount }).isComplete).toBe(true);
    expect(explore(imagePullModel, start, { statesMax: all.stateCount - 1 }).isComplete).toBe(false);
  });

  test('finds the shortest way to each state', () => {
    const [start] = counting.starts;
    if (start === undefined) throw new Error('no start');
    const exploration = explore(counting, start, { statesMax: 6 });
    for (const { to } of exploration.arrivals.values()) {
      const way = wayTo(exploration, to);
      expect(way).toHaveLength(to.machine.context.count + (to.machine.matches('off') ? 1 : 0));
      expect(way.at(-1)?.to).toBe(to);
    }
  });

  test('tells the state and the event on which a machine throws', () => {
    const failing: MachineModel = {
      ...counting,
      remember: ({ name }) => {
        if (name === 'down') throw new Error('boom');
        return '';
      },
    };
    expect(() => generatePaths(failing)).toThrow('counting (zero) fails on "down" in "on": boom');
  });

  test('keeps nothing between two explorations', () => {
    const [start] = imagePullModel.starts;
    if (start === undefined) throw new Error('no start');
    const paths = () => pathsThrough([explore(imagePullModel, start)], 'all-transition-pairs');
    expect(paths()).toEqual(paths());
  });
});
