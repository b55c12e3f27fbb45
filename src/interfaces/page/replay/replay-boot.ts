import type { SelectedStep } from '../../../charts/inspector/step-selection.ts';

/** A run as the replay page takes it. */
export interface RecordedRun {
  /** The instant that virtual time 0 stands for. */
  readonly epoch: string;
  readonly steps: readonly SelectedStep[];
  /** The machines' configs as JSON, by machine id. */
  readonly definitions: Readonly<Record<string, string>>;
}

/**
 * The shown part of a run: the moment, and the selected actor by its path or by its name in records;
 * undefined if there is none.
 */
export interface ShownMoment {
  readonly atMs: number;
  readonly actor: string | undefined;
}

/** The presentation of a replay. */
interface ReplayLook {
  /** The hosted inspector; absent if there is only the viewer of Windlass itself. */
  readonly inspectorUrl?: string;
  /** The viewer that is shown first. */
  readonly viewer: 'hosted' | 'own';
  /** The patterns of `ActorFilter` to begin with. */
  readonly actors: string;
}

/** The data that the replay page finds in its own HTML, in the element of src/interfaces/page/boot.ts. */
export interface ReplayBoot extends RecordedRun, ReplayLook {
  /** What was run, for the heading. */
  readonly title: string;
}

/**
 * The same for a replay page without a run; another page gives it one, see
 * src/interfaces/page/replay/replay-handover.ts.
 */
export interface HandedReplayBoot extends ReplayLook {
  readonly isHanded: true;
}

/** The inspector that Stately hosts. */
export const hostedInspectorUrl = 'https://stately.ai/inspect';

/** The number of steps that a browser can hold at once. A step takes about a kilobyte. */
export const replayStepsMax = 100_000;
