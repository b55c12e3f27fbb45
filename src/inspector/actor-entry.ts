import type { WorksFor } from './inspected-actor.ts';

/** An actor of a run, and how many of its steps can be shown. */
export interface ActorEntry extends WorksFor {
  /** The actor's path, `node-1/kubelet/<uid of the pod>/pulls/app`. */
  readonly actor: string;
  /** The name of the actor in records, `node-1/kubelet/default/web-0/app`. */
  readonly name?: string;
  /** How many actors there have been at that path, this one included; absent if it is the first. */
  readonly count?: number;
  /** The id of the actor's machine, `imagePull`. */
  readonly machine: string;
  /** The path of the actor that created it. */
  readonly parent?: string;
  /** When the actor started and ended, in virtual ms. Without an end, it ran until the end of the run. */
  readonly fromMs: number;
  readonly toMs?: number;
  /** The number of kept steps. */
  readonly steps: number;
}
