import { expect, test } from 'vitest';
import type { Chart, ChartTransition } from '../../../src/charts/statechart/chart.ts';
import { transitionWords } from '../../../src/charts/statechart/transition-label.ts';

const arrow = (
  id: string,
  source: string,
  targets: readonly string[],
  event: string,
  more: Partial<ChartTransition> = {},
): ChartTransition => ({
  id,
  source,
  targets,
  event,
  actions: [],
  ...more,
});
const chart: Chart = {
  machine: 'pull',
  description: '',
  states: [],
  transitions: [
    arrow('a', 'pull.idle', ['pull.looking'], 'GO', { guard: 'isFree' }),
    arrow('b', 'pull.idle', ['pull.a.b', 'pull.c'], 'GO', { description: 'Both at once.' }),
    arrow('c', 'pull', [], '*'),
    arrow('d', 'pullet', ['pullet.x'], 'after retry'),
  ],
};

test.each([
  ['a', 'idle to looking: GO [isFree]'],
  ['b', 'idle to a.b, c: GO [else]. Both at once.'],
  ['c', 'any state: anything else'],
  ['d', 'pullet to pullet.x: after retry'],
  ['of another version', 'of another version'],
])('the transition %s is labelled %j', (id, words) => {
  expect(transitionWords(chart, id)).toBe(words);
});
