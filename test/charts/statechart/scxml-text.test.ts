import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, not, setup } from 'xstate';
import { machineGroups } from '../../../src/charts/statechart/machine-groups.ts';
import { scxmlText } from '../../../src/charts/statechart/scxml-text.ts';
import { statesOf, transitionsOf } from '../../../src/charts/statechart/transition-id.ts';
import { xmlProblem } from '../../proof/model-testing/well-formed-xml.ts';

const machines = machineGroups.flatMap((group) => group.machines);

describe('a machine in SCXML', () => {
  test('has its states within one that takes what any state takes; timers, ends and conditions as SCXML says them', () => {
    const machine = setup({
      guards: { isOpen: () => true, isShut: () => false },
      actions: { knock: () => undefined, add: (_, _params: { text: string }) => undefined },
      delays: { patience: 1 },
    }).createMachine({
      id: 'door',
      initial: 'out',
      on: { '*': { actions: 'knock' } },
      states: {
        out: {
          description: 'Rain -- & "wind".',
          initial: 'waiting',
          states: { waiting: { on: { 'HEARD.IT': 'asked' } }, asked: { type: 'final' } },
          onDone: { target: 'in', actions: { type: 'add', params: { text: '<&' } } },
          after: { patience: 'in', 500: { guard: and(['isOpen', not('isShut')]), target: 'out' } },
          on: { AGAIN: '.waiting' },
        },
        in: {
          on: { BACK: { target: 'in', reenter: true }, STAY: 'in' },
          always: { guard: 'isShut', target: 'out' },
        },
      },
    });
    expect(scxmlText(machine)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="door" initial="door">
  <state id="door" initial="door.out">
    <transition event="*">
      <script>knock()</script>
    </transition>
    <!-- Rain - - &amp; &quot;wind&quot;. -->
    <state id="door.out" initial="door.out.waiting">
      <onentry>
        <send id="after.500.door.out" event="after.500.door.out" delay="500ms"/>
        <send id="after.patience.door.out" event="after.patience.door.out" delayexpr="patience()"/>
      </onentry>
      <onexit>
        <cancel sendid="after.500.door.out"/>
        <cancel sendid="after.patience.door.out"/>
      </onexit>
      <transition event="AGAIN" target="door.out.waiting" type="internal"/>
      <transition event="done.state.door.out" target="door.in">
        <script>add({&quot;text&quot;:&quot;&lt;&amp;&quot;})</script>
      </transition>
      <transition event="after.500.door.out" cond="(isOpen() &amp;&amp; !isShut())" target="door.out.waiting" type="internal"/>
      <transition event="after.patience.door.out" target="door.in"/>
      <state id="door.out.waiting">
        <transition event="HEARD.IT" target="door.out.asked"/>
      </state>
      <final id="door.out.asked"/>
    </state>
    <state id="door.in">
      <transition event="BACK" target="door.in"/>
      <transition event="STAY"/>
      <transition cond="isShut()" target="door.out"/>
    </state>
  </state>
</scxml>
`);
  });

  test.each(machines.map((machine): [string, AnyStateMachine] => [machine.id, machine]))(
    '%s: is well-formed, uses only elements of SCXML where they are allowed, and has each state and transition once',
    (_, machine) => {
      const text = scxmlText(machine);
      expect(xmlProblem(text)).toBeUndefined();
      expect(misplaced(text)).toEqual([]);
      const ids = [...text.matchAll(/<(?:state|final) id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual([machine.id, ...statesOf(machine).map(({ id }) => id)]);
      // xs:ID: a letter first, no colon, no space.
      expect(ids.filter((id) => !/^[A-Za-z_][\w.-]*$/.test(id ?? ''))).toEqual([]);
      expect(text.match(/<transition/g)).toHaveLength(transitionsOf(machine).length);
      for (const [, targets = ''] of text.matchAll(/ target="([^"]*)"/g)) {
        for (const target of targets.split(' ')) expect(ids).toContain(target);
      }
    },
  );

  test.each(machines.map((machine): [string, AnyStateMachine] => [machine.id, machine]))(
    '%s: no event is the beginning of another, which SCXML would take for it, unless a state within always takes that one first',
    (_, machine) => {
      const text = scxmlText(machine);
      const events = [
        ...new Set([...text.matchAll(/<transition event="([^"*]+)"/g)].map(([, event]) => event ?? '')),
      ];
      expect(events.filter((event) => !/^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(event))).toEqual([]);
      // The end of a state within is `done.state.` and its id, which begins with the id of the state around
      // it.
      const isTakenWithin = (event: string) =>
        event.startsWith('done.state.') && text.includes(`<transition event="${event}" target=`);
      expect(
        events.filter((event) =>
          events.some((other) => other.startsWith(`${event}.`) && !isTakenWithin(other)),
        ),
      ).toEqual([]);
    },
  );
});

/** What SCXML 1.0 allows within each element, as far as these documents go. */
const children: Readonly<Record<string, readonly string[]>> = {
  scxml: ['state', 'parallel', 'final', 'datamodel', 'script'],
  state: [
    'onentry',
    'onexit',
    'transition',
    'initial',
    'state',
    'parallel',
    'final',
    'history',
    'datamodel',
    'invoke',
  ],
  final: ['onentry', 'onexit', 'donedata'],
  onentry: ['script', 'send', 'cancel', 'raise', 'assign', 'log'],
  onexit: ['script', 'send', 'cancel', 'raise', 'assign', 'log'],
  transition: ['script', 'send', 'cancel', 'raise', 'assign', 'log'],
};

function misplaced(text: string): readonly string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, closes, name = '', isEmpty] of text
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
    .matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (closes === '/') open.pop();
    else {
      const parent = open.at(-1);
      if (parent !== undefined && children[parent]?.includes(name) !== true)
        found.push(`${name} in ${parent}`);
      if (isEmpty === '') open.push(name);
    }
  }
  return found;
}
