/** An actor of a run, with how much there is to see of it. */
export interface ActorEntry {
  /** Its path, `node-1/kubelet/<uid of the pod>/pulls/app`. */
  readonly actor: string;
  /** What records call it, `node-1/kubelet/default/web-0/app`. */
  readonly name?: string;
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
