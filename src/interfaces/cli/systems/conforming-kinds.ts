import {
  type Agreement,
  compareTraces,
  noAgreement,
  withComparison,
} from '../../../proof/conformance/compare-traces.ts';
import { knownBugsMet } from '../../../proof/conformance/script-bug-signs.ts';
import type {
  NamedScript,
  ScriptKind,
  ScriptRunner,
  ScriptTrace,
} from '../../../proof/conformance/script-kind.ts';
import { HistogramTotals } from '../../../rules/kubelet/go/go-duration.ts';
import type { KnownBug } from '../../../rules/kubelet/known-bug.ts';
import { releaseOfVersion } from '../../../rules/kubelet/kubelet-release.ts';
import { SimulationError } from '../../../run/simulation/simulation-error.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import type { KindAgreement } from './conform-report.ts';

/** Runs the scripts of one kind as the requested release. */
interface ConformingKind {
  /** Returns the trace of the script. Throws a `CommandError` (simulation) if the simulation stops. */
  readonly run: (script: NamedScript) => ScriptTrace;
  /** Runs the script and adds the result to the agreement. */
  readonly compare: (script: NamedScript, expected: ScriptTrace) => void;
}

interface ConformingKinds {
  /**
   * Returns the runner of a kind. Throws a `CommandError` (usage) if the kind has no such release, and says
   * on stderr if another release is used.
   */
  readonly of: (kind: ScriptKind) => ConformingKind;
  /** Returns the agreements by kind, in the order of the first scripts. */
  readonly agreements: () => readonly KindAgreement[];
  readonly bugs: () => readonly {
    readonly bug: KnownBug;
    readonly times: number;
    readonly version: string;
  }[];
}

interface State extends ConformingKind {
  readonly kind: ScriptKind;
  readonly runner: ScriptRunner<NamedScript>;
  agreement: Agreement;
}

/**
 * Collects what `windlass conform` needs for scripts of several kinds: a runner for each kind, sums, and
 * known bugs. Throws a `CommandError` (usage) if the version is none.
 */
export function conformingKinds(version: string, terminal: Terminal): ConformingKinds {
  checkVersion(version);
  const states = new Map<string, State>();
  const bugs = new Map<KnownBug, { times: number; version: string }>();
  const notes = new Set<string>();

  function create(kind: ScriptKind): State {
    const runner = kind.runnerOf(version);
    if ('error' in runner) throw new CommandError(exitCode.usage, `--kubelet-version: ${runner.error}`);
    if (runner.note !== undefined && !notes.has(runner.note))
      terminal.stderr.write(`windlass: note: ${runner.note}\n`);
    if (runner.note !== undefined) notes.add(runner.note);
    const release = releaseOfVersion(runner.version) ?? runner.version;
    // One process runs all scripts of a kind, as for the recorded traces.
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
    agreements: () =>
      [...states.values()].map(({ kind, runner, agreement }) => ({
        kind,
        version: runner.version,
        agreement,
      })),
    bugs: () => [...bugs].map(([bug, met]) => ({ bug, ...met })),
  };
}

/**
 * Which releases exist depends on the kind. A text that is no version at all is refused before the first
 * script.
 */
function checkVersion(version: string): void {
  if (releaseOfVersion(version) !== undefined) return;
  throw new CommandError(
    exitCode.usage,
    `--kubelet-version: ${JSON.stringify(version)} is not a kubelet version; write it like 1.36 or v1.36.3`,
  );
}

function runOrFail(
  script: NamedScript,
  runner: ScriptRunner<NamedScript>,
  totals: HistogramTotals,
): ScriptTrace {
  try {
    return runner.run(script, totals);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new CommandError(
      exitCode.simulation,
      `script ${JSON.stringify(script.name)}: the simulation stopped: ${error.message}`,
    );
  }
}
