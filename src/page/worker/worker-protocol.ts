import type { SourceText } from '../../input/source-document.ts';
import type { ResourceView } from '../../report/run-view/resource-view.ts';
import type { RunView } from '../../report/run-view/run-view.ts';
import type { ActorStarted, ActorStep } from '../../trace/step-record.ts';
import type { RunSettings } from '../run-settings.ts';

/** What a run is made of: manifests and settings, or a stored trace that is only shown. */
export type RunRequest =
  | { readonly kind: 'simulate'; readonly sources: readonly SourceText[]; readonly settings: RunSettings }
  | { readonly kind: 'show'; readonly name: string; readonly trace: string };

/** Questions to the worker. `id` comes back with the answer; `run` names a run that has been asked for before. */
export type WorkerRequest =
  | { readonly type: 'RUN.REQUESTED'; readonly id: number; readonly request: RunRequest }
  | { readonly type: 'RUN.DROPPED'; readonly run: number }
  | { readonly type: 'WHY.REQUESTED'; readonly id: number; readonly run: number; readonly row: number; readonly bar: number }
  | { readonly type: 'ACTORS.REQUESTED'; readonly id: number; readonly run: number; readonly node: string }
  | { readonly type: 'STEPS.REQUESTED'; readonly id: number; readonly run: number; readonly actor: string }
  | { readonly type: 'COMPARISON.REQUESTED'; readonly id: number; readonly before: number; readonly after: number }
  | { readonly type: 'EXPORT.REQUESTED'; readonly id: number; readonly run: number; readonly format: ExportFormat };

export type ExportFormat = 'trace' | 'steps' | 'csv' | 'perfetto' | 'report' | 'replay';

export type WorkerAnswer =
  | { readonly type: 'RUN.PROGRESSED'; readonly id: number; readonly atMs: number; readonly horizonMs: number }
  | { readonly type: 'RUN.FINISHED'; readonly id: number; readonly run: LoadedRun }
  | { readonly type: 'RUN.REFUSED'; readonly id: number; readonly errors: readonly string[] }
  | { readonly type: 'ANSWERED'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'FAILED'; readonly id: number; readonly message: string };

/** A run as the page has it; its trace stays in the worker. */
export interface LoadedRun {
  /** The number of its request. */
  readonly run: number;
  readonly view: RunView;
  readonly resources: ResourceView;
  readonly warnings: readonly string[];
  /** false: a stored trace without steps. */
  readonly hasSteps: boolean;
  /** false: nothing can be changed, since its input is not known. */
  readonly canChange: boolean;
  /** The settings in force that the what-if panel begins with: of the first node, by field. */
  readonly inForce: Readonly<Record<string, unknown>>;
}

/** An actor of a node, with how much there is to see of it. */
export interface ActorEntry {
  readonly actor: string;
  readonly name?: string;
  readonly machine: string;
  readonly parent?: string;
  readonly fromMs: number;
  readonly toMs?: number;
  readonly steps: number;
}

export interface ActorHistory {
  readonly started: ActorStarted;
  readonly steps: readonly ActorStep[];
  /** The steps are cut off here: there are more than the page keeps. */
  readonly isCut: boolean;
}
