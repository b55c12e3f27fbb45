import type { SnapshotFrom } from 'xstate';
import type { InputError } from '../../inputs/documents/input-error.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import type { askMachine } from './machines/ask.ts';
import type { SessionState } from './shell/use-session.ts';
import type { Grouping, TimeWindow, UiEvent } from './ui-protocol.ts';
import type { RunClient } from './worker/run-client.ts';
import type { RunContents, RunOrigin } from './worker/worker-protocol.ts';

/** A run that is shown, and the state of the page. */
export interface ShownRunProps {
  readonly client: RunClient;
  readonly state: SessionState;
  readonly run: RunContents;
  readonly send: (event: UiEvent) => void;
  /** Moves to the moment before (-1) or after (1) at which something changes. */
  readonly onStep: (direction: -1 | 1) => void;
  /** Opens the files in an editor. */
  readonly onEdit: () => void;
}

/** The same for a part of the run's panels. */
export type PanelProps = ShownRunProps & {
  readonly isPhone: boolean;
  readonly onSelect: (row: number | undefined, bar?: number, atMs?: number) => void;
  /** Runs a variant with these settings. */
  readonly onTry: (settings: RunRequest) => void;
};

/** What the page gives to every panel. */
interface Shown {
  readonly run: RunContents;
  readonly playheadMs: number;
  readonly onSeek: (atMs: number) => void;
}

export interface TimelineProps extends Shown {
  readonly client: RunClient;
  readonly window: TimeWindow;
  /** The node whose resources are shown above the pods: that of what is selected. */
  readonly node: string | undefined;
  /** Under which headers the rows are. */
  readonly grouping: Grouping;
  readonly search: string;
  readonly selectedRow: number | undefined;
  /** The bar of that row at the playhead, if a bar was selected. */
  readonly selectedBar: number | undefined;
  /** Whether the reason of what is selected is in sight beside the timeline. */
  readonly isToldBeside: boolean;
  /** The part of the run whose totals are told. */
  readonly range: TimeWindow | undefined;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onRange: (range: TimeWindow | undefined) => void;
  readonly onGrouping: (grouping: Grouping) => void;
  /** A node is to be looked at alone. */
  readonly onNode: (name: string) => void;
  /** Selects a row or bar. For a bar, the playhead moves to `atMs`, or to the beginning of the bar. */
  readonly onSelect: (row: number | undefined, bar?: number, atMs?: number) => void;
}

export interface StatechartPanelProps extends Shown {
  readonly client: RunClient;
  /** The node whose actors can be chosen. */
  readonly node: string;
  /** The shown actor by its path or by its name in records; undefined if none was chosen yet. */
  readonly actor: string | undefined;
  readonly onActor: (actor: string) => void;
  /** The part that is shown; absent for all. */
  readonly part?: 'chart' | 'context';
}

export interface WhatIfPanelProps {
  readonly client: RunClient;
  readonly before: RunContents;
  readonly after: RunContents | undefined;
  /** The progress of the after run that is being made; undefined if none is. */
  readonly progress: number | undefined;
  readonly errors: readonly string[];
  readonly inputErrors: readonly InputError[];
  /** The requested settings. The run `after`, or `before` if there is no other, was made with `madeWith`. */
  readonly settings: RunRequest;
  readonly madeWith: RunRequest;
  /** The settings of the run as loaded, which a reset restores. */
  readonly loadedSettings: RunRequest;
  /** What the variant is called; undefined if it has no name of its own. */
  readonly name: string | undefined;
  /** The files of the run, whose names are in the command line. */
  readonly sources: readonly SourceText[];
  readonly onSettings: (settings: RunRequest) => void;
  readonly onRefused: (settings: RunRequest, errors: readonly string[]) => void;
  readonly onReset: () => void;
}

export interface AskPanelProps {
  readonly run: RunContents;
  /** What the shown run was made of. */
  readonly request: RunOrigin;
  readonly ask: SnapshotFrom<typeof askMachine>;
  readonly send: (event: UiEvent) => void;
}
