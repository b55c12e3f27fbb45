import { describe, expect, test } from 'vitest';
import type { Chart } from '../../../src/charts/statechart/chart.ts';
import { charts } from '../../../src/charts/statechart/charts.ts';
import { mermaidText, mermaidTexts } from '../../../src/charts/statechart/mermaid-text.ts';
import { mermaidErrors } from '../../proof/models/mermaid-errors.ts';

const state = { description: '', tags: [], isInitial: false, isFinal: false, entry: [], exit: [] };
const small: Chart = {
  machine: 'door',
  description: 'A door.',
  states: [
    { ...state, id: 'door.out', key: 'out', isInitial: true },
    { ...state, id: 'door.out.end', key: 'end', parent: 'door.out', isInitial: true },
    { ...state, id: 'door.in side', key: 'in side', isFinal: true },
  ],
  transitions: [
    { id: 'a', source: 'door', targets: [], event: '*', actions: ['report'] },
    { id: 'b', source: 'door', targets: ['door.out'], event: 'KNOCK', actions: [] },
    { id: 'c', source: 'door.out', targets: ['door.in side'], event: 'GO', guard: 'isOpen', actions: [] },
    { id: 'd', source: 'door.out', targets: ['door.in side'], event: 'GO', actions: [] },
    { id: 'e', source: 'door.out.end', targets: [], event: 'say: "<b>#1;</b>"', actions: [] },
  ],
};

describe('a chart in Mermaid', () => {
  test('nests states, shares arrows between candidates, and leaves out the report of unexpected events', () => {
    expect(mermaidText(small)).toBe(`stateDiagram-v2
  state "out" as state_door_out {
    state "end" as state_door_out_end
    [*] --> state_door_out_end
  }
  [*] --> state_door_out
  state "in side" as state_door_in_32_side
  state "any state" as any_state
  any_state --> state_door_out : KNOCK
  state_door_out --> state_door_in_32_side : GO [isOpen]<br/>GO [else]
  state_door_out_end --> state_door_out_end : say, '‹b›No. 1,‹/b›'
  state_door_in_32_side --> [*]
`);
  });

  test.each(charts.map((chart): [string, Chart] => [chart.machine, chart]))(
    '%s is what Mermaid takes',
    (_, chart) => {
      expect(mermaidErrors(mermaidText(chart))).toEqual([]);
    },
  );

  test('of several machines is Markdown', () => {
    expect(mermaidTexts([small])).toBe(mermaidText(small));
    expect(mermaidTexts([small, small]).match(/^## door\n\n```mermaid\nstateDiagram-v2$/gm)).toHaveLength(2);
  });
});
