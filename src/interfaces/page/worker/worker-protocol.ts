import type { Question } from '../../../answers/what-if/questions/question.ts';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { PageTable } from '../../../reports/html/page-table.ts';
import type { SvgNode } from '../../../reports/html/svg-document.ts';
import type { SavedOutput } from '../../../reports/outputs.ts';
import type { ResourceView } from '../../../reports/run-view/resource-view.ts';
import type { RunActivity } from '../../../reports/run-view/run-activity.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import type { PodRef } from '../../../trace/observation.ts';
import type { RunProgress } from '../run-progress.ts';

export type { ActorEntry, ActorHistory } from '../../../charts/inspector/actor-entry.ts';

/** The input of a run: manifests and a request, or a stored trace that is only shown. */
export type RunOrigin =
  | { readonly kind: 'simulate'; readonly sources: readonly SourceText[]; readonly settings: RunRequest }
  | { readonly kind: 'show'; readonly name: string; readonly trace: string };

/**
 * Questions to a worker, which has one run and answers with the question's `id`. Comparing two runs needs no
 * worker. A worker for steps gets the same input by `STEPS.OPENED`, one for other sizes of images by
 * `SIZES.REQUESTED`, one for other seeds by `SEEDS.REQUESTED`, one for what would help by
 * `REMEDIES.REQUESTED`, and one for a question over many runs by `QUESTION.ASKED`, so that no other question
 * waits for them.
 */
export type WorkerRequest =
  | { readonly type: 'RUN.REQUESTED'; readonly id: number; readonly request: RunOrigin }
  | {
      readonly type: 'STEPS.OPENED';
      readonly id: number;
      readonly request: Extract<RunOrigin, { kind: 'simulate' }>;
    }
  | {
      readonly type: 'SIZES.REQUESTED';
      readonly id: number;
      readonly request: Extract<RunOrigin, { kind: 'simulate' }>;
    }
  | {
      readonly type: 'SEEDS.REQUESTED';
      readonly id: number;
      readonly request: Extract<RunOrigin, { kind: 'simulate' }>;
      readonly endMs: number;
    }
  | {
      readonly type: 'REMEDIES.REQUESTED';
      readonly id: number;
      readonly request: Extract<RunOrigin, { kind: 'simulate' }>;
      readonly container: ContainerRef;
    }
  /** Files that are being edited: what is wrong in them. Nothing is run. */
  | {
      readonly type: 'INPUT.CHECKED';
      readonly id: number;
      readonly request: Extract<RunOrigin, { kind: 'simulate' }>;
    }
  | { readonly type: 'WHY.REQUESTED'; readonly id: number; readonly row: number; readonly bar: number }
  | {
      readonly type: 'EVENTS.REQUESTED';
      readonly id: number;
      readonly pod: ContainerRef['pod'];
      readonly atMs: number;
    }
  | { readonly type: 'ACTORS.REQUESTED'; readonly id: number; readonly node: string }
  | { readonly type: 'STEPS.REQUESTED'; readonly id: number; readonly node: string; readonly actor: string }
  | { readonly type: 'EXPORT.REQUESTED'; readonly id: number; readonly format: ExportFormat }
  | { readonly type: 'QUESTION.ASKED'; readonly id: number; readonly asked: AskedQuestion }
  /** What is known of the answer by now is wanted. */
  | { readonly type: 'QUESTION.STOPPED'; readonly id: number }
  /** What is known of the run by now is wanted. */
  | { readonly type: 'RUN.STOPPED'; readonly id: number }
  /** The worker's run is not shown any more; others follow. */
  | { readonly type: 'RUN.FORGOTTEN'; readonly id: number };

/**
 * Files of a run; `replay` is a `RecordedRun` as JSON, which the replay page takes, and `inputs` are the
 * files without secrets, as JSON.
 */
export type ExportFormat = SavedOutput | 'steps' | 'report' | 'replay' | 'inputs';

export type WorkerAnswer =
  | { readonly type: 'RUN.PROGRESSED'; readonly id: number; readonly progress: RunProgress }
  | { readonly type: 'QUESTION.PROGRESSED'; readonly id: number; readonly progress: QuestionProgress }
  | { readonly type: 'RUN.FINISHED'; readonly id: number; readonly run: RunContents }
  /** The errors as the command line prints them, and what they were made of if the input is wrong. */
  | {
      readonly type: 'RUN.REFUSED';
      readonly id: number;
      readonly errors: readonly string[];
      readonly inputErrors?: readonly InputError[];
    }
  | { readonly type: 'ANSWERED'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'FAILED'; readonly id: number; readonly message: string };

/** A run as the page has it. Its trace stays in the worker. */
export interface RunContents {
  /** The run's number, for further questions. */
  readonly run: number;
  readonly view: RunView;
  readonly resources: ResourceView;
  /** Faults, conditions of nodes, image GC, and when pulls began and ended. */
  readonly activity: RunActivity;
  readonly warnings: readonly string[];
  /** Whether there are steps; false for a stored trace without them. */
  readonly hasSteps: boolean;
  /** Whether sizes of images are ranges, so that other sizes can be asked for. */
  readonly hasSizeRanges: boolean;
  /** Whether settings can be changed; false for a stored trace, whose input is not known. */
  readonly canChange: boolean;
  /** The settings with which the what-if panel begins: those of the first node, by field. */
  readonly inForce: Readonly<Record<string, unknown>>;
  /**
   * Those of other nodes, as far as they differ from it and from each other; a few of them if there are many.
   */
  readonly inForceElsewhere: readonly RunContents['inForce'][];
}

/** A container of a pod. */
export interface ContainerRef {
  readonly pod: Pick<PodRef, 'namespace' | 'name'>;
  readonly container: string;
}

/** A question about an input. */
export interface AskedQuestion {
  readonly question: Question;
  readonly request: RunOrigin;
}

/** How far an answer is: `3 of 10 runs`, and how long it will still take, if that is known. */
export interface QuestionProgress {
  readonly told: string;
  readonly left?: string;
}

/** An answer as plain data, and the files in which it can be saved: the same bytes as the command's. */
export interface ToldAnswer {
  readonly title: string;
  readonly conditions: readonly string[];
  /** The most important first. Those that begin with two spaces are commands. */
  readonly sentences: readonly string[];
  /** What is odd in the input, or in one that the question changes. */
  readonly warnings: readonly string[];
  readonly charts: readonly { readonly title: string; readonly plot: SvgNode }[];
  readonly tables: readonly PageTable[];
  /** Why it is not whole; absent if it is. */
  readonly interrupted?: string;
  /** The command that gives the same answer. */
  readonly command: string;
  readonly text: string;
  readonly json: string;
  readonly html: string;
}
