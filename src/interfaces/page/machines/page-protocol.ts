import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { RunProgress } from '../run-progress.ts';
import type { RunSide, UiEvent } from '../ui-protocol.ts';
import type { AskedQuestion, RunContents } from '../worker/worker-protocol.ts';

/** The input of a run: files (or one stored trace) and settings. */
export interface RunInput {
  readonly sources: readonly SourceText[];
  readonly settings: RunRequest;
}

/** The opened files, edited or with other settings, and the run that they came to. */
export interface Variant {
  /** 1 for the first; a number stays with its variant. */
  readonly number: number;
  /** The name that a person gave it. */
  readonly name?: string;
  readonly settings: RunRequest;
  /** Those of the input, unless they were edited. */
  readonly sources: readonly SourceText[];
  readonly run: RunContents;
}

export interface PageContext {
  /** The input of the run called `before`. */
  readonly input: RunInput;
  /** The latest request to the worker, or what it would be if its settings were not refused. */
  readonly asked: RunInput;
  readonly before: RunContents | undefined;
  readonly variants: readonly Variant[];
  /** The number of the variant that the settings belong to; undefined where a change makes a new one. */
  readonly edited: number | undefined;
  /** Whether the panels show the run as loaded or the edited variant. */
  readonly side: RunSide;
  readonly progress: RunProgress | undefined;
  /** The errors of the input, or of the what-if settings; the state says which. */
  readonly errors: readonly string[];
  /** What these errors were made of; empty if they are not about files and options. */
  readonly inputErrors: readonly InputError[];
}

type EventsOf<Type extends UiEvent['type']> = Extract<UiEvent, { readonly type: Type }>;

export type PageEvent = EventsOf<
  | 'INPUT.CHOSEN'
  | 'INPUT.REFUSED'
  | 'INPUT.CLOSED'
  | 'REFUSAL.DISMISSED'
  | 'SETTINGS.CHANGED'
  | 'SETTINGS.REFUSED'
  | 'SETTINGS.RESET'
  | 'RUN.FINISHED'
  | 'RUN.REFUSED'
  | 'RUN.PROGRESSED'
  | 'RUN.CANCELLED'
  | 'SIDE.CHOSEN'
  | 'VARIANT.BEGUN'
  | 'VARIANT.CHOSEN'
  | 'VARIANT.REMOVED'
  | 'VARIANT.NAMED'
>;

/** What the page's machine asks of its surroundings: runs of the worker, and news for the other machines. */
export type PageEmitted =
  | { readonly type: 'RUN.REQUESTED'; readonly side: RunSide; readonly input: RunInput }
  /** The answer to the request is not wanted any more. */
  | { readonly type: 'RUN.ABANDONED'; readonly side: RunSide }
  /** What is known of the run by now is wanted. */
  | { readonly type: 'RUN.STOPPED'; readonly side: RunSide }
  /** The worker may forget the runs. */
  | { readonly type: 'RUN.DROPPED'; readonly runs: readonly number[] }
  | RunShown
  | EndMoved;

/** Another run is shown: playhead, window and selection begin again. */
type RunShown = { readonly type: 'RUN.SHOWN'; readonly endMs: number };
/** The end of what is shown has moved, for the same run with or without a what-if. */
type EndMoved = { readonly type: 'END.MOVED'; readonly endMs: number };

export type PlaybackEvent =
  | EventsOf<'PLAY.REQUESTED' | 'PAUSE.REQUESTED' | 'SPEED.CHOSEN' | 'SEEK.REQUESTED' | 'FRAME.PASSED'>
  | RunShown
  | EndMoved;

export type ViewEvent =
  | EventsOf<'WINDOW.CHANGED' | 'SEARCH.CHANGED' | 'RANGE.SELECTED' | 'RANGE.STEPPED'>
  | RunShown
  | EndMoved;

export type SelectionEvent = EventsOf<'ROW.SELECTED' | 'ACTOR.SELECTED'> | RunShown;

export type LayoutEvent = EventsOf<
  'VIEW.CHOSEN' | 'DRAWER.OPENED' | 'DRAWER.CLOSED' | 'DRAWER.SIZED' | 'GROUPING.CHOSEN'
>;

export type AskEvent =
  | EventsOf<
      | 'QUESTION.DRAFTED'
      | 'QUESTION.ASKED'
      | 'QUESTION.CANCELLED'
      | 'QUESTION.PROGRESSED'
      | 'QUESTION.ANSWERED'
      | 'QUESTION.REFUSED'
    >
  | RunShown;

/** What the machine of questions asks of the worker. */
export type AskEmitted =
  | { readonly type: 'QUESTION.REQUESTED'; readonly asked: AskedQuestion }
  /** What is known by now is wanted. */
  | { readonly type: 'QUESTION.STOPPED' }
  /** The answer is not wanted any more. */
  | { readonly type: 'QUESTION.ABANDONED' };
