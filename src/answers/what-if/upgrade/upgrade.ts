import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { readInput, readInputParts } from '../../../inputs/read-input.ts';
import { type RunRequest, runCommandLine, sparseRequest } from '../../../inputs/run-request.ts';
import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import { type RunTold, RunTotals } from '../../../reports/summary/run-totals.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { KnownBug } from '../../../rules/kubelet/known-bug.ts';
import { releaseBugs } from '../../../rules/kubelet/known-bugs.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { type Pauses, simulateParts } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { ReadingTable } from '../../../trace/readings.ts';
import { type LintFinding, lint, refusedRule } from '../../lint/lint.ts';
import { compareVariants, type VariantsCompared } from '../comparison/compare-variants.ts';
import { changedBy } from '../explanation/counterfactual-changes.ts';
import { type Asked, failWithoutPods, orStopped } from '../questions/asked.ts';
import { seedsFrom } from '../runs/runner.ts';
import { type ChangedDefault, changedDefaults, newFields, sameDefaults } from './changed-defaults.ts';
import { type ContainerFate, type ImageFate, ImageFateReader } from './image-fate.ts';
import type { KnownRelease } from './known-release.ts';
import { type ChangedText, changedTexts, ToldTextReader } from './told-texts.ts';

/** An input, and the releases between which it is upgraded. */
interface AskedUpgrade {
  readonly sources: readonly SourceText[];
  readonly request: RunRequest;
  readonly from: KnownRelease;
  readonly to: KnownRelease;
  /** How many runs each release has for the figures. */
  readonly seeds: number;
}

/** A container whose image is treated otherwise. */
export interface ChangedPull extends Omit<ContainerFate, 'fate'> {
  readonly changes: readonly ('asksAnew' | 'asksNoMore' | 'fails' | 'failsNoMore')[];
  readonly before: ImageFate | null;
  readonly after: ImageFate | null;
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
  readonly bugs: ComeAndGone<{ readonly bug: KnownBug; readonly met: boolean }>;
  readonly lint: ComeAndGone<LintFinding>;
  /** undefined if a release refuses the input, or after an interruption before it. */
  readonly compared: VariantsCompared | undefined;
  readonly commands: readonly string[];
}

/**
 * Returns what the second release changes for the input: what is said of it without a run, what one run of
 * each shows of images and texts, a run for each new default that shows what it moves, and the figures of
 * many seeds. If both releases refuse the input, these are the errors.
 */
export async function upgrade(
  { inputs, engine, pauses, note, expect, withRunner }: Asked,
  { sources, request, from, to, seeds }: AskedUpgrade,
): Promise<Upgrade | readonly InputError[]> {
  const [requestBefore, requestAfter] = [from, to].map(({ version }) =>
    sparseRequest({ ...request, kubeletVersion: version }),
  );
  if (requestBefore === undefined || requestAfter === undefined) throw new Error('an upgrade has two sides');
  const [before, after] = [readInputParts(sources, requestBefore), readInputParts(sources, requestAfter)];
  if (!before.ok && !after.ok) return after.errors;
  if (after.ok) failWithoutPods(after);
  const errors = [before, after].map((read) => (read.ok ? [] : read.errors));
  const warnings = [before, after].map((read) => (read.ok ? read.warnings : []));
  const raw = before.ok ? before.parts.kubelet.raw : after.ok ? after.parts.kubelet.raw : {};
  const tried = changedDefaults(from.release, to.release, raw).map((changed) => {
    const { isSet, restoredBy, givenBy } = changed;
    // Without the new default after it, or with it before it: one of the two shows what it moves.
    const set = isSet ? undefined : (restoredBy ?? givenBy);
    const base = restoredBy === undefined ? before : after;
    const other =
      set === undefined
        ? undefined
        : changedBy(restoredBy === undefined ? requestBefore : requestAfter, { set });
    const read = other === undefined || !base.ok ? undefined : readInput(sources, other);
    return {
      changed,
      isBefore: restoredBy === undefined,
      other,
      input: read?.ok === true ? read.input : undefined,
    };
  });
  let runs = 0;
  const isBoth = before.ok && after.ok;
  const all = (isBoth ? 2 + 2 * seeds : 1) + tried.filter(({ input }) => input !== undefined).length;
  if (after.ok) expect(after.input, all);
  const count = (done: number) =>
    note({ told: `${done} of ${countText(all, 'run')}`, remaining: [{ amount: all - done }] });
  const run = async (input: SimulationInput) => {
    const made = await orStopped(input.seed, () => upgradeRun(input, engine, pauses));
    count(++runs);
    return made;
  };
  const was = before.ok && after.ok ? await run(before.input) : undefined;
  const is = after.ok && (was !== undefined || !before.ok) ? await run(after.input) : undefined;
  const defaults: Upgrade['defaults'][number][] = [];
  for (const { changed, isBefore, other, input } of tried) {
    const usual = isBefore ? was : is;
    const made = input === undefined || usual === undefined ? undefined : await run(input);
    const moves = made === undefined || usual === undefined ? null : movedBetween(made, usual);
    const command =
      other === undefined || moves === null ? {} : { command: runCommandLine(inputs, sparseRequest(other)) };
    defaults.push({ ...changed, moves, ...command });
  }
  const isWhole = was !== undefined && is !== undefined;
  const variants = [from, to].map(({ version }) => ({
    name: version,
    changes: [{ field: 'kubelet-version', value: version }],
  }));
  const compared =
    isWhole && before.ok && after.ok
      ? await withRunner(before.input, 2 * seeds, (runner) => {
          const sides = [before, after].map(({ input }, index) => ({
            variant: variants[index] ?? { name: '', changes: [] },
            input,
          }));
          return compareVariants(sides, seedsFrom(before.input.seed, seeds), runner, (done) =>
            count(runs + done),
          );
        })
      : undefined;
  const seed = after.ok ? after.input.seed : before.ok ? before.input.seed : 0;
  return {
    from,
    to,
    interrupted: before.ok && after.ok && (compared?.seeds.length ?? 0) < seeds,
    refused: difference(errors[1] ?? [], errors[0] ?? [], ({ message }) => message),
    accepted: difference(errors[0] ?? [], errors[1] ?? [], ({ message }) => message),
    warnings: before.ok ? difference(warnings[1] ?? [], warnings[0] ?? [], (text) => text) : [],
    pulls: isWhole ? changedPulls(was, is) : [],
    messages: isWhole ? changedTexts(was.texts, is.texts) : [],
    defaults,
    sameDefaults: sameDefaults(from.release, to.release, raw),
    newFields: newFields(from.release, to.release),
    bugs: changedBugs(from, to, was, is),
    lint: changedFindings(lint(sources, requestBefore), lint(sources, requestAfter)),
    compared,
    commands: [requestBefore, requestAfter].map((side) =>
      runCommandLine(inputs, sparseRequest({ ...side, seed })),
    ),
  };
}

function changedPulls(was: UpgradeRun, is: UpgradeRun): ChangedPull[] {
  const keys = [...new Set([...was.fates.keys(), ...is.fates.keys()])];
  return keys.flatMap((key): ChangedPull[] => {
    const [old, now] = [was.fates.get(key), is.fates.get(key)];
    const named = now ?? old;
    const [before, after] = [old?.fate ?? null, now?.fate ?? null];
    if (named === undefined) return [];
    const [asked, asks] = [(before?.asked ?? 0) > 0, (after?.asked ?? 0) > 0];
    const [got, gets] = [before?.got === true, after?.got === true];
    const changes = [
      ...(asks && !asked ? ['asksAnew' as const] : []),
      ...(asked && !asks ? ['asksNoMore' as const] : []),
      ...(got && !gets ? ['fails' as const] : []),
      ...(gets && !got ? ['failsNoMore' as const] : []),
    ];
    const { fate, ...container } = named;
    return changes.length === 0 ? [] : [{ ...container, changes, before, after }];
  });
}

function changedBugs(
  from: KnownRelease,
  to: KnownRelease,
  was?: UpgradeRun,
  is?: UpgradeRun,
): Upgrade['bugs'] {
  const [old, now] = [releaseBugs(from.release), releaseBugs(to.release)];
  const marked = (bugs: readonly KnownBug[], run: UpgradeRun | undefined) => {
    const met = new Set(run?.told.summary.knownBugs.map(({ id }) => id));
    // Those that the input meets come first.
    return bugs.map((bug) => ({ bug, met: met.has(bug.id) })).sort((a, b) => Number(b.met) - Number(a.met));
  };
  const idOf = ({ id }: KnownBug) => id;
  return { come: marked(difference(now, old, idOf), is), go: marked(difference(old, now, idOf), was) };
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

/** What one run tells of images and texts beside its totals. */
interface UpgradeRun {
  readonly fates: ReadonlyMap<string, ContainerFate>;
  readonly texts: ToldTextReader;
  readonly told: RunTold;
}

/** Runs the input and reads it meanwhile; undefined after an interruption. */
async function upgradeRun(
  input: SimulationInput,
  engine: EngineName,
  pauses: Pauses,
): Promise<UpgradeRun | undefined> {
  const [images, texts, totals] = [
    new ImageFateReader(),
    new ToldTextReader(),
    new RunTotals(traceHeader(input)),
  ];
  const table = new ReadingTable([images.readings, texts.readings]);
  const end = await simulateParts(input, { engine }, pauses, (part) => {
    const own = totals.begin(traceHeader(part));
    return {
      note: (record) => {
        table.note(record);
        own.note(record);
      },
      end: own.end,
    };
  });
  return end.reason === 'interrupted' ? undefined : { fates: images.fates, texts, told: totals.finish(end) };
}

/** Returns what differs most gravely between two runs of one seed. */
function movedBetween(one: UpgradeRun, other: UpgradeRun): 'pulls' | 'figures' | 'messages' | 'nothing' {
  const differs = (of: (run: UpgradeRun) => unknown) => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  if (differs(({ fates }) => [...fates].sort(([a], [b]) => (a < b ? -1 : 1)))) return 'pulls';
  if (
    differs(({ told: { podTimes, summary } }) => [
      podTimes,
      figureRows.map(({ measure }) => measure(summary)),
    ])
  )
    return 'figures';
  return differs(({ texts: { wordings } }) => [...wordings.keys()].sort()) ? 'messages' : 'nothing';
}
