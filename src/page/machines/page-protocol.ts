import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { RunProgress } from '../run-progress.ts';
import type { RunSide, UiEvent } from '../ui-protocol.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** What a run is made of: files (or one stored trace) and settings. */
export interface RunInput {
  readonly sources: readonly SourceText[];
  readonly settings: RunRequest;
}

export interface PageContext {
  /** What the run called `before` is made of. */
  readonly input: RunInput;
  /** What the worker was asked for last, or would be if it were not refused. */
  readonly asked: RunInput;
  /** What the run called `after` is made of, also while another is asked for; `input` where there is none. */
  readonly changed: RunInput;
  readonly before: RunContents | undefined;
  readonly after: RunContents | undefined;
  /** Which of the two the panels show. */
  readonly side: RunSide;
  readonly progress: RunProgress | undefined;
  /** Of the input, or of the what-if: the state says which. */
  readonly errors: readonly string[];
}

type EventsOf<Type extends UiEvent['type']> = Extract<UiEvent, { readonly type: Type }>;

export type PageEvent = EventsOf<
  | 'INPUT.CHOSEN'
  | 'INPUT.REFUSED'
  | 'REFUSAL.DISMISSED'
  | 'SETTINGS.CHANGED'
  | 'SETTINGS.REFUSED'
  | 'SETTINGS.RESET'
  | 'RUN.FINISHED'
  | 'RUN.REFUSED'
  | 'RUN.PROGRESSED'
  | 'RUN.CANCELLED'
  | 'SIDE.CHOSEN'
>;

/** What the page's machine asks of the outside: runs of the worker, and what the other machines must know. */
export type PageEmitted =
  | { readonly type: 'RUN.REQUESTED'; readonly side: RunSide; readonly input: RunInput }
  /** Its answer is not wanted any more. */
  | { readonly type: 'RUN.ABANDONED'; readonly side: RunSide }
  /** The worker may forget it. */
  | { readonly type: 'RUN.DROPPED'; readonly run: number }
  | RunShown
  | EndMoved;

/** Another run is looked at: playhead, window and selection begin anew. */
export type RunShown = { readonly type: 'RUN.SHOWN'; readonly endMs: number };
/** The same run, with or without a what-if, now ends here. */
export type EndMoved = { readonly type: 'END.MOVED'; readonly endMs: number };

export type PlaybackEvent =
  | EventsOf<'PLAY.REQUESTED' | 'PAUSE.REQUESTED' | 'SPEED.CHOSEN' | 'SEEK.REQUESTED' | 'FRAME.PASSED'>
  | RunShown
  | EndMoved;

export type ViewEvent = EventsOf<'WINDOW.CHANGED' | 'SEARCH.CHANGED'> | RunShown | EndMoved;

export type SelectionEvent = EventsOf<'ROW.SELECTED' | 'ACTOR.SELECTED'> | RunShown;
