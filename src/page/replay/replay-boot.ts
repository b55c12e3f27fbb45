import type { StepRecord } from '../../trace/step-record.ts';

/** What the replay page finds in its own HTML, in the element of src/page/boot.ts. */
export interface ReplayBoot {
  /** What was run, for the heading. */
  readonly title: string;
  /** The instant that virtual time 0 stands for. */
  readonly epoch: string;
  readonly steps: readonly StepRecord[];
  /** Configs of the machines as JSON, by machine id. */
  readonly definitions: Readonly<Record<string, string>>;
  /** The hosted inspector; absent: there is only the viewer that comes with Windlass. */
  readonly inspectorUrl?: string;
  /** Which one is shown first. */
  readonly viewer: 'hosted' | 'own';
  /** Patterns of `ActorFilter` to begin with. */
  readonly actors: string;
}

/** The id of the element that holds the own viewer's HTML where the page is a single file; else it is at `viewer.html`. */
export const viewerElementId = 'windlass-viewer';
