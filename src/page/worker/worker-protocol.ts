import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { SavedOutput } from '../../report/outputs.ts';
import type { ResourceView } from '../../report/run-view/resource-view.ts';
import type { RunView } from '../../report/run-view/run-view.ts';
import type { RunProgress } from '../run-progress.ts';

export type { ActorEntry } from '../../inspector/actor-entry.ts';
export type { ActorHistory } from '../../inspector/actor-history.ts';

/** What a run comes from: manifests and a request, or a stored trace that is only shown. */
export type RunOrigin =
  | { readonly kind: 'simulate'; readonly sources: readonly SourceText[]; readonly settings: RunRequest }
  | { readonly kind: 'show'; readonly name: string; readonly trace: string };

/**
 * Questions to a worker, which has one run and comes back with the question's `id`. Comparing two runs needs no worker. One that
 * is asked for steps only is given the same request by `STEPS.OPENED`: nothing else waits for it.
 */
export type WorkerRequest =
  | { readonly type: 'RUN.REQUESTED'; readonly id: number; readonly request: RunOrigin }
  | { readonly type: 'STEPS.OPENED'; readonly id: number; readonly request: Extract<RunOrigin, { kind: 'simulate' }> }
  | { readonly type: 'WHY.REQUESTED'; readonly id: number; readonly row: number; readonly bar: number }
  | { readonly type: 'ACTORS.REQUESTED'; readonly id: number; readonly node: string }
  | { readonly type: 'STEPS.REQUESTED'; readonly id: number; readonly node: string; readonly actor: string }
  | { readonly type: 'EXPORT.REQUESTED'; readonly id: number; readonly format: ExportFormat };

/** Files of a run; `replay` is a `RecordedRun` as JSON, which the replay page takes. */
export type ExportFormat = SavedOutput | 'steps' | 'report' | 'replay';

export type WorkerAnswer =
  | { readonly type: 'RUN.PROGRESSED'; readonly id: number; readonly progress: RunProgress }
  | { readonly type: 'RUN.FINISHED'; readonly id: number; readonly run: RunContents }
  | { readonly type: 'RUN.REFUSED'; readonly id: number; readonly errors: readonly string[] }
  | { readonly type: 'ANSWERED'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'FAILED'; readonly id: number; readonly message: string };

/** A run as the page has it; its trace stays in the worker. */
export interface RunContents {
  /** Its number, for further questions. */
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
