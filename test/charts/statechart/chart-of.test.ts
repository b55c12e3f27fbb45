import { describe, expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import * as exported from '../../../machines/index.ts';
import { isReducer } from '../../../machines/reducer.ts';
import { activeStates, drawnTransitions } from '../../../src/charts/statechart/chart.ts';
import { chartOf } from '../../../src/charts/statechart/chart-of.ts';
import { charts } from '../../../src/charts/statechart/charts.ts';

const machine = setup({
  guards: { isOpen: () => true },
  actions: { knock: () => undefined, wave: (_, _params: { hands: number }) => undefined },
  delays: { patience: 1 },
}).createMachine({
  id: 'door',
  description: 'A door.',
  initial: 'outside',
  on: { '*': { actions: 'knock' } },
  states: {
    outside: {
      description: 'In the rain.',
      tags: ['wet', 'cold'],
      initial: 'waiting',
      entry: 'knock',
      exit: { type: 'wave', params: { hands: 2 } },
      states: { waiting: { on: { HEARD: 'asked' } }, asked: { type: 'final' } },
      onDone: 'inside',
      after: { patience: 'gone' },
    },
    inside: {
      on: {
        LEAVE: [{ guard: 'isOpen', target: 'gone', actions: 'knock', description: 'Through the door.' }, {}],
      },
    },
    gone: {},
  },
});

describe('the chart of a machine', () => {
  test('has its states with their descriptions, and its transitions with their guards and actions', () => {
    expect(chartOf(machine)).toEqual({
      machine: 'door',
      description: 'A door.',
      states: [
        {
          id: 'door.outside',
          key: 'outside',
          description: 'In the rain.',
          tags: ['wet', 'cold'],
          isInitial: true,
          isFinal: false,
          entry: ['knock'],
          exit: ['wave'],
        },
        { id: 'door.outside.waiting', key: 'waiting', parent: 'door.outside', ...bare, isInitial: true },
        { id: 'door.outside.asked', key: 'asked', parent: 'door.outside', ...bare, isFinal: true },
        { id: 'door.inside', key: 'inside', ...bare },
        { id: 'door.gone', key: 'gone', ...bare },
      ],
      transitions: [
        { id: 'door * → (stays)', source: 'door', targets: [], event: '*', actions: ['knock'] },
        {
          id: 'door.outside done → inside',
          source: 'door.outside',
          targets: ['door.inside'],
          event: 'done',
          actions: [],
        },
        {
          id: 'door.outside after patience → gone',
          source: 'door.outside',
          targets: ['door.gone'],
          event: 'after patience',
          actions: [],
        },
        {
          id: 'door.outside.waiting HEARD → outside.asked',
          source: 'door.outside.waiting',
          targets: ['door.outside.asked'],
          event: 'HEARD',
          actions: [],
        },
        {
          id: 'door.inside LEAVE[0] → gone',
          source: 'door.inside',
          targets: ['door.gone'],
          event: 'LEAVE',
          guard: 'isOpen',
          actions: ['knock'],
          description: 'Through the door.',
        },
        {
          id: 'door.inside LEAVE[1] → (stays)',
          source: 'door.inside',
          targets: [],
          event: 'LEAVE',
          actions: [],
        },
      ],
    });
  });

  test('lights the states of a snapshot, outer ones first, and none that it does not know', () => {
    const actor = createActor(machine).start();
    expect(activeStates(chartOf(machine), actor.getSnapshot().value)).toEqual([
      'door.outside',
      'door.outside.waiting',
    ]);
    actor.stop();
    expect(activeStates(chartOf(machine), 'gone')).toEqual(['door.gone']);
    expect(activeStates(chartOf(machine), { outside: 'flying', cellar: 'dark' })).toEqual(['door.outside']);
  });

  test('is drawn without the report of events that no state expects', () => {
    expect(drawnTransitions(chartOf(machine))).toEqual(chartOf(machine).transitions.slice(1));
  });
});

describe('the charts', () => {
  test('are those of all machines and reducers, each once', () => {
    const ids = Object.values(exported).flatMap((value) =>
      'createMachine' in value || !('root' in value || isReducer(value)) ? [] : [value.id],
    );
    expect(ids.length).toBeGreaterThan(30);
    expect(charts.map((chart) => chart.machine).sort()).toEqual([...ids].sort());
    expect(charts[0]?.machine).toBe('imagePull');
  });

  test('are plain data, with unique ids, targets that are there, and a description of each machine and state', () => {
    expect(JSON.parse(JSON.stringify(charts))).toEqual(charts);
    for (const { machine: id, description, states, transitions } of charts) {
      const known = new Set([id, ...states.map((state) => state.id)]);
      expect(known.size).toBe(states.length + 1);
      expect(new Set(transitions.map((transition) => transition.id)).size).toBe(transitions.length);
      for (const { source, targets } of transitions)
        expect([source, ...targets].filter((one) => !known.has(one))).toEqual([]);
      expect(
        [description, ...states.map((state) => state.description)].filter((text) => text === ''),
        id,
      ).toEqual([]);
    }
  });
});

const bare = { description: '', tags: [], isInitial: false, isFinal: false, entry: [], exit: [] };
