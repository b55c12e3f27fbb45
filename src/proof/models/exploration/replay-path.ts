import {
  type Actor,
  type ActorRefLike,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { type ObservedStep, StepObserver, stateName } from '../coverage/observed-step.ts';
import { watchGuards } from '../coverage/watch-guards.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { createStubWorld, type StubWorld } from '../stub-world.ts';
import { momentOf, unknownEvent } from './timed-logic.ts';

/** What a real actor did with the events of a path. The first step is the start itself. */
export interface Replay {
  readonly machine: string;
  readonly start: string;
  readonly world: StubWorld;
  readonly steps: readonly ReplayedStep[];
}

export interface ReplayedStep extends ObservedStep {
  /** The model's name of the event; `start` for the first step. */
  readonly event: string;
  readonly sent: EventObject;
  readonly atMicros: number;
  readonly state: string;
  readonly snapshot: AnyMachineSnapshot;
  /** The messages of the actor to its neighbours and children, in order. */
  readonly said: readonly Said[];
}

export interface Said {
  /** The neighbour's name, such as `recorder`, or the id of a child. */
  readonly to: string;
  readonly message: EventObject & Readonly<Record<string, unknown>>;
}

/** The part of a `ModelPath` that a replay needs. */
interface NamedPath {
  readonly start: string;
  readonly steps: readonly { readonly event: string }[];
}

/**
 * Starts a real actor of the model's machine among stubs and sends it the path's events, which are looked up
 * in the model by name. Delays do not end by themselves: their ends are events. Throws if the model has no
 * such event, and if the machine throws.
 */
export function replayPath(model: MachineModel, path: NamedPath): Replay {
  const start = model.starts.find(({ name }) => name === path.start);
  if (start === undefined) throw new Error(`${model.id} has no start "${path.start}"`);
  const world = createStubWorld();
  const log = stepLog();
  const machine = watchGuards(model.machine, log.seeGuard);
  // The snapshot of a reducer has no value.
  const actor: Actor<AnyStateMachine> = createActor(machine as AnyStateMachine, {
    clock: endlessClock,
    input: start.input(world),
    inspect: log.inspect,
  });
  actor.subscribe({ error: (error) => log.fail(error) });
  actor.start();
  const steps = [log.endStep('start', { type: 'xstate.init' }, world, actor.getSnapshot())];
  let memory = '';
  for (const { event: name } of path.steps) {
    const chosen = eventNamed(model, actor.getSnapshot(), world, memory, name);
    world.clock.setMicros(world.clock.nowMicros() + (chosen.afterMicros ?? 0));
    actor.send(chosen.event);
    memory = model.remember?.(chosen, momentOf(actor.getSnapshot(), world, memory)) ?? '';
    steps.push(log.endStep(name, chosen.event, world, actor.getSnapshot()));
  }
  actor.stop();
  return { machine: model.id, start: start.name, world, steps };
}

const endlessClock = { setTimeout: () => 0, clearTimeout: () => {} };

function eventNamed(
  model: MachineModel,
  snapshot: AnyMachineSnapshot,
  world: StubWorld,
  memory: string,
  name: string,
): ModelEvent {
  const found =
    name === unknownEvent.name
      ? unknownEvent
      : model.events(momentOf(snapshot, world, memory)).find((event) => event.name === name);
  if (found === undefined)
    throw new Error(`${model.id}: the model has no event "${name}" in ${stateName(snapshot)}`);
  return found;
}

/** Collects XState's inspection events of one step at a time. */
function stepLog() {
  const observer = new StepObserver();
  let said: Said[] = [];
  let failure: { readonly error: unknown } | undefined;
  return {
    fail: (error: unknown) => {
      failure = { error };
    },
    seeGuard: observer.seeGuard,
    inspect: (event: InspectionEvent) => {
      const { type, rootId } = event;
      if (
        type === '@xstate.event' &&
        sessionOf(event.sourceRef) === rootId &&
        sessionOf(event.actorRef) !== rootId
      ) {
        said.push({ to: idOf(event.actorRef), message: event.event });
      }
      if (type === '@xstate.microstep' && sessionOf(event.actorRef) === rootId) observer.hear(event);
    },
    endStep: (
      event: string,
      sent: EventObject,
      world: StubWorld,
      snapshot: AnyMachineSnapshot,
    ): ReplayedStep => {
      if (failure !== undefined) throw failure.error;
      const step = { ...observer.end(snapshot), said };
      said = [];
      return {
        event,
        sent,
        atMicros: world.clock.nowMicros(),
        state: stateName(snapshot),
        snapshot,
        ...step,
      };
    },
  };
}

function sessionOf(actor: ActorRefLike | undefined): string | undefined {
  return actor?.sessionId;
}

function idOf(actor: ActorRefLike): string {
  return 'id' in actor ? String(actor.id) : actor.sessionId;
}
