import type { ActorStarted, ActorStep } from '../../trace/step-record.ts';

/**
 * The work of an actor, as the trace tells it. An actor that does not tell it works for what its parent works
 * for.
 */
export type WorksFor = Pick<ActorStarted, 'nodes' | 'pod' | 'container' | 'part'>;

/** An actor of a run, as its steps identify it. */
export interface InspectedActor extends WorksFor {
  /**
   * The ids from its root down, `node-1/kubelet/<uid of the pod>/pulls/app`; `…#2` for the second actor at
   * that path.
   */
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

/** Who an actor is, as the record of its start says it. */
export type ActorIdentity = Omit<ActorStarted, 'step' | 'at' | 'type' | 'value' | 'context'>;

/** An actor of a run, and how many of its steps can be shown. */
export interface ActorEntry extends ActorIdentity {
  /** When the actor started and ended, in virtual ms. Without an end, it ran until the end of the run. */
  readonly fromMs: number;
  readonly toMs?: number;
  /** The number of kept steps. */
  readonly steps: number;
}

/** The steps of an actor. */
export interface ActorHistory {
  readonly started: ActorStarted;
  readonly steps: readonly ActorStep[];
  /** Present if there were more steps than are kept. */
  readonly isCut: boolean;
  /** What it sent to other actors, in order. */
  readonly sent: readonly SentMessage[];
  /** The actors from which it got something, and to which it sent something. */
  readonly partners: readonly ActorIdentity[];
}

/** A message of an actor as its receiver took it; it takes no virtual time on its way. */
export interface SentMessage {
  /** The step of the receiver. */
  readonly step: number;
  readonly at: number;
  /** The path of the receiver. */
  readonly to: string;
  /** The type of the event; `xstate.init` if the actor made the receiver. */
  readonly event: string;
}

/** Returns who the actor is that a record of a start is about. */
export function identityIn(started: ActorStarted): ActorIdentity {
  const { actor, machine, name, parent, count, nodes, pod, container, part } = started;
  return {
    actor,
    machine,
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
    ...(count === undefined ? {} : { count }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(pod === undefined ? {} : { pod }),
    ...(container === undefined ? {} : { container }),
    ...(part === undefined ? {} : { part }),
  };
}

type Titled = Omit<ActorIdentity, 'machine' | 'parent'>;

/**
 * Returns what distinguishes an actor from others of its machine, without the node: the pod and container for
 * which it works, otherwise its name.
 */
export function actorTitle({ actor, name = actor, count, nodes, pod, container, part }: Titled): string {
  const [node, other] = nodes ?? [];
  const ofNode =
    node !== undefined && other === undefined && name.startsWith(`${node}/`)
      ? name.slice(node.length + 1)
      : name;
  const whose =
    pod === undefined ? ofNode : [podText(pod), ...(container === undefined ? [] : [container])].join('/');
  return [whose, ...(part === undefined ? [] : [part]), ...(count === undefined ? [] : [`#${count}`])].join(
    ' ',
  );
}

/** Returns the machine and its title. An actor that works for no pod keeps the name of its node. */
export function actorLabel(actor: ActorIdentity): string {
  return `${actor.machine} ${actor.pod === undefined ? (actor.name ?? actor.actor) : actorTitle(actor)}`;
}

/** What people call the actors of a machine whose id repeats for what it works. */
const roles: Readonly<Record<string, string>> = { podWorker: 'worker', containerRuntime: 'runtime' };

/**
 * Returns in words who an actor is that is not shown itself: `worker of default/web-0`,
 * `runtime of node-1`. An actor that works for several nodes keeps its name.
 */
export function participantLabel(actor: ActorIdentity): string {
  const { part, ...whole } = actor;
  const { machine, name = actor.actor, nodes = [], pod } = whole;
  const role = Object.hasOwn(roles, machine)
    ? roles[machine]
    : machine.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const [node, other] = nodes;
  // `connections of default/web-0 connections` says a word twice.
  if (pod !== undefined) return `${role} of ${actorTitle(part === role ? whole : actor)}`;
  return node === undefined || other !== undefined ? name : `${role} of ${node}`;
}

/** Returns the pod as people write it, `default/web-0`. */
export function podText({ namespace, name }: NonNullable<ActorEntry['pod']>): string {
  return `${namespace}/${name}`;
}
