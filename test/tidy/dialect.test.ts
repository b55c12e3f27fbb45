import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { and, assign, createMachine, enqueueActions, fromCallback, not, raise, setup } from 'xstate';
import { dialectViolations, machinesOf, reducersOf, reducerViolations } from './dialect.ts';
import { root, sourcesUnder } from './sources.ts';

const modules = await Promise.all(
  sourcesUnder('machines')
    .filter(({ path }) => path !== 'machines/index.ts')
    .map(async ({ path, text }) => {
      const module = (await import(join(root, path))) as Readonly<Record<string, unknown>>;
      return { path, text, machines: machinesOf(module), reducers: reducersOf(module) };
    }),
);

test('the statecharts and the reducers are found', () => {
  expect(modules.filter(({ machines }) => machines.length > 0).length).toBeGreaterThan(5);
  expect(modules.filter(({ reducers }) => reducers.length > 0).length).toBeGreaterThan(1);
});

/** Machines beside the one that the file is named after: both have the same setup. */
const sharingSetup: Readonly<Record<string, readonly string[]>> = {
  'machines/runtime/fetch/fetch.ts': ['chunkFetchMachine'],
};

describe.each(modules.filter(({ machines }) => machines.length > 0))('$path', ({ path, text, machines }) => {
  test('holds one machine, named after the file, with its setup', () => {
    const camel = basename(path, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(machines.map(([name]) => name)).toEqual([...(sharingSetup[path] ?? []), `${camel}Machine`]);
    expect(text.match(/\bsetup\(\{/g)).toHaveLength(1);
  });

  test('is in the dialect', () => {
    expect(machines.flatMap(([name, machine]) => dialectViolations(name, machine))).toEqual([]);
  });

  test('says in its comment what it mirrors or models', () => {
    expect(text).toMatch(/\/\*\*[\s\S]*?\*\/\s*export const \w+Machine/);
  });
});

describe.each(modules.filter(({ reducers }) => reducers.length > 0))(
  '$path',
  ({ path, text, machines, reducers }) => {
    test('holds one reducer, named after the file, and no machine', () => {
      const camel = basename(path, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(reducers.map(([name, { id }]) => [name, id])).toEqual([[`${camel}Reducer`, camel]]);
      expect(machines).toEqual([]);
    });

    test('is in the dialect', () => {
      expect(reducers.flatMap(([name, one]) => reducerViolations(name, one))).toEqual([]);
    });

    test('says in its comment what it mirrors or models', () => {
      expect(text).toMatch(/\/\*\*[\s\S]*?\*\/\s*export const \w+Reducer/);
    });
  },
);

test('a reducer outside the dialect is caught', () => {
  const reduce = (table: object) => ({ table });
  const on = { GO: [{ reduce }, { guard: 'isOpen', reduce }] };
  expect(reducerViolations('r', { id: '', description: '', on })).toEqual([
    'r: has no id of its own',
    'r: has no description',
    'r: case 0 of GO has no guard: those behind it never come',
    'r: case 1 of GO has a guard without a name, or a name without one',
  ]);
});

describe('a machine outside the dialect is caught:', () => {
  const on = { '*': { actions: 'reportUnhandled' } };
  const good = { id: 'sample', on, initial: 'idle', states: { idle: { description: 'Nothing to do.' } } };

  test('one inside it is not', () => {
    const machine = setup({
      actions: {
        reportUnhandled: (_, _params: { event: string }) => {},
        tick: raise({ type: 'TICK' }, { delay: 'period', id: 'tick' }),
      },
      guards: { open: () => true, late: () => false },
      delays: { period: 10 },
    }).createMachine({
      id: 'sample',
      context: () => ({}),
      on: { '*': { actions: { type: 'reportUnhandled', params: ({ event }) => ({ event: event.type }) } } },
      initial: 'idle',
      states: {
        idle: {
          description: 'Waits.',
          after: { period: { guard: and(['open', not('late')]), actions: 'tick' } },
        },
      },
    });
    expect(dialectViolations('m', machine)).toEqual([]);
  });

  test.each([
    ['no id', { ...good, id: undefined }, 'has no id'],
    ['no wildcard', { ...good, on: {} }, 'has no wildcard'],
    ['a wildcard that swallows', { ...good, on: { '*': {} } }, 'has no wildcard'],
    ['a state without description', { ...good, states: { idle: {} } }, 'idle has no description'],
    [
      'a nested one',
      { ...good, states: { idle: { description: 'x', initial: 'in', states: { in: {} } } } },
      'idle.in has no description',
    ],
    [
      'an inline guard',
      { ...good, on: { ...on, GO: { guard: () => true } } },
      'a function stands at on.GO.guard',
    ],
    [
      'one inside not()',
      { ...good, on: { ...on, GO: { guard: not(() => true) } } },
      'a function stands at on.GO.guard.0',
    ],
    ['an inline action', { ...good, entry: [() => {}] }, 'a function stands at entry.0'],
    [
      'an inline assign',
      { ...good, on: { ...on, GO: { actions: assign({}) } } },
      'a function stands at on.GO.actions',
    ],
    [
      'a bare delay',
      { ...good, states: { idle: { description: 'x', after: { 1000: 'idle' } } } },
      'idle waits for 1000 ms',
    ],
    [
      'a history state',
      { ...good, states: { ...good.states, back: { description: 'x', type: 'history' } } },
      'back is a history state',
    ],
    [
      'too many states',
      {
        ...good,
        initial: 's0',
        states: Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`s${n}`, { description: 'x' }])),
      },
      'has 13 states',
    ],
  ])('%s', (_, config, why) => {
    expect(dialectViolations('m', createMachine(config as never))).toEqual([expect.stringContaining(why)]);
  });

  test('actions and actors that hide behaviour or time', () => {
    const machine = setup({
      actors: { socket: fromCallback(() => {}) },
      actions: {
        reportUnhandled: () => {},
        decide: enqueueActions(() => {}),
        soon: raise({ type: 'TICK' }, { delay: 5, id: 'soon' }),
        later: raise({ type: 'TICK' }, { delay: 'period' }),
      },
      delays: { period: 10 },
    }).createMachine(good as never);
    expect(dialectViolations('m', machine)).toEqual([
      expect.stringContaining('the action decide is made by xstate.enqueueActions'),
      expect.stringContaining('the action soon has a delay without a name'),
      expect.stringContaining('the delayed action later has no id'),
      expect.stringContaining('the actor socket is neither a statechart nor a reducer'),
    ]);
  });
});
