import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import { compareMeasures } from './compare-measures.ts';
import type { SeenSteps } from './compare-steps.ts';
import { type Comparison, compareTimes, type Tolerance } from './compare-times.ts';
import { type KnownMiss, knownMisses } from './known-misses.ts';
import { type Measures, measuresOf, type OrderRule } from './measures.ts';
import { observeRecorded } from './observe-recorded.ts';
import { stepsOf } from './observed-steps.ts';
import type { RecordedRun } from './recorded-run.ts';
import { observeReplay } from './replay/observe-replay.ts';
import { type ReplayOptions, replayRun } from './replay/replay-run.ts';

/** How the simulator does on all the repetitions of one variant. */
export interface VariantVerdict {
  /** `e1-order/c2-eq8-n3` */
  readonly name: string;
  readonly repetitions: number;
  readonly comparisons: readonly Comparison[];
  /** Why it could not be replayed. */
  readonly failure: string | undefined;
  /** Those that differ, and whether that is known. */
  readonly misses: readonly Miss[];
  /** What is declared, and not so. */
  readonly staleMisses: readonly string[];
  /** Of each repetition, what single steps of it took; of releases without figures of their own, none. */
  readonly steps: readonly SeenSteps[];
}

export interface ValidationOptions {
  /** The runtime is another than the simulator's. */
  readonly change?: ProfileChange;
  /** One replay instead of one for each repetition and some in any order. */
  readonly isQuick?: boolean;
}

/** What is broken on purpose, to see who notices. */
export type ProfileChange = (profile: RuntimeProfile) => RuntimeProfile;

export interface Miss {
  readonly comparison: Comparison;
  readonly known: KnownMiss | undefined;
}

/** Returns the verdict for runs that differ in their repetition only. */
export function validateVariant(
  runs: readonly RecordedRun[],
  options: ValidationOptions = {},
): VariantVerdict {
  const [first] = runs;
  if (first === undefined) throw new Error('a variant without runs');
  const name = `${first.experiment}/${first.variant}`;
  const { comparisons, failure, steps } = compared(first, runs, options);
  const declared = knownMisses.filter(({ variant }) => variant === name);
  const misses = comparisons
    .filter(({ agrees }) => !agrees)
    .map((comparison) => ({
      comparison,
      known: declared.find(({ what }) => what.some((name) => concerns(name, comparison))),
    }));
  return {
    name,
    repetitions: runs.length,
    comparisons,
    failure,
    steps,
    misses,
    staleMisses: declared.flatMap(({ what }) =>
      what.filter((name) => !misses.some(({ comparison }) => concerns(name, comparison))),
    ),
  };
}

function compared(
  first: RecordedRun,
  runs: readonly RecordedRun[],
  { change, isQuick = false }: ValidationOptions,
): Pick<VariantVerdict, 'comparisons' | 'failure' | 'steps'> {
  const order = orderRuleOf(first);
  const tolerance = toleranceOf(first);
  const observed = runs.map(observeRecorded);
  const real = observed.map((run) => measuresOf(run, order));
  const replayed = (run: RecordedRun, options: ReplayOptions) =>
    observeReplay(replayRun(run, { ...options, change }));
  try {
    const replays = runs.slice(0, isQuick ? 1 : runs.length).map((run) => replayed(run, {}));
    const ours = replays.map((run) => measuresOf(run, order));
    const drawn =
      !isQuick && decidesNothing(order, real)
        ? seeds.map((seed) => measuresOf(replayed(first, { seed }), order))
        : [];
    const { header } = first;
    const shown = hasFiguresOfItsOwn(header.config.runtime) ? observed : [];
    const steps = shown.map((run, place) => {
      const replay = replays[place];
      return {
        runtime: header.config.runtime,
        real: stepsOf(run, header),
        ours: replay === undefined ? {} : stepsOf(replay, header),
      };
    });
    return {
      comparisons: [
        ...compareMeasures(real, ours, tolerance),
        ...compareAnyOrder(real, drawn, tolerance),
      ].filter(({ about }) => isTimed(runs) || (about !== 'pulls' && about !== 'moments')),
      failure: undefined,
      steps,
    };
  } catch (error) {
    return { comparisons: [], failure: error instanceof Error ? error.message : String(error), steps: [] };
  }
}

const seeds = [1, 2, 3];

/**
 * Where chance decides the order of layers and all goes well, so that it hardly matters how chance decides.
 */
function decidesNothing(order: OrderRule, real: readonly Measures[]): boolean {
  return (
    order.kind === 'random' && real.every(({ texts }) => Object.values(texts).every((text) => text === 'ok'))
  );
}

/** The times of pulls with layers in an order of their own. */
function compareAnyOrder(
  real: readonly Measures[],
  drawn: readonly Measures[],
  tolerance: Tolerance,
): readonly Comparison[] {
  if (drawn.length === 0) return [];
  const pulls = compareTimes(real, drawn, tolerance).filter(({ about }) => about === 'pulls');
  return pulls.map((comparison) => ({ ...comparison, what: `${comparison.what}, in any order` }));
}

function concerns(declared: string, { about, what }: Comparison): boolean {
  return declared === about || declared === `${about}: ${what}`;
}

/** containerd 2.x draws lots; 1.x goes by the manifest, but for the layers that start at once. */
function orderRuleOf({ header }: RecordedRun): OrderRule {
  return !header.config.runtime.startsWith('1.')
    ? { kind: 'random' }
    : { kind: 'manifest', window: header.config.maxConcurrentDownloads };
}

/**
 * CPU-bound experiments were recorded on two shared cores: only ratios are to be trusted. Of releases that have the
 * figures of their kin, times are compared roughly.
 */
function toleranceOf({ experiment, header }: RecordedRun): Tolerance {
  const isBound = experiment === 'e2-unpack' || experiment === 'e7-cpu';
  if (!hasFiguresOfItsOwn(header.config.runtime))
    return { share: isBound ? 0.4 : 0.25, ms: { pulls: 60, moments: 60 } };
  return isBound
    ? { share: 0.25, ms: { pulls: 0, moments: 20 } }
    : { share: 0.1, ms: { pulls: 15, moments: 20 } };
}

/**
 * Whether times of these runs tell anything of containerd. This project recorded while others worked on the same two
 * processors: where more wanted to run than there are, containerd waited for them, by up to half a second.
 */
function isTimed(runs: readonly RecordedRun[]): boolean {
  return runs.every(({ header: { config, load } }) => hasFiguresOfItsOwn(config.runtime) || load <= loadMax);
}

const loadMax = 1.5;

/** Whether the figures of the simulator's profile were measured with this release, as those of the given recordings. */
export function hasFiguresOfItsOwn(runtime: string): boolean {
  return runtime === '1.6.20' || runtime === '2.4.2';
}
