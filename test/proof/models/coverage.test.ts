import { beforeAll, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import * as machines from '../../../machines/index.ts';
import { pullSlotsMachine } from '../../../machines/pull/pull-slots.ts';
import { allModels } from '../../../src/proof/models/all-models.ts';
import { createCoverage } from '../../../src/proof/models/coverage/coverage.ts';
import { pathsThrough } from '../../../src/proof/models/exploration/generate-paths.ts';
import { isWildcard, type ModelPath } from '../../../src/proof/models/exploration/path-goals.ts';
import { type ReplayedStep, replayPath } from '../../../src/proof/models/exploration/replay-path.ts';
import {
  type TimedLogic,
  type TimedSnapshot,
  unknownEvent,
} from '../../../src/proof/models/exploration/timed-logic.ts';
import type { MachineModel } from '../../../src/proof/models/machine-model.ts';
import { pullSlotsModel } from '../../../src/proof/models/pull/pull-slots-model.ts';
import { createStubWorld } from '../../../src/proof/models/stub-world.ts';
import { machinesOf, reducersOf } from '../../tidy/dialect.ts';
import { contentWriter } from './content-of.ts';
import { type CoverageGaps, coverageGaps } from './coverage-gaps.ts';
import { explorationsOf } from './explorations.ts';

const named = allModels.map((model) => [model.id, model] as const);
const noGaps: CoverageGaps = { missing: [], missingGuards: [], reached: [], unknown: [] };
function gapsOf(model: MachineModel) {
  const coverage = createCoverage([model]);
  for (const exploration of explorationsOf(model)) coverage.addExploration(exploration);
  return coverage.result().map((one) => coverageGaps(one, model.unreachable));
}

// `npm test` fails below 100 % of states and transitions that are not listed as unreachable with a reason.
describe('every machine has a model that reaches all of it', () => {
  test('each exported machine and reducer is modelled once, under its own id', () => {
    const charts = machinesOf(machines).map(([, { config }]) => Reflect.get(config as object, 'id'));
    const ids = [...charts, ...reducersOf(machines).map(([, { id }]) => id)];
    expect(allModels.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(allModels.map(({ machine }) => machine.id)).toEqual(allModels.map(({ id }) => id));
  });

  test.each(named)('%s: the events reach no more states than the limit', (_, model) => {
    expect(explorationsOf(model).filter(({ isComplete }) => !isComplete)).toEqual([]);
  });

  test.each(named)('%s: states, transitions, and guards both ways', (_, model) => {
    expect(gapsOf(model)).toEqual([noGaps]);
  });

  test('a reason is given for each item that is listed as unreachable', () => {
    const without = allModels
      .flatMap(({ unreachable = [] }) => unreachable)
      .filter(({ reason }) => reason.length < 10);
    expect(without).toEqual([]);
  });
});

/** Of each start so many snapshots are held against the one that was looked into. */
const snapshotsMax = 300;

/**
 * Each event that may come next, what it makes the machine do, and the state that it leads to. Only the start
 * is sent an unknown one.
 */
function behaviour(logic: TimedLogic, snapshot: TimedSnapshot): string {
  const known = logic.eventsOf(snapshot).filter((event) => event !== unknownEvent);
  const lines = known.map(({ name }) => {
    const next = logic.next(snapshot, name);
    return `${name}: ${next.step.transitions.join(', ')}: ${logic.keyOf(next)}`;
  });
  return lines.join('\n');
}

// An exploration looks into one snapshot of each state that the model tells apart. Where others of the same
// state would do something else, the projection is too coarse, and paths could be missed.
test.each(named)('the model of %s tells apart what behaves differently', (_, model) => {
  for (const { logic, edges, arrivals } of explorationsOf(model)) {
    const contentOf = contentWriter();
    const firsts = new Map(
      [logic.initial, ...[...arrivals.values()].map(({ to }) => to)].map((first) => [
        logic.keyOf(first),
        first,
      ]),
    );
    // Most edges lead to what was looked into before, down to the last detail.
    const seen = new Set([...firsts.values()].map(contentOf));
    const others = edges.flatMap(({ to }) => {
      const content = contentOf(to);
      if (seen.has(content)) return [];
      seen.add(content);
      return [to];
    });
    // A projection that lacks one thing errs in one of a hundred of them and more: some from everywhere are
    // enough.
    const stride = Math.max(1, others.length / snapshotsMax);
    const expected = new Map<TimedSnapshot, string>();
    for (let place = 0; place < others.length; place += stride) {
      const other = others[Math.floor(place)] ?? logic.initial;
      const first = firsts.get(logic.keyOf(other)) ?? logic.initial;
      const [is, shouldBe] = [behaviour(logic, other), expected.get(first) ?? behaviour(logic, first)];
      expected.set(first, shouldBe);
      if (is !== shouldBe) expect(is).toBe(shouldBe);
    }
  }
});

// What exploration predicts must be what an actor does: same transitions by XState's own word, same state
// after each event.
describe.each(named)('a real %s', (_, model) => {
  let replays: readonly { readonly path: ModelPath; readonly steps: readonly ReplayedStep[] }[] = [];
  beforeAll(() => {
    const { paths } = pathsThrough(explorationsOf(model), 'all-guards');
    replays = paths.map((path) => ({ path, steps: replayPath(model, path).steps }));
  });

  test('does at each step of every path what the path says', () => {
    expect(replays.length).toBeGreaterThan(0);
    for (const { path, steps } of replays) {
      const [first, ...others] = steps.map(({ transitions, state }) => ({ transitions, state }));
      expect(first).toEqual(path.initial);
      expect(others).toEqual(path.steps.map(({ transitions, state }) => ({ transitions, state })));
    }
  });

  test('is led by its paths through all states and transitions, and to both outcomes of each guard', () => {
    const coverage = createCoverage([model]);
    for (const { steps } of replays) for (const step of steps) coverage.add(step);
    expect(coverage.result().map((one) => coverageGaps(one, model.unreachable))).toEqual([noGaps]);
  });

  test('reports an event as unhandled exactly where its wildcard fires, and lets none vanish', () => {
    for (const { steps } of replays) {
      for (const { event, transitions, said } of steps) {
        const reports = said.filter(({ to, message }) => to === 'recorder' && message.type === 'UNHANDLED');
        expect(reports, `after ${event}`).toHaveLength(transitions.filter(isWildcard).length);
        if (event !== 'start') expect(transitions, `${event} vanishes`).not.toEqual([]);
      }
    }
  });
});

describe('the gate itself', () => {
  test('an event that the model forgets leaves transitions, states and guards uncovered', () => {
    const silent: MachineModel = { ...pullSlotsModel, events: () => [] };
    const [gaps] = gapsOf(silent);
    expect(gaps?.missing).toContain('pullSlots.full');
    expect(gaps?.missing).toContain('pullSlots.full SLOT.REQUESTED → (stays)');
    expect(gaps?.missingGuards).toContain('pullSlots.free SLOT.REQUESTED[0] → full if isLastSlot = false');
    expect(gaps?.missing).not.toContain('pullSlots * → (stays)');
  });

  test('what is listed as unreachable must not be reached, and must exist', () => {
    const unreachable = [
      { item: 'pullSlots.full', reason: 'nobody would fill the slots' },
      { item: 'pullSlots.gone', reason: 'there is no such state' },
      {
        item: 'pullSlots.free SLOT.RELEASED → (stays) if someoneHolds = false',
        reason: 'nobody gives back what he has not',
      },
    ];
    const [gaps] = gapsOf({ ...pullSlotsModel, unreachable });
    // The transitions that leave the state are taken along.
    expect(gaps?.reached).toEqual(
      expect.arrayContaining(['pullSlots.full', 'pullSlots.full SLOT.REQUESTED → (stays)']),
    );
    expect(gaps?.reached).toContain('pullSlots.free SLOT.RELEASED → (stays) if someoneHolds = false');
    expect(gaps?.unknown).toEqual(['pullSlots.gone']);
  });
});

describe('a tracker beside any run', () => {
  test('an inspected actor counts states and transitions, its watched copy guards too', () => {
    const coverage = createCoverage([{ machine: pullSlotsMachine }]);
    const { recorder, neighbour } = createStubWorld();
    const input = { name: 'pull-slots', recorder, slotsMax: 1 };
    const slots = createActor(coverage.watch(pullSlotsMachine), { input, inspect: coverage.inspect }).start();
    slots.send({ type: 'SLOT.REQUESTED', holder: 'a', requester: neighbour('a') });
    slots.send({ type: 'SLOT.REQUESTED', holder: 'b', requester: neighbour('b') });
    slots.send({ type: 'SLOT.RELEASED', holder: 'a' });
    const [{ states, transitions, guards } = { states: [], transitions: [], guards: [] }] = coverage.result();
    expect(states.map(({ id, hits }) => [id, hits])).toEqual([
      ['pullSlots.free', 1],
      ['pullSlots.full', 1],
    ]);
    expect(transitions.filter(({ covered }) => covered).map(({ id, hits }) => [id, hits])).toEqual([
      ['pullSlots.free SLOT.REQUESTED[0] → full', 1],
      ['pullSlots.full SLOT.REQUESTED → (stays)', 1],
      ['pullSlots.full SLOT.RELEASED[0] → (stays)', 1],
    ]);
    expect(guards.filter(({ trueHits, falseHits }) => trueHits + falseHits > 0)).toMatchObject([
      { guard: 'isLastSlot', trueHits: 1, falseHits: 0, covered: false },
      { guard: 'someoneWaits', trueHits: 1, falseHits: 0, covered: false },
    ]);
  });
});
