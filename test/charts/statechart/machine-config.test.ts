import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, createMachine, not, setup } from 'xstate';
import { chartOf } from '../../../src/charts/statechart/chart-of.ts';
import { machineConfig, machineConfigText } from '../../../src/charts/statechart/machine-config.ts';
import { machineGroups } from '../../../src/charts/statechart/machine-groups.ts';
import { statesOf, transitionsOf } from '../../../src/charts/statechart/transition-id.ts';

const machines = machineGroups.flatMap((group) => group.machines);

describe('the config of a machine as JSON', () => {
  test.each(machines.map((machine): [string, AnyStateMachine] => [machine.id, machine]))(
    '%s: createMachine makes the same states and transitions of it',
    (_, machine) => {
      const config = JSON.parse(machineConfigText([machine])) as Parameters<typeof createMachine>[0];
      const again = createMachine(config);
      expect(chartOf(again)).toEqual(chartOf(machine));
      // What a chart does not say: which actor is invoked, and what is reentered.
      const rest = (one: AnyStateMachine) => ({
        reentering: transitionsOf(one).flatMap(({ id, definition }) =>
          definition.reenter === true ? [id] : [],
        ),
        invoked: statesOf(one).flatMap(({ invoke }) => invoke.map(({ id }) => id)),
      });
      expect(rest(again)).toEqual(rest(machine));
    },
  );

  test('has names in place of functions, plain params, and nothing of what only code can say', () => {
    const machine = setup({
      types: { context: {} as { count: number }, events: {} as { type: 'GO'; by: number } },
      guards: { isOpen: () => true, isShut: (_, _params: { why: string }) => true },
      actions: { add: (_, _params: { by: number }) => undefined },
    }).createMachine({
      id: 'door',
      context: () => ({ count: 0 }),
      initial: 'here',
      states: {
        here: {
          on: {
            GO: [
              {
                guard: and(['isOpen', not({ type: 'isShut', params: { why: 'wind' } })]),
                actions: { type: 'add', params: { by: 1 } },
              },
              {
                guard: { type: 'isShut', params: { why: 'rain' } },
                actions: { type: 'add', params: ({ event }) => ({ by: event.by }) },
              },
            ],
          },
        },
      },
    });
    expect(machineConfig(machine)).toEqual({
      id: 'door',
      initial: 'here',
      states: {
        here: {
          on: {
            GO: [
              { guard: 'and(isOpen, not(isShut))', actions: { type: 'add', params: { by: 1 } } },
              { guard: { type: 'isShut', params: { why: 'rain' } }, actions: { type: 'add' } },
            ],
          },
        },
      },
    });
  });

  test('of several machines is a list', () => {
    const list: unknown = JSON.parse(machineConfigText(machines.slice(0, 2)));
    expect(list).toMatchObject([{ id: 'imagePull' }, { id: 'pullSlots' }]);
  });
});
