import type { SeedRange } from '../../../answers/certainty/seed-range.ts';
import type { Remedy } from '../../../answers/what-if/explanation/remedies.ts';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { Comparison, ComparisonOptions } from '../../../reports/comparison/comparison.ts';
import type { ToldSizeRange } from '../../../reports/summary/size-range.ts';
import type { RunProgress } from '../run-progress.ts';
import type {
  ActorEntry,
  ActorHistory,
  AskedQuestion,
  ContainerRef,
  ExportFormat,
  QuestionProgress,
  RunContents,
  RunOrigin,
  ToldAnswer,
} from './worker-protocol.ts';

/** Who hears how far an answer is, and may end it. */
interface AskListening {
  readonly onProgress: (progress: QuestionProgress) => void;
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
}

interface RunListening {
  readonly onProgress?: (progress: RunProgress) => void;
  readonly stop?: AbortSignal;
  readonly signal?: AbortSignal;
}

/** The worker as the page uses it. Answers come as promises; a refused input is a `RefusedInput`. */
export interface RunClient {
  /** Makes a run. `stop` wants the part that is known so far; after `signal` it ends at once and rejects. */
  readonly run: (request: RunOrigin, listening?: RunListening) => Promise<RunContents>;
  /** Lets the worker forget a run. */
  readonly drop: (run: number) => void;
  /** Returns the sentence of one bar: what it waits for, and why. */
  readonly why: (run: number, row: number, bar: number) => Promise<string>;
  /** Returns the events of a pod as kubectl lists them at that moment; empty if there are none. */
  readonly events: (run: number, pod: ContainerRef['pod'], atMs: number) => Promise<string>;
  /** Returns the actors of a node, parents first. */
  readonly actors: (run: number, node: string) => Promise<readonly ActorEntry[]>;
  readonly steps: (run: number, node: string, actor: string) => Promise<ActorHistory>;
  /** What the run comes to with other sizes of images; undefined where all sizes are given or exact. */
  readonly sizes: (run: number) => Promise<ToldSizeRange | undefined>;
  /** What the run comes to with other seeds; undefined where that would take too long, and for a stored trace. */
  readonly seeds: (run: number) => Promise<SeedRange | undefined>;
  /** Returns what would help a container, each tried in a run; undefined for a stored trace. */
  readonly remedies: (run: number, container: ContainerRef) => Promise<readonly Remedy[] | undefined>;
  /** Returns what is wrong in files that are being edited; the worker of the run that they were reads them. */
  readonly check: (
    run: number,
    request: Extract<RunOrigin, { kind: 'simulate' }>,
  ) => Promise<readonly InputError[]>;
  readonly compare: (before: number, after: number, options: ComparisonOptions) => Promise<Comparison>;
  /** Answers a question over many runs. `stop` wants what is known so far, and `signal` nothing any more. */
  readonly ask: (asked: AskedQuestion, listening: AskListening) => Promise<ToldAnswer>;
  readonly export: (run: number, format: ExportFormat) => Promise<string>;
}

/** The input is wrong. The errors are as the command line prints them, with file, line and column. */
export class RefusedInput extends Error {
  readonly errors: readonly string[];
  /** What the errors were made of; empty if they are not about files and options. */
  readonly inputErrors: readonly InputError[];

  constructor(errors: readonly string[], inputErrors: readonly InputError[] = []) {
    super(errors.join('\n'));
    this.errors = errors;
    this.inputErrors = inputErrors;
  }
}
