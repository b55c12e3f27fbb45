import type { PageTable } from '../../report/html/page-table.ts';
import type { SvgNode } from '../../report/html/svg-document.ts';
import type { Question } from '../../what-if/questions/question.ts';
import type { RunOrigin } from '../worker/worker-protocol.ts';

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
