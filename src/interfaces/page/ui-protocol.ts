import type { InputError } from '../../inputs/documents/input-error.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import type { AskDraft } from './ask/ask-draft.ts';
import type { RunProgress } from './run-progress.ts';
import type { AskedQuestion, QuestionProgress, RunContents, ToldAnswer } from './worker/worker-protocol.ts';

/** The run as loaded, or the variant that is edited. */
export type RunSide = 'before' | 'after';

/** What the drawer shows: of what is selected, a question and its answer, or the settings. */
export const drawerTabs = ['why', 'events', 'chart', 'sequence', 'context', 'ask', 'change'] as const;
export type DrawerTab = (typeof drawerTabs)[number];

/** Whether the drawer is beside the timeline, or has its place too. */
export const drawerSizes = ['beside', 'large'] as const;
export type DrawerSize = (typeof drawerSizes)[number];

/** Under which headers the rows of the timeline are. */
export const groupings = ['node', 'cause', 'workload', 'image'] as const;
export type Grouping = (typeof groupings)[number];

/** What the largest part of the page shows. */
export const mainViews = ['timeline', 'table'] as const;
export type MainView = (typeof mainViews)[number];

/**
 * The requests to the page, from a person, the worker or time. The page's machines take these events and no
 * others.
 */
export type UiEvent =
  | { readonly type: 'INPUT.CHOSEN'; readonly sources: readonly SourceText[]; readonly settings?: RunRequest }
  /** The input cannot be read at all, and nothing was run. */
  | { readonly type: 'INPUT.REFUSED'; readonly errors: readonly string[] }
  /** Nothing is to be open any more. */
  | { readonly type: 'INPUT.CLOSED' }
  /** Return from the errors of an input to what was shown before. */
  | { readonly type: 'REFUSAL.DISMISSED' }
  | {
      readonly type: 'SETTINGS.CHANGED';
      readonly settings: RunRequest;
      /** The files, where they were edited too; absent: those of the variant. */
      readonly sources?: readonly SourceText[];
    }
  /** The settings contradict each other or are invalid, and nothing is run with them. */
  | { readonly type: 'SETTINGS.REFUSED'; readonly settings: RunRequest; readonly errors: readonly string[] }
  | { readonly type: 'SETTINGS.RESET' }
  | { readonly type: 'RUN.FINISHED'; readonly side: RunSide; readonly run: RunContents }
  | {
      readonly type: 'RUN.REFUSED';
      readonly side: RunSide;
      readonly errors: readonly string[];
      /** What the errors were made of, if the input is wrong. */
      readonly inputErrors?: readonly InputError[];
    }
  | { readonly type: 'RUN.PROGRESSED'; readonly side: RunSide; readonly progress: RunProgress }
  /** The run that is being made is not wanted; return to what was shown before. */
  | { readonly type: 'RUN.CANCELLED' }
  | { readonly type: 'PLAY.REQUESTED' }
  | { readonly type: 'PAUSE.REQUESTED' }
  | { readonly type: 'SPEED.CHOSEN'; readonly speed: number }
  | { readonly type: 'SEEK.REQUESTED'; readonly atMs: number }
  | { readonly type: 'FRAME.PASSED'; readonly elapsedMs: number }
  | { readonly type: 'WINDOW.CHANGED'; readonly window: TimeWindow }
  /** The part of the run whose totals are told; undefined: none. */
  | { readonly type: 'RANGE.SELECTED'; readonly range: TimeWindow | undefined }
  /** The edge of that part that is not at the playhead moves a step. */
  | { readonly type: 'RANGE.STEPPED'; readonly direction: -1 | 1; readonly playheadMs: number }
  | { readonly type: 'ROW.SELECTED'; readonly row: number | undefined; readonly bar?: number }
  | { readonly type: 'ACTOR.SELECTED'; readonly node: string; readonly actor: string }
  | { readonly type: 'SIDE.CHOSEN'; readonly side: RunSide }
  /** The next change of a setting makes another variant; the ones that are there stay. */
  | { readonly type: 'VARIANT.BEGUN' }
  /** The variant is shown, and settings belong to it. */
  | { readonly type: 'VARIANT.CHOSEN'; readonly number: number }
  | { readonly type: 'VARIANT.REMOVED'; readonly number: number }
  /** Without a name it is called by what differs. */
  | { readonly type: 'VARIANT.NAMED'; readonly number: number; readonly name: string | undefined }
  | { readonly type: 'SEARCH.CHANGED'; readonly text: string }
  | { readonly type: 'VIEW.CHOSEN'; readonly view: MainView }
  | { readonly type: 'DRAWER.OPENED'; readonly tab: DrawerTab }
  | { readonly type: 'DRAWER.CLOSED' }
  | { readonly type: 'DRAWER.SIZED'; readonly size: DrawerSize }
  /** undefined: what suits the run. */
  | { readonly type: 'GROUPING.CHOSEN'; readonly grouping: Grouping | undefined }
  /** The question is written, and not yet asked. */
  | { readonly type: 'QUESTION.DRAFTED'; readonly draft: AskDraft }
  | { readonly type: 'QUESTION.ASKED'; readonly asked: AskedQuestion }
  /** The first time, what is known so far is wanted; the second time, nothing any more. */
  | { readonly type: 'QUESTION.CANCELLED' }
  | { readonly type: 'QUESTION.PROGRESSED'; readonly progress: QuestionProgress }
  | { readonly type: 'QUESTION.ANSWERED'; readonly answer: ToldAnswer }
  | { readonly type: 'QUESTION.REFUSED'; readonly errors: readonly string[] };

/** The part of virtual time that the timeline and the charts show. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}
