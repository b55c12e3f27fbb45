import type { StepRecord } from '../../trace/step-record.ts';

/** A run as it is replayed. */
export interface RecordedRun {
  /** The instant that virtual time 0 stands for. */
  readonly epoch: string;
  readonly steps: readonly StepRecord[];
  /** Configs of the machines as JSON, by machine id. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** What of a run is shown: the moment, and the actor that is picked, by its path or a name that records have; undefined: none. */
export interface ShownMoment {
  readonly atMs: number;
  readonly actor: string | undefined;
}

/** How a replay is shown. */
export interface ReplayLook {
  /** The hosted inspector; absent: there is only the viewer that comes with Windlass. */
  readonly inspectorUrl?: string;
  /** Which one is shown first. */
  readonly viewer: 'hosted' | 'own';
  /** Patterns of `ActorFilter` to begin with. */
  readonly actors: string;
}

/** What the replay page finds in its own HTML, in the element of src/page/boot.ts. */
export interface ReplayBoot extends RecordedRun, ReplayLook {
  /** What was run, for the heading. */
  readonly title: string;
}

/** The same for a replay page that has no run in it: another page hands it one, src/page/replay/replay-handover.ts. */
export interface HandedReplayBoot extends ReplayLook {
  readonly isHanded: true;
}

/** The inspector that Stately hosts. */
export const hostedInspectorUrl = 'https://stately.ai/inspect';

/** What a browser can hold at once; about a kilobyte each. */
export const replayStepsMax = 100_000;
