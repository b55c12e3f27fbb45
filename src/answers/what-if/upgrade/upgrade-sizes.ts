import type { JsonFields } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { inputOfDraw, type SeededInput } from '../runs/drawn-sizes.ts';
import { furtherDraws, overDrawsText } from '../runs/further-draws.ts';
import { type ChangedPull, changedPulls, movedBetween, type UpgradeRun } from './upgrade-run.ts';

/** Whether the single runs of an upgrade show the same with other sizes of images. */
export type UpgradeSizes = NonNullable<JsonFields<'Upgrade'>['sizes']>;

/** A run with a default put back or given, and which of the two releases it is held against. */
interface DefaultRun {
  readonly field: string;
  readonly isBefore: boolean;
  readonly sized: SeededInput;
  readonly moves: string | null;
}

/** The inputs of the single runs, with what the likeliest sizes show. */
export interface SingleRuns {
  readonly before: SeededInput;
  readonly after: SeededInput;
  readonly endMs: number;
  readonly pulls: readonly ChangedPull[];
  readonly defaults: readonly DefaultRun[];
}

/** Makes a run; undefined after an interruption. */
type Run = (input: SimulationInput) => Promise<UpgradeRun | undefined>;

/**
 * Makes the single runs with other sizes of images, a few times if that is quick, and returns which images are
 * treated otherwise only with some sizes, and which defaults move something only with some. undefined if there
 * is no other draw, or after an interruption.
 */
export async function upgradeSizes(single: SingleRuns, run: Run): Promise<UpgradeSizes | undefined> {
  const { before, after, defaults, endMs } = single;
  const further = furtherDraws(after, endMs, 2 + defaults.length);
  if (further.draws.length === 0) return undefined;
  const draws = further.draws.length + 1;
  const pulls = new Counts<ChangedPull>();
  const moved = new Counts<DefaultRun>();
  for (const pull of single.pulls) pulls.add(pullKey(pull), pull);
  for (const one of defaults) if (isMove(one.moves)) moved.add(one.field, one);
  for (const draw of further.draws) {
    const runOf = (sized: SeededInput) => run(inputOfDraw(sized, sized.input.seed, draw));
    const [was, is] = [await runOf(before), await runOf(after)];
    if (was === undefined || is === undefined) return undefined;
    for (const pull of changedPulls(was, is)) pulls.add(pullKey(pull), pull);
    for (const one of defaults) {
      const made = await runOf(one.sized);
      if (made === undefined) return undefined;
      if (isMove(movedBetween(made, one.isBefore ? was : is))) moved.add(one.field, one);
    }
  }
  const somePulls = pulls.below(draws).map(({ item: { pod, container, changes }, count }) => ({
    pod,
    container,
    changes: [...changes],
    draws: count,
  }));
  const someDefaults = moved.below(draws).map(({ item: { field }, count }) => ({ field, draws: count }));
  const answer = { images: further.images, draws, pulls: somePulls, defaults: someDefaults };
  return { ...answer, sentence: sentenceOf(answer, overDrawsText(further)) };
}

function isMove(moves: string | null): boolean {
  return moves !== null && moves !== 'nothing';
}

function pullKey({ pod, container, changes }: ChangedPull): string {
  return JSON.stringify([pod, container, changes]);
}

/** In how many draws each of several things was there. */
class Counts<Item> {
  readonly #items = new Map<string, { readonly item: Item; count: number }>();

  add(key: string, item: Item): void {
    const known = this.#items.get(key);
    if (known === undefined) this.#items.set(key, { item, count: 1 });
    else known.count += 1;
  }

  below(draws: number): readonly { readonly item: Item; readonly count: number }[] {
    return [...this.#items.values()].filter(({ count }) => count < draws);
  }
}

/** More are in the JSON only. */
const namedMax = 3;

function sentenceOf({ draws, pulls, defaults }: Omit<UpgradeSizes, 'sentence'>, over: string): string {
  const listed = (names: readonly string[]) =>
    names.length > namedMax
      ? `${names.slice(0, namedMax).join(', ')} and ${names.length - namedMax} more`
      : names.join(', ');
  if (pulls.length === 0 && defaults.length === 0)
    return `Sizes: ${over}, the same images are treated otherwise, and the same defaults move something.`;
  const parts = [
    ...(pulls.length === 0
      ? []
      : [
          `${countText(pulls.length, 'image')} ${pulls.length === 1 ? 'is' : 'are'} treated otherwise only with some: ${listed(pulls.map(({ pod, container, draws: count }) => `${pod}/${container} in ${count} of ${draws}`))}`,
        ]),
    ...(defaults.length === 0
      ? []
      : [
          `${countText(defaults.length, 'default')} ${defaults.length === 1 ? 'moves' : 'move'} something only with some: ${listed(defaults.map(({ field, draws: count }) => `${field} in ${count} of ${draws}`))}`,
        ]),
  ];
  return `Sizes: ${over}, ${parts.join('; ')}.`;
}
