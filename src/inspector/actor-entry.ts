import type { WorksFor } from './inspected-actor.ts';

/** An actor of a run, with how much there is to see of it. */
export interface ActorEntry extends WorksFor {
  /** Its path, `node-1/kubelet/<uid of the pod>/pulls/app`. */
  readonly actor: string;
  /** What records call it, `node-1/kubelet/default/web-0/app`. */
  readonly name?: string;
  /** How many actors there have been at that path, this one included; absent: it is the first. */
  readonly count?: number;
  /** The id of its machine, `imagePull`. */
  readonly machine: string;
  /** The path of the actor that made it. */
  readonly parent?: string;
  /** From when to when it ran, in virtual ms; without an end it ran to that of the run. */
  readonly fromMs: number;
  readonly toMs?: number;
  /** Steps that are kept of it. */
  readonly steps: number;
}
