import type { RunRequest } from '../../inputs/run-request.ts';
import type { lintLevels } from '../../reports/json/lint-levels.ts';
import type { RunSummary } from '../../reports/summary/summary.ts';
import type { LintPlace } from './lint-place.ts';
import type { LintView } from './lint-view.ts';

/**
 * How much a finding weighs: pods will not run, pods will run late or pull again, or something has no effect.
 */
export type LintLevel = (typeof lintLevels)[number];

/** Something that a rule has found. */
export interface Found {
  readonly place: LintPlace;
  /** What is there, and what follows from it, in one sentence without a full stop. */
  readonly message: string;
}

/** One rule, for the kubelets, runtimes and objects of an input. */
export interface LintRule {
  /** A stable name: `parallel-pulls-panic`. */
  readonly id: string;
  readonly level: LintLevel;
  /** What the rule looks for, in a line. */
  readonly title: string;
  /** Why that harms, in one or two sentences. */
  readonly reason: string;
  /** What to do instead. */
  readonly fix: string;
  /** Where the reason comes from: upstream's code, an issue, a document. */
  readonly source: string;
  readonly find: (view: LintView) => readonly Found[];
  readonly harm: Harm;
}

/** A small input that shows the harm of what a rule finds: it is run as it is, and with the fix. */
export interface Harm {
  /** Manifests and a Scenario, as YAML, which the rule finds fault with. */
  readonly files: string;
  /** A file of the runtime beside them, such as containerd's config.toml. */
  readonly runtimeFile?: { readonly name: string; readonly text: string };
  readonly request?: RunRequest;
  /** Conditions of both runs that the rule does not ask for, such as a limit that nobody wrote down. */
  readonly conditions?: RunRequest;
  /** The same with the fix: other settings over the files, or texts replaced in them. */
  readonly fixed: {
    readonly request?: RunRequest;
    readonly replace?: readonly (readonly [from: string, to: string])[];
  };
  /** The figure that shows it. */
  readonly figure: HarmFigure;
  /**
   * How the figure is as it is, beside that with the fix; absent: it is more. The same: what was found has no
   * effect.
   */
  readonly shows?: 'less' | 'same';
}

/** A figure of a run, in words and as it is read from a summary. */
export interface HarmFigure {
  readonly name: string;
  readonly unit: 'ms' | 'bytes' | 'count';
  readonly of: (summary: RunSummary) => number;
}
