import { expect, test } from 'vitest';
import { explore } from '../../src/models/explore.ts';
import { imageManagerModels } from '../../src/models/models.ts';
import type { TimedSnapshot } from '../../src/models/timed-logic.ts';

// An exploration looks into one snapshot of each state that the model tells apart. Where others of the same state would
// do something else, the projection is too coarse, and paths could be missed.
test.each(imageManagerModels.map((model) => [model.id, model] as const))(
  'the model of %s tells apart what behaves differently',
  (_, model) => {
    for (const start of model.starts) {
      const { logic, edges, arrivals } = explore(model, start);
      const behaviour = (snapshot: TimedSnapshot) =>
        logic.eventsOf(snapshot).map(({ name }) => {
          const next = logic.next(snapshot, name);
          return [name, next.step.transitions, logic.keyOf(next)];
        });
      const known = new Map([...arrivals].map(([key, { to }]) => [key, behaviour(to)]));
      for (const { to } of edges) {
        const expected = known.get(logic.keyOf(to));
        if (expected !== undefined) expect(behaviour(to)).toEqual(expected);
      }
    }
  },
);
