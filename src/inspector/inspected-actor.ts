import type { ActorStarted } from '../trace/step-record.ts';

/** The work of an actor, as the trace tells it. An actor that does not tell it works for what its parent works for. */
export type WorksFor = Pick<ActorStarted, 'nodes' | 'pod' | 'container' | 'part'>;

/** An actor of a run, as its steps identify it. */
export interface InspectedActor extends WorksFor {
  /** The ids from its root down, `node-1/kubelet/<uid of the pod>/pulls/app`; `…#2` for the second actor at that path. */
  readonly path: string;
  /** The id of its root: `node-1`, `network`, `registry/docker.io`. */
  readonly root: string;
  /** How many actors there have been at that path, this one included. */
  readonly count: number;
  /** The path of the actor that made it; undefined: a root. */
  readonly parent: string | undefined;
  /** The id of its machine, `imagePull`. */
  readonly machine: string;
}
