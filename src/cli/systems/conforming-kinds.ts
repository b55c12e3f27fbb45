import { type Agreement, noAgreement, withComparison } from '../../conformance/agreement.ts';
import { compareTraces } from '../../conformance/compare-traces.ts';
import { knownBugsMet } from '../../conformance/known-bugs-met.ts';
import type { NamedScript, ScriptKind, ScriptRunner, ScriptTrace } from '../../conformance/script-kind.ts';
import { HistogramTotals } from '../../kubelet/go/duration-seconds.ts';
import type { KnownBug } from '../../kubelet/known-bug.ts';
import { releaseOfVersion } from '../../kubelet/release-of-version.ts';
import { SimulationError } from '../../simulation/simulation-error.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import type { KindAgreement } from './conform-report.ts';

/** Scripts of one kind as the release asked for. */
export interface ConformingKind {
  /** The trace of the script. Throws a `CommandError` (simulation) where the simulation stops. */
  readonly run: (script: NamedScript) => ScriptTrace;
  /** Runs the script and adds to the agreement what comes of it. */
  readonly compare: (script: NamedScript, expected: ScriptTrace) => void;
}

export interface ConformingKinds {
  /** Throws a `CommandError` (usage) where the kind has no such release; says on stderr where it is another one's. */
  readonly of: (kind: ScriptKind) => ConformingKind;
  /** By kind, in the order of the first scripts. */
  readonly agreements: () => readonly KindAgreement[];
  readonly bugs: () => readonly { readonly bug: KnownBug; readonly times: number; readonly version: string }[];
}

interface State extends ConformingKind {
  readonly kind: ScriptKind;
  readonly runner: ScriptRunner<NamedScript>;
  agreement: Agreement;
}

/**
 * What `windlass conform` keeps while scripts of several kinds go by: a runner for each kind, sums, and bugs met. Throws a
 * `CommandError` (usage) where the version is none.
 */
export function conformingKinds(version: string, terminal: Terminal): ConformingKinds {
  checkVersion(version);
  const states = new Map<string, State>();
  const bugs = new Map<KnownBug, { times: number; version: string }>();
  const notes = new Set<string>();

  function create(kind: ScriptKind): State {
    const runner = kind.runnerOf(version);
    if ('error' in runner) throw new CommandError(exitCode.usage, `--kubelet-version: ${runner.error}`);
    if (runner.note !== undefined && !notes.has(runner.note)) terminal.stderr.write(`windlass: note: ${runner.note}\n`);
    if (runner.note !== undefined) notes.add(runner.note);
    const release = releaseOfVersion(runner.version) ?? runner.version;
    // All scripts of a kind are run by one process, as those of the recorded traces were.
    const totals = new HistogramTotals();
    const run = (script: NamedScript): ScriptTrace => {
      const trace = runOrFail(script, runner, totals);
      for (const { bug, times } of knownBugsMet(trace, kind, release))
        bugs.set(bug, { times: (bugs.get(bug)?.times ?? 0) + times, version: runner.version });
      return trace;
    };
    const state: State = {
      kind,
      runner,
      agreement: noAgreement,
      run,
      compare: (script, expected) => {
        const comparison = compareTraces(expected, run(script), kind);
        state.agreement = withComparison(state.agreement, kind.sizeOf(script), comparison);
      },
    };
    states.set(kind.kind, state);
    return state;
  }

  return {
    of: (kind) => states.get(kind.kind) ?? create(kind),
    agreements: () => [...states.values()].map(({ kind, runner, agreement }) => ({ kind, version: runner.version, agreement })),
    bugs: () => [...bugs].map(([bug, met]) => ({ bug, ...met })),
  };
}

/** Which releases there are hangs on the kind; what is no version at all is wrong before the first script comes. */
function checkVersion(version: string): void {
  if (releaseOfVersion(version) !== undefined) return;
  throw new CommandError(
    exitCode.usage,
    `--kubelet-version: ${JSON.stringify(version)} is no kubelet version; write it like 1.36 or v1.36.3`,
  );
}

function runOrFail(script: NamedScript, runner: ScriptRunner<NamedScript>, totals: HistogramTotals): ScriptTrace {
  try {
    return runner.run(script, totals);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new CommandError(exitCode.simulation, `script ${JSON.stringify(script.name)}: the simulation stopped: ${error.message}`);
  }
}
