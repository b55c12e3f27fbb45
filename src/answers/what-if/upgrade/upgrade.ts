import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { readInput, readInputParts } from '../../../inputs/read-input.ts';
import { type RunRequest, runCommandLine, sparseRequest } from '../../../inputs/run-request.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { canMeetBug, releaseBugs } from '../../../rules/kubelet/known-bugs.ts';
import { programBugs, programRelease } from '../../../rules/runtime/runtime-bugs.ts';
import type { NodeInput, SimulationInput } from '../../../run/simulation-input.ts';
import type { SizedInput } from '../../certainty/size-draws.ts';
import type { ListedBug } from '../../known-bugs/node-bugs.ts';
import { type LintFinding, lint, refusedRule } from '../../lint/lint.ts';
import { compareVariants, type VariantsCompared } from '../comparison/compare-variants.ts';
import { changedBy } from '../explanation/counterfactual-changes.ts';
import { type Asked, failWithoutPods, orStopped } from '../questions/asked.ts';
import { sizedInput } from '../runs/drawn-sizes.ts';
import { seedsFrom } from '../runs/runner.ts';
import { type ChangedDefault, changedDefaults, newFields, sameDefaults } from './changed-defaults.ts';
import type { KnownRelease } from './known-release.ts';
import { type ChangedText, changedTexts } from './told-texts.ts';
import { type ChangedPull, changedPulls, movedBetween, type UpgradeRun, upgradeRun } from './upgrade-run.ts';
import { type UpgradeSizes, upgradeSizes } from './upgrade-sizes.ts';

/** An input, and the releases between which it is upgraded. */
interface AskedUpgrade {
  readonly sources: readonly SourceText[];
  readonly request: RunRequest;
  readonly from: KnownRelease;
  readonly to: KnownRelease;
  /** How many runs each release has for the figures. */
  readonly seeds: number;
}

/** What comes with the newer release, and what goes. */
interface ComeAndGone<T> {
  readonly come: readonly T[];
  readonly go: readonly T[];
}

/** What a release changes for an input. */
export interface Upgrade {
  readonly from: KnownRelease;
  readonly to: KnownRelease;
  readonly interrupted: boolean;
  /** The errors that only the one release or only the other one has. */
  readonly refused: readonly InputError[];
  readonly accepted: readonly InputError[];
  readonly warnings: readonly string[];
  readonly pulls: readonly ChangedPull[];
  readonly messages: readonly ChangedText[];
  readonly defaults: readonly (ChangedDefault & {
    readonly moves: ReturnType<typeof movedBetween> | null;
    readonly command?: string;
  })[];
  readonly sameDefaults: readonly string[];
  readonly newFields: readonly string[];
  readonly bugs: {
    /** `isOff`: no node has the gate or the field on that the bug needs. */
    readonly come: readonly { readonly bug: ListedBug; readonly met: boolean; readonly isOff: boolean }[];
    readonly go: readonly { readonly bug: ListedBug; readonly met: boolean }[];
  };
  readonly lint: ComeAndGone<LintFinding>;
  /** undefined if a release refuses the input, or after an interruption before it. */
  readonly compared: VariantsCompared | undefined;
  /** Whether the single runs show the same with other sizes; absent: all are given, or a run takes long. */
  readonly sizes?: UpgradeSizes;
  readonly commands: readonly string[];
}

/**
 * Returns what the second release changes for the input: what is said of it without a run, what one run of
 * each shows of images and texts, a run for each new default that shows what it moves, and the figures of
 * many seeds. If both releases refuse the input, these are the errors.
 */
export async function upgrade(
  asked: Asked,
  { sources, request, from, to, seeds }: AskedUpgrade,
): Promise<Upgrade | readonly InputError[]> {
  const [before, after] = [readSide(sources, request, from), readSide(sources, request, to)];
  if (!before.read.ok && !after.read.ok) return after.read.errors;
  if (after.read.ok) failWithoutPods(after.read);
  const sides = { before, after };
  const raw = before.read.ok
    ? before.read.parts.kubelet.raw
    : after.read.ok
      ? after.read.parts.kubelet.raw
      : {};
  const trials = changedDefaults(from.release, to.release, raw).map((changed) =>
    defaultTrial(changed, sides, sources),
  );
  const runs = new CountedUpgradeRuns(asked, plannedRuns(sides, trials, seeds));
  const { was, is } = await runSides(sides, runs);
  const defaults = await tryDefaults(trials, { was, is }, asked.inputs, runs);
  const isWhole = was !== undefined && is !== undefined;
  const pulls = isWhole ? changedPulls(was, is) : [];
  const sizes = isWhole ? await sizesOfSingleRuns(sides, was, pulls, { trials, defaults }, asked) : undefined;
  const compared = isWhole ? await compareSides(sides, seeds, asked, runs) : undefined;
  return {
    from,
    to,
    interrupted: before.read.ok && after.read.ok && (compared?.seeds.length ?? 0) < seeds,
    ...changedAnswers(sides),
    pulls,
    messages: isWhole ? changedTexts(was.texts, is.texts) : [],
    defaults,
    sameDefaults: sameDefaults(from.release, to.release, raw),
    newFields: newFields(from.release, to.release),
    bugs: changedBugs(from, to, { was, is }, after.read.ok ? after.read.input.nodes : []),
    lint: changedFindings(lint(sources, before.request), lint(sources, after.request)),
    compared,
    ...(sizes === undefined ? {} : { sizes }),
    commands: sideCommands(asked.inputs, sides),
  };
}

/** The input as one release reads it. */
interface Side {
  readonly version: string;
  readonly request: RunRequest;
  readonly read: ReturnType<typeof readInputParts>;
}

interface Sides {
  readonly before: Side;
  readonly after: Side;
}

function readSide(sources: readonly SourceText[], asked: RunRequest, { version }: KnownRelease): Side {
  const request = sparseRequest({ ...asked, kubeletVersion: version });
  return { version, request, read: readInputParts(sources, request) };
}

/** A default that the newer release changes, and the input of a run that shows what it moves. */
interface DefaultTrial {
  readonly changed: ChangedDefault;
  /** Whether the run is to be compared with that of the older release. */
  readonly isBefore: boolean;
  readonly request: RunRequest | undefined;
  readonly sized: SizedInput | undefined;
}

/** Without the new default after it, or with it before it: one of the two shows what it moves. */
function defaultTrial(
  changed: ChangedDefault,
  { before, after }: Sides,
  sources: readonly SourceText[],
): DefaultTrial {
  const { isSet, restoredBy, givenBy } = changed;
  const isBefore = restoredBy === undefined;
  const set = isSet ? undefined : (restoredBy ?? givenBy);
  const base = isBefore ? before : after;
  const request = set === undefined ? undefined : changedBy(base.request, { set });
  const read = request === undefined || !base.read.ok ? undefined : readInput(sources, request);
  const sized = read?.ok === true && request !== undefined ? sizedInput(read, request) : undefined;
  return { changed, isBefore, request, sized };
}

/** Returns how many runs there will be. */
function plannedRuns({ before, after }: Sides, trials: readonly DefaultTrial[], seeds: number): number {
  const isBoth = before.read.ok && after.read.ok;
  return (isBoth ? 2 + 2 * seeds : 1) + trials.filter(({ sized }) => sized !== undefined).length;
}

/** Makes the single runs, and tells how far the answer is. */
class CountedUpgradeRuns {
  readonly #asked: Asked;
  readonly #all: number;
  #done = 0;

  constructor(asked: Asked, all: number) {
    this.#asked = asked;
    this.#all = all;
  }

  expect(input: SimulationInput): void {
    this.#asked.expect(input, this.#all);
  }

  async run(input: SimulationInput): Promise<UpgradeRun | undefined> {
    const { engine, pauses } = this.#asked;
    const made = await orStopped(input.seed, () => upgradeRun(input, engine, pauses));
    this.#done += 1;
    this.count(0);
    return made;
  }

  /** Tells how far the answer is when so many runs are done after the single ones. */
  count(further: number): void {
    const done = this.#done + further;
    this.#asked.note({
      told: `${done} of ${countText(this.#all, 'run')}`,
      remaining: [{ amount: this.#all - done }],
    });
  }
}

/** One run of each release; undefined if the release refuses the input, and after an interruption. */
interface SideRuns {
  readonly was: UpgradeRun | undefined;
  readonly is: UpgradeRun | undefined;
}

async function runSides({ before, after }: Sides, runs: CountedUpgradeRuns): Promise<SideRuns> {
  if (!after.read.ok) return { was: undefined, is: undefined };
  runs.expect(after.read.input);
  const was = before.read.ok ? await runs.run(before.read.input) : undefined;
  const isInterrupted = before.read.ok && was === undefined;
  return { was, is: isInterrupted ? undefined : await runs.run(after.read.input) };
}

async function tryDefaults(
  trials: readonly DefaultTrial[],
  { was, is }: SideRuns,
  inputs: Asked['inputs'],
  runs: CountedUpgradeRuns,
): Promise<Upgrade['defaults']> {
  const defaults: Upgrade['defaults'][number][] = [];
  for (const { changed, isBefore, request, sized } of trials) {
    const usual = isBefore ? was : is;
    const made = sized === undefined || usual === undefined ? undefined : await runs.run(sized.input);
    const moves = made === undefined || usual === undefined ? null : movedBetween(made, usual);
    const command =
      request === undefined || moves === null
        ? {}
        : { command: runCommandLine(inputs, sparseRequest(request)) };
    defaults.push({ ...changed, moves, ...command });
  }
  return defaults;
}

/** Makes the single runs once more with other sizes of images. */
async function sizesOfSingleRuns(
  { before, after }: Sides,
  was: UpgradeRun,
  pulls: readonly ChangedPull[],
  { trials, defaults }: { readonly trials: readonly DefaultTrial[]; readonly defaults: Upgrade['defaults'] },
  { engine, pauses }: Asked,
): Promise<UpgradeSizes | undefined> {
  if (!before.read.ok || !after.read.ok) return undefined;
  const { endMs } = was.told.summary;
  const tried = trials.flatMap(({ changed: { field }, isBefore, sized }, index) =>
    sized === undefined ? [] : [{ field, isBefore, sized, moves: defaults[index]?.moves ?? null }],
  );
  const single = { before: before.read, after: after.read, endMs, pulls, defaults: tried };
  return upgradeSizes(single, (input) => orStopped(input.seed, () => upgradeRun(input, engine, pauses)));
}

/** Compares many runs of both releases. */
async function compareSides(
  { before, after }: Sides,
  seeds: number,
  { withRunner }: Asked,
  runs: CountedUpgradeRuns,
): Promise<VariantsCompared | undefined> {
  if (!before.read.ok || !after.read.ok) return undefined;
  const variant = ({ version }: Side, { input, origins }: SizedInput) => ({
    variant: { name: version, changes: [{ field: 'kubelet-version', value: version }] },
    input,
    origins,
  });
  const variants = [variant(before, before.read), variant(after, after.read)];
  const { input } = before.read;
  return withRunner(input, 2 * seeds, (runner) =>
    compareVariants(variants, seedsFrom(input.seed, seeds), runner, (done) => runs.count(done)),
  );
}

/** Returns the errors and warnings that only one release has. */
function changedAnswers({ before, after }: Sides): Pick<Upgrade, 'refused' | 'accepted' | 'warnings'> {
  const [errorsBefore, errorsAfter] = [before, after].map(({ read }) => (read.ok ? [] : read.errors));
  const [warningsBefore, warningsAfter] = [before, after].map(({ read }) => (read.ok ? read.warnings : []));
  const messageOf = ({ message }: InputError) => message;
  return {
    refused: difference(errorsAfter ?? [], errorsBefore ?? [], messageOf),
    accepted: difference(errorsBefore ?? [], errorsAfter ?? [], messageOf),
    warnings: before.read.ok ? difference(warningsAfter ?? [], warningsBefore ?? [], (text) => text) : [],
  };
}

function sideCommands(inputs: Asked['inputs'], { before, after }: Sides): string[] {
  const seed = after.read.ok ? after.read.input.seed : before.read.ok ? before.read.input.seed : 0;
  return [before, after].map(({ request }) => runCommandLine(inputs, sparseRequest({ ...request, seed })));
}

function changedBugs(
  from: KnownRelease,
  to: KnownRelease,
  { was, is }: SideRuns,
  nodes: readonly NodeInput[],
): Upgrade['bugs'] {
  const [old, now] = [bugsOf(from), bugsOf(to)];
  const marked = (bugs: readonly ListedBug[], run: UpgradeRun | undefined) => {
    const met = new Set(run?.told.summary.knownBugs.map(({ id }) => id));
    // Those that the input meets come first.
    return bugs.map((bug) => ({ bug, met: met.has(bug.id) })).sort((a, b) => Number(b.met) - Number(a.met));
  };
  const idOf = ({ id }: ListedBug) => id;
  const isOff = (bug: ListedBug) =>
    !('program' in bug) &&
    nodes.length > 0 &&
    !nodes.some(({ kubelet: settings }) => canMeetBug({ release: to.release, settings }, bug));
  const come = marked(difference(now, old, idOf), is).map((one) => ({ ...one, isOff: isOff(one.bug) }));
  return {
    come: come.sort((a, b) => Number(a.isOff) - Number(b.isOff)),
    go: marked(difference(old, now, idOf), was),
  };
}

/** Those of the kubelet, and of the distribution that the version names. */
function bugsOf({ release, version }: KnownRelease): readonly ListedBug[] {
  const distribution = programRelease(version);
  return [...releaseBugs(release), ...(distribution === undefined ? [] : programBugs(distribution))];
}

/** What a release refuses is told apart from what harms. */
function changedFindings(before: readonly LintFinding[], after: readonly LintFinding[]): Upgrade['lint'] {
  const isRefused = (findings: readonly LintFinding[]) => findings.some(({ rule }) => rule === refusedRule);
  if (isRefused(before) || isRefused(after)) return { come: [], go: [] };
  const keyOf = ({ rule, file, line, column, message }: LintFinding) =>
    JSON.stringify([rule, file, line, column, message]);
  return { come: difference(after, before, keyOf), go: difference(before, after, keyOf) };
}

function difference<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): T[] {
  const known = new Set(other.map(keyOf));
  return one.filter((item) => !known.has(keyOf(item)));
}
