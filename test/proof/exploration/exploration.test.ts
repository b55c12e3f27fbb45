import { describe, expect, it } from 'vitest';
import { Exploration, type ExplorationOptions } from '../../../src/proof/exploration/exploration.ts';
import { shrinkChoices } from '../../../src/proof/exploration/shrink-choices.ts';
import { StateKeys } from '../../../src/proof/exploration/state-key.ts';
import { History } from '../../../src/run/engine/history.ts';
import { folded } from '../../../src/run/invariants/invariant.ts';
import { invariants } from '../../../src/run/invariants/invariants.ts';
import type { Choice, ChoiceAtStep } from '../../../src/run/simulation/choices.ts';
import { PartRun } from '../../../src/run/simulation/part-run.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { nodeWith } from './systems.ts';

// Every order within a budget: docs of src/proof/exploration/exploration.ts.

const nothing = { lateMicros: 0, faultsMax: 0, restartsMax: 0, statesMax: 1_000_000, invariants: [] };

function explored(input: SimulationInput, options: Partial<ExplorationOptions>): Exploration {
  const exploration = new Exploration(input, { ...nothing, ...options });
  while (exploration.advance(100_000));
  return exploration;
}

/** A property that the model does not have: it holds only while everything is in time. */
const firstAsksFirst = folded<string | undefined>(
  { name: 'first-asks-first', kind: 'always', says: 'The pod that came first asks for its pull first.' },
  undefined,
  (first, record, tell) => {
    if (record.type !== 'pull' || record.state !== 'waiting' || first !== undefined) return first;
    if (record.pod.name !== 'p1') tell({ record: record.id, message: `${record.pod.name} asks first` });
    return record.pod.name;
  },
);

const twoPods = nodeWith([
  { image: 'a', takes: '3s' },
  { image: 'b', takes: '2s' },
]);

describe('lateness', () => {
  it('shows what no run shows in which everything is in time', () => {
    const inTime = explored(twoPods, { invariants: [firstAsksFirst] });
    expect(inTime.counterexamples).toEqual([]);
    expect(inTime.coverage.isWhole).toBe(true);
    const late = explored(twoPods, { lateMicros: 5_000, invariants: [firstAsksFirst] });
    expect(late.counterexamples.map(({ invariant, violation }) => [invariant, violation.message])).toEqual([
      ['first-asks-first', 'p2 asks first'],
    ]);
    expect(late.coverage.isWhole).toBe(false);
  });

  it('is bounded: nothing waits for what is due later than that after it', () => {
    const { coverage, counterexamples } = explored(twoPods, {
      lateMicros: 500,
      invariants: [firstAsksFirst],
    });
    expect(counterexamples).toEqual([]);
    expect(coverage.isWhole).toBe(true);
  });
});

describe('a counterexample', () => {
  const [found] = explored(twoPods, { lateMicros: 5_000, invariants: [firstAsksFirst] }).counterexamples;
  const replay = (choices: readonly ChoiceAtStep[] = []) =>
    simulate(twoPods, { chosen: { part: 0, lateMicros: 5_000, choices } }).records;

  it('is an ordinary run with the same choices, byte for byte', () => {
    const records = replay(found?.choices);
    expect(JSON.stringify(records.slice(0, found?.records.length))).toBe(JSON.stringify(found?.records));
    expect(firstAsksFirst.check(records)).toEqual([found?.violation]);
  });

  it('is shrunk to the choices that it needs, of which none can be left out', () => {
    const isBroken = (choices: readonly ChoiceAtStep[]) => firstAsksFirst.check(replay(choices)).length > 0;
    const choices = shrinkChoices(found?.choices ?? [], isBroken);
    expect(isBroken(choices)).toBe(true);
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.length).toBeLessThanOrEqual(found?.choices.length ?? 0);
    for (const [index] of choices.entries()) expect(isBroken(choices.toSpliced(index, 1))).toBe(false);
  });
});

describe('the budget', () => {
  const onePod = nodeWith([{ image: 'a', takes: '1s' }]);
  const count = (type: string, is: (record: { readonly [field: string]: unknown }) => boolean) =>
    folded<number>(
      { name: `no-second-${type}`, kind: 'always', says: 'planted' },
      0,
      (seen, record, tell) => {
        if (record.type !== type || !is(record as never)) return seen;
        if (seen === 1) tell({ record: record.id, message: 'a second one' });
        return seen + 1;
      },
    );
  const failedPulls = count('pull', ({ state }) => state === 'failed');
  const restarts = count('fault', ({ fault }) => fault === 'kubeletRestart');

  it('lets so many pulls fail and no more, each as a pull of the runtime that failed', () => {
    const one = explored(onePod, { faultsMax: 1, invariants: [failedPulls] });
    expect([one.counterexamples, one.coverage.isWhole]).toEqual([[], true]);
    const two = explored(onePod, { faultsMax: 2, invariants: [failedPulls] });
    expect(two.counterexamples[0]?.choices.map(({ kind }) => kind)).toEqual(['pullFails', 'pullFails']);
  });

  it('lets a run differ by so many choices and no more', () => {
    const options = { restartsMax: 2, invariants: [restarts] };
    const one = explored(onePod, { ...options, choicesMax: 1 });
    expect([one.counterexamples, one.coverage.isWhole]).toEqual([[], true]);
    const two = explored(onePod, { ...options, choicesMax: 2 });
    expect(two.counterexamples[0]?.choices.map(({ kind }) => kind)).toEqual(['restart', 'restart']);
    const none = explored(onePod, { ...options, choicesMax: 0 });
    expect(none.coverage).toMatchObject({ states: 0, settled: 1, isWhole: true });
  });

  it('lets a kubelet restart so often and no more, even once everything has settled', () => {
    const one = explored(onePod, { restartsMax: 1, invariants: [restarts] });
    expect([one.counterexamples, one.coverage.isWhole]).toEqual([[], true]);
    const two = explored(onePod, { restartsMax: 2, invariants: [restarts] });
    expect(two.counterexamples[0]?.choices.map(({ kind }) => kind)).toEqual(['restart', 'restart']);
    const settled = explored(onePod, { restartsMax: 0 }).coverage.settled;
    expect(one.coverage.settled).toBeGreaterThan(settled + 10);
  });
});

/**
 * The keys of the states, by the dumbest means: each run anew from its beginning, every choice by every other, and
 * no state recognised.
 */
function naiveKeys(
  input: SimulationInput,
  { lateMicros, faultsMax, restartsMax }: typeof nothing,
): Set<number> {
  const keys = new Set<number>();
  const node = input.nodes[0]?.name ?? '';
  const explore = (made: readonly (readonly [step: number, choice: Choice])[]): void => {
    const images: string[] = [];
    const run = new PartRun(input, {
      chosen: { lateMicros, choices: [] },
      history: new History(),
      onRecord: (record) => {
        if (record.type === 'runtime' && record.op === 'PullImage') images.push(record.image);
      },
    });
    const stateKeys = new StateKeys(run);
    const faults = faultsMax - made.filter(([, { kind }]) => kind === 'pullFails').length;
    const restarts = restartsMax - made.filter(([, { kind }]) => kind === 'restart').length;
    const choices = new Map(made);
    const lastMade = made.at(-1)?.[0] ?? -1;
    for (;;) {
      const { over, steps } = run;
      if (over === 'horizon' || (over !== undefined && restarts === 0 && steps > lastMade)) return;
      const ready = over === undefined ? run.ready(lateMicros) : [];
      const choice = choices.get(steps);
      if (choice === undefined) {
        if (steps <= lastMade) throw new Error('no choice');
        const options: Choice[] = ready.map((_, take) => ({ kind: 'order', take }));
        if (restarts > 0) options.push({ kind: 'restart', node });
        const key = stateKeys.key(faults * 1_000 + restarts, []);
        const failing = options.flatMap((option) =>
          option.kind === 'order' ? pullsOf(made, steps, option) : [],
        );
        if (faults > 0) options.push(...failing);
        if (options.length > 1 || over !== undefined) {
          keys.add(key);
          for (const option of options) explore([...made, [steps, option]]);
          return;
        }
        made = [...made, [steps, { kind: 'order', take: 0 }]];
      }
      run.take(ready, choice ?? { kind: 'order', take: 0 });
    }
  };
  const pullsOf = (
    made: readonly (readonly [number, Choice])[],
    step: number,
    option: Extract<Choice, { kind: 'order' }>,
  ): Choice[] => {
    const images = new Set<string>();
    let isAfter = false;
    const run = new PartRun(input, {
      chosen: { lateMicros, choices: [] },
      onRecord: (record) => {
        if (isAfter && record.type === 'runtime' && record.op === 'PullImage') images.add(record.image);
      },
    });
    const choices = new Map(made);
    while (run.steps < step)
      run.take(
        run.over === undefined ? run.ready(lateMicros) : [],
        choices.get(run.steps) ?? { kind: 'order', take: 0 },
      );
    isAfter = true;
    run.take(run.ready(lateMicros), option);
    return [...images].map((image) => ({ kind: 'pullFails', take: option.take, image }));
  };
  explore([]);
  return keys;
}

describe('the states', () => {
  it.each([
    ['two pods in any order of an instant', twoPods, { lateMicros: 0 }],
    [
      'two pods of one image, 1 ms late',
      nodeWith([
        { image: 'a', takes: '2s' },
        { image: 'a', takes: '2s' },
      ]),
      { lateMicros: 1_000 },
    ],
    ['a pull that fails twice', nodeWith([{ image: 'a', takes: '2s' }]), { faultsMax: 2 }],
    ['a restart', nodeWith([{ image: 'a', takes: '100ms' }]), { restartsMax: 1 }],
  ])('are those that an enumeration without history and without memory finds: %s', (_, input, budget) => {
    const options = { ...nothing, ...budget };
    const { keys, coverage } = explored(input, options);
    expect(coverage.isWhole).toBe(true);
    const naive = naiveKeys(input, options);
    expect([...keys].sort((a, b) => a - b)).toEqual([...naive].sort((a, b) => a - b));
    expect(naive.size).toBeGreaterThan(1);
  });

  it('are the same each time', () => {
    const of = () => [...explored(twoPods, { lateMicros: 2_000 }).keys];
    expect(of()).toEqual(of());
  });
});

it('keeps every invariant in every order of two pods, with a pull that fails and a restart', () => {
  const { counterexamples, coverage } = explored(twoPods, {
    faultsMax: 1,
    restartsMax: 1,
    invariants,
  });
  expect(counterexamples.map(({ invariant, violation }) => [invariant, violation])).toEqual([]);
  expect(coverage.isWhole).toBe(true);
  expect(coverage.states).toBeGreaterThan(500);
});
