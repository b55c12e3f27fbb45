import { describe, expect, test } from 'vitest';
import type { Chart } from '../../../src/charts/statechart/chart.ts';
import { charts } from '../../../src/charts/statechart/charts.ts';
import { listText } from '../../../src/charts/statechart/list-text.ts';

const chart = (machine: string, description: string): Chart => ({
  machine,
  description,
  states: [],
  transitions: [],
});

describe('the list of machines', () => {
  test('has a line for each machine: the first sentence of its description', () => {
    expect(
      listText([chart('pull', 'One pull. It waits.'), chart('pullSlots', 'Mirrors puller.go, v1.27.')], 80),
    ).toBe(
      `MACHINE    STATES  TRANSITIONS  WHAT IT IS
pull            0            0  One pull
pullSlots       0            0  Mirrors puller.go, v1.27
`,
    );
  });

  test.each([72, 80, 132])('fits %i columns, and loses no word of the first sentence', (width) => {
    const text = listText(charts, width);
    expect(text.split('\n').filter((line) => line.length > width)).toEqual([]);
    const words = text.replace(/\s+/g, ' ');
    for (const { machine, description } of charts) {
      expect(words).toContain(machine);
      expect(words).toContain(/^.*?(?=\.(?:\s|$))/s.exec(description)?.[0]);
    }
  });
});
