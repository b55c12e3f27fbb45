import { expect, test } from 'vitest';
import { type TimedLogic, type TimedSnapshot, unknownEvent } from '../../src/models/exploration/timed-logic.ts';
import { models } from '../../src/models/models.ts';
import { contentWriter } from './content-of.ts';
import { explorationsOf } from './explorations.ts';

/** Each event that may come next, what it makes the machine do, and the state that it leads to. Only the start is sent an unknown one. */
function behaviour(logic: TimedLogic, snapshot: TimedSnapshot): readonly string[] {
  const known = logic.eventsOf(snapshot).filter((event) => event !== unknownEvent);
  return known.map(({ name }) => {
    const next = logic.next(snapshot, name);
    return `${name}: ${next.step.transitions.join(', ')}: ${logic.keyOf(next)}`;
  });
}

// An exploration looks into one snapshot of each state that the model tells apart. Where others of the same state would
// do something else, the projection is too coarse, and paths could be missed.
test.each(models.map((model) => [model.id, model] as const))('the model of %s tells apart what behaves differently', (_, model) => {
  for (const { logic, edges, arrivals } of explorationsOf(model)) {
    const contentOf = contentWriter();
    const firsts = [logic.initial, ...[...arrivals.values()].map(({ to }) => to)];
    const known = new Map(firsts.map((first) => [logic.keyOf(first), behaviour(logic, first)]));
    // Most edges lead to what was looked into before, down to the last detail.
    const seen = new Set(firsts.map(contentOf));
    for (const { to } of edges) {
      const content = contentOf(to);
      if (seen.has(content)) continue;
      seen.add(content);
      expect(behaviour(logic, to)).toEqual(known.get(logic.keyOf(to)));
    }
  }
});
