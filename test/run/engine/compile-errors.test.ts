import { expect, it } from 'vitest';
import { type AnyActorLogic, createMachine, enqueueActions, fromCallback, log, spawnChild } from 'xstate';
import { compile } from '../../../src/run/engine/compiled/compile.ts';
import { begun, machineOf, make } from './corner-setup.ts';
import { engineLog } from './engine-log.ts';

const inside = (state: object, more: object = {}) =>
  machineOf({ id: 'm', initial: 'p', states: { p: { initial: 'q', states: { q: state, r: {} }, ...more } } });

// What the dialect of docs/architecture.md lacks.
it.each<[string, AnyActorLogic, string]>([
  [
    'a parallel state',
    inside({ type: 'parallel', states: { a: {}, b: {} } }),
    'machine m, state p.q: it is a parallel state',
  ],
  ['history', inside({ type: 'history' }), 'machine m, state p.q: it is a history state'],
  ['a custom action', inside({ entry: () => {} }), 'machine m, state p.q: entry is a custom action'],
  [
    'a custom action of its own',
    inside({ on: { GO: { actions: 'write' } } }),
    'state p.q: the action write has no implementation',
  ],
  [
    'enqueueActions',
    inside({ exit: enqueueActions(() => {}) }),
    'state p.q: the action enqueueActions is made by xstate.enqueueActions',
  ],
  [
    'log',
    inside({ always: { guard: () => false, actions: log('x') } }),
    'state p.q: the action log is made by xstate.log',
  ],
  [
    'spawnChild',
    inside({ entry: spawnChild('x' as never) }),
    'state p.q: the action spawnChild is made by xstate.spawnChild',
  ],
  [
    'several targets',
    inside({ on: { GO: { target: ['#m.p.q', '#m.p.r'] } } }),
    'state p.q: a transition has several targets',
  ],
  [
    'a guard that is nowhere',
    inside({ on: { GO: { guard: 'isFine' } } }),
    'state p.q: the guard isFine has no implementation',
  ],
  [
    'a delay that is nowhere',
    inside({ after: { soon: 'r' } }),
    'state p.q: the delay soon has no implementation',
  ],
  [
    'an actor that is nowhere',
    inside({ invoke: { src: 'other' } }),
    'state p.q: the actor other has no implementation',
  ],
  [
    'snapshots of an invoked actor',
    inside({ invoke: { src: createMachine({}), id: 'o', onSnapshot: 'r' } }),
    'the invocation o has',
  ],
  ['a root that is final', machineOf({ id: 'm', type: 'final' }), 'machine m, its root: it is final'],
  ['a callback', fromCallback(() => {}), 'it is neither a statechart nor made by fromTransition'],
])('%s is an error when it is compiled, and says where', (_, logic, message) => {
  expect(() => compile(logic)).toThrow(message);
});

it('a machine is compiled once, and one with other parts by itself', () => {
  const machine = inside({});
  expect(compile(machine)).toBe(compile(machine));
  expect(compile(machine.provide({}))).not.toBe(compile(machine));
});

it('an actor without a machine of the name fails its parent', () => {
  const logic = machineOf({ id: 'm', context: begun, entry: make('other' as never, 'other') });
  for (const isInspected of [false, true]) {
    expect(engineLog('compiled', { name: '', logic }, isInspected)).toEqual(
      engineLog('xstate', { name: '', logic }, isInspected),
    );
  }
});
