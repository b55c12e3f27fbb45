import type { AnyMachineSnapshot, AnyStateMachine, EventObject, InspectionEvent } from 'xstate';
import type { StateValue } from '../../trace/step-record.ts';
import type { InspectedActor, WorksFor } from './actor-entry.ts';
import { type Context, givenIn, type StepNote, type TakenNote } from './step-note.ts';

interface InspectionRecorderOptions {
  readonly onNote: (note: StepNote) => void;
  /**
   * Selects the actors to report. All actors are counted, so the numbers of steps do not depend on this.
   * Absent means all.
   */
  readonly isWatched?: (actor: InspectedActor) => boolean;
}

/**
 * What XState's actors have beyond the public type. A parent's `_parent` is the only way to find an actor's
 * path.
 */
interface LiveActor {
  readonly id: string;
  readonly _parent?: object;
  readonly logic: AnyStateMachine;
  readonly getSnapshot: () => AnyMachineSnapshot;
}

type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>;

interface Sent {
  readonly event: EventObject;
  readonly source: string | undefined;
}

interface Watched {
  actor: InspectedActor;
  readonly isTold: boolean;
  phase: 'made' | 'running' | 'stopped';
  context: Context;
  /** Eventless transitions out of the first state, which happen before the actor is started. */
  readonly early: Microstep[];
  /** Events that were sent to it and not yet taken, oldest first. */
  readonly inbox: Sent[];
  busyWith: Sent | undefined;
  /** The event of the latest step since the actor was idle. */
  latest: EventObject | undefined;
}

/**
 * Turns XState's inspection events into notes, in the order in which things happened: which actors started
 * and stopped, and every microstep with the sender of its event. Give it to every root of a run before the
 * root is created.
 */
export class InspectionRecorder {
  readonly #onNote: (note: StepNote) => void;
  readonly #isWatched: (actor: InspectedActor) => boolean;
  readonly #watched = new WeakMap<object, Watched>();
  /** How many actors there have been at each path. */
  readonly #paths = new Map<string, number>();
  #steps = 0;

  constructor({ onNote, isWatched = () => true }: InspectionRecorderOptions) {
    this.#onNote = onNote;
    this.#isWatched = isWatched;
  }

  /**
   * Takes the next inspection event. `nodes` are the nodes of the part of the run from which the event comes;
   * absent if the run has no nodes.
   */
  readonly inspect = (event: InspectionEvent, nowMicros: number, nodes?: readonly string[]): void => {
    if (event.type === '@xstate.actor') this.#meet(event.actorRef as unknown as LiveActor, nodes);
    const watched = this.#watched.get(event.actorRef);
    if (watched === undefined || watched.phase === 'stopped') return;
    if (event.type === '@xstate.event') {
      if (event.event.type === 'xstate.init')
        this.#start(watched, event.actorRef as unknown as LiveActor, nowMicros);
      else if (watched.isTold)
        watched.inbox.push({ event: event.event, source: event.sourceRef && this.pathOf(event.sourceRef) });
    } else if (event.type === '@xstate.microstep') {
      if (watched.phase === 'made') watched.early.push(event);
      else if (event.event.type === 'xstate.stop') this.#stop(watched, nowMicros);
      else this.#step(watched, event, nowMicros);
    } else if (event.type === '@xstate.snapshot') {
      watched.busyWith = undefined;
      watched.latest = undefined;
    }
  };

  /**
   * Returns the path of an actor; undefined for a listener, such as the recorder, and for what is no actor.
   */
  readonly pathOf = (actor: object): string | undefined => this.#watched.get(actor)?.actor.path;

  #meet(live: LiveActor, nodesOfPart: readonly string[] | undefined): void {
    const parent = live._parent && this.#watched.get(live._parent)?.actor;
    const ids = parent === undefined ? live.id : `${parent.path}/${live.id}`;
    const count = (this.#paths.get(ids) ?? 0) + 1;
    this.#paths.set(ids, count);
    const path = count === 1 ? ids : `${ids}#${count}`;
    const root = parent?.root ?? live.id;
    const nodes = nodesOfPart?.includes(root) === true ? [root] : nodesOfPart;
    const own = { path, count, root, parent: parent?.path, machine: live.logic.id };
    const actor = nodes === undefined ? own : { ...own, nodes };
    const isTold = this.#isWatched(actor);
    this.#watched.set(live, {
      actor,
      isTold,
      phase: 'made',
      context: {},
      early: [],
      inbox: [],
      busyWith: undefined,
      latest: undefined,
    });
  }

  #start(watched: Watched, live: LiveActor, micros: number): void {
    const snapshot = live.getSnapshot();
    const parent = live._parent && this.#watched.get(live._parent)?.actor;
    watched.phase = 'running';
    watched.context = snapshot.context as Context;
    watched.actor = { ...watched.actor, ...worksFor(watched.context, live.id, parent) };
    const { actor, early } = watched;
    const value = early.length === 0 ? stateValueOf(snapshot) : firstValueOf(snapshot.machine);
    this.#tell(watched, {
      kind: 'started',
      step: this.#steps++,
      micros,
      actor,
      value,
      context: watched.context,
    });
    // The first context already has their changes, because nobody saw it before.
    for (const microstep of early.splice(0))
      this.#tellTaken(watched, microstep, watched.context, undefined, micros);
    this.#stopIfOver(watched, snapshot.status, micros);
  }

  #step(watched: Watched, microstep: Microstep, micros: number): void {
    const { status, context } = microstep.snapshot as AnyMachineSnapshot;
    watched.busyWith ??= watched.inbox.shift();
    const source = watched.busyWith?.event === microstep.event ? watched.busyWith.source : undefined;
    this.#tellTaken(watched, microstep, context as Context, source, micros);
    watched.context = context as Context;
    this.#stopIfOver(watched, status, micros);
  }

  #tellTaken(
    watched: Watched,
    { event, snapshot, _transitions }: Microstep,
    context: Context,
    source: TakenNote['source'],
    micros: number,
  ) {
    const { actor, context: before, latest } = watched;
    watched.latest = event;
    const value = stateValueOf(snapshot as AnyMachineSnapshot);
    this.#tell(watched, {
      kind: 'taken',
      step: this.#steps++,
      micros,
      actor,
      event,
      follows: event === latest,
      source,
      transitions: _transitions,
      value,
      before,
      context,
    });
  }

  #stopIfOver(watched: Watched, status: string, micros: number): void {
    if (status !== 'active') this.#stop(watched, micros);
  }

  #stop(watched: Watched, micros: number): void {
    watched.phase = 'stopped';
    watched.context = {};
    watched.inbox.length = 0;
    watched.busyWith = undefined;
    this.#tell(watched, { kind: 'stopped', step: this.#steps++, micros, actor: watched.actor });
  }

  #tell({ isTold }: Watched, note: StepNote): void {
    if (isTold) this.#onNote(note);
  }
}

/**
 * Returns whom the actor works for: the pod and container of its context or input, otherwise those of its
 * parent.
 */
function worksFor(context: Context, id: string, parent: InspectedActor | undefined): WorksFor {
  const { pod, container } = givenIn(context);
  if (pod !== undefined) return { pod, ...(container === undefined ? {} : { container }) };
  if (parent?.pod === undefined) return {};
  const part = parent.part === undefined ? id : `${parent.part} ${id}`;
  return {
    pod: parent.pod,
    ...(parent.container === undefined ? {} : { container: parent.container }),
    part,
  };
}

/** A reducer has no states. */
function stateValueOf({ value }: AnyMachineSnapshot): StateValue {
  return (value as StateValue | undefined) ?? {};
}

/** Returns the first state of a machine, before any eventless transition. */
function firstValueOf(machine: AnyStateMachine): StateValue {
  const first = machine.root.initial.target[0]?.key;
  return first === undefined ? {} : (machine.resolveState({ value: first, context: {} }).value as StateValue);
}
