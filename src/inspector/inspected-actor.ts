/** An actor of a run, as its steps name it. */
export interface InspectedActor {
  /** The ids from its root down, `node-1/kubelet/<uid of the pod>/pulls/app`; `…#2` for the second actor at that path. */
  readonly path: string;
  /** The id of its root: `node-1`, `network`, `registry/docker.io`. */
  readonly root: string;
  /** The path of the actor that made it; undefined: a root. */
  readonly parent: string | undefined;
  /** The id of its machine, `imagePull`. */
  readonly machine: string;
}
