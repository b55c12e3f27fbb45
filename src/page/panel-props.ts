import type { SourceText } from '../input/documents/source-document.ts';
import type { RunRequest } from '../input/run-request.ts';
import type { NodeResources } from '../report/run-view/node-resource-tracker.ts';
import type { RegistryResources } from '../report/run-view/resource-view.ts';
import type { RunSide, TimeWindow } from './ui-protocol.ts';
import type { RunClient } from './worker/run-client.ts';
import type { RunContents } from './worker/worker-protocol.ts';

/** What every panel gets of the page. */
interface Shown {
  readonly run: RunContents;
  readonly playheadMs: number;
  readonly onSeek: (atMs: number) => void;
}

export interface TimelineProps extends Shown {
  readonly client: RunClient;
  readonly window: TimeWindow;
  readonly search: string;
  readonly selectedRow: number | undefined;
  /** The bar of that row at the playhead, where a bar was picked. */
  readonly selectedBar: number | undefined;
  readonly onWindow: (window: TimeWindow) => void;
  /** The playhead goes to the bar that is picked, to `atMs` or where it begins. */
  readonly onSelect: (row: number | undefined, bar?: number, atMs?: number) => void;
}

export interface StatechartPanelProps extends Shown {
  readonly client: RunClient;
  /** The nodes whose actors can be chosen. */
  readonly node: string;
  /** The actor shown, by its path or by the name that records have; undefined: none chosen yet. */
  readonly actor: string | undefined;
  readonly onActor: (actor: string) => void;
}

export interface ResourcesPanelProps extends Shown {
  readonly node: NodeResources;
  readonly registries: readonly RegistryResources[];
  readonly window: TimeWindow;
}

export interface WhatIfPanelProps {
  readonly client: RunClient;
  readonly before: RunContents;
  readonly after: RunContents | undefined;
  /** The after run is on its way, this far. */
  readonly progress: number | undefined;
  readonly errors: readonly string[];
  readonly side: RunSide;
  /** As they are asked for; `after`, or `before` where there is no other, was made with `madeWith`. */
  readonly settings: RunRequest;
  readonly madeWith: RunRequest;
  /** The settings of the run as loaded, to which a reset goes back. */
  readonly loadedSettings: RunRequest;
  /** What the run is made of; their names are in the command line. */
  readonly sources: readonly SourceText[];
  readonly onSettings: (settings: RunRequest) => void;
  readonly onRefused: (settings: RunRequest, errors: readonly string[]) => void;
  readonly onReset: () => void;
  readonly onSide: (side: RunSide) => void;
}
