import type {
  ActorStarted,
  ActorStep,
  ActorStopped,
  PlainRecord,
  PlainValue,
  StepRecord,
} from '../../trace/step-record.ts';
import { transitionId } from '../statechart/transition-id.ts';
import type { ActorIdentity } from './actor-entry.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import { type PathOf, plainRecord, plainValue } from './plain-value.ts';
import {
  type Context,
  givenIn,
  type StartedNote,
  type StepNote,
  type StoppedNote,
  type TakenNote,
} from './step-note.ts';

/** The receiver of the steps. */
export interface StepLogOptions {
  /** Takes each step as it happens. */
  readonly onStep: (step: StepRecord) => void;
}

/** Reports the steps of a run's statecharts: give its `inspect` to `simulate`. It keeps nothing. */
export class StepLog {
  /** Takes XState's inspection events, each with the virtual time in µs. */
  readonly inspect: InspectionRecorder['inspect'];

  constructor({ onStep }: StepLogOptions) {
    const watch: InspectionRecorder = new InspectionRecorder({
      onNote: (note) => onStep(stepRecordOf(note, watch.pathOf)),
    });
    this.inspect = watch.inspect;
  }
}

/**
 * Returns the note as a step of the trace: plain, bounded, and with the fields in the order of docs/trace.md.
 */
function stepRecordOf(note: StepNote, pathOf: PathOf): StepRecord {
  if (note.kind === 'started') return actorStartedOf(note, pathOf);
  return note.kind === 'taken' ? actorStepOf(note, pathOf) : actorStoppedOf(note);
}

/** Returns the start of an actor, with its whole context. */
export function actorStartedOf(note: StartedNote, pathOf: PathOf): ActorStarted {
  const { step, micros, value, context } = note;
  return {
    step,
    at: micros / 1000,
    type: 'actorStarted',
    ...identityOf(note),
    value,
    context: contextOf(context, pathOf),
  };
}

/** Returns who the actor is that has started. */
export function identityOf({ actor, context }: StartedNote): ActorIdentity {
  const { path, root: _, count, parent, machine, ...worksFor } = actor;
  const { name } = givenIn(context);
  return {
    actor: path,
    machine,
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
    ...(count === 1 ? {} : { count }),
    ...worksFor,
  };
}

/** Returns one microstep, with its changes of the context. */
export function actorStepOf(note: TakenNote, pathOf: PathOf): ActorStep {
  const { step, micros, actor, event, follows, source, transitions, value, before, context } = note;
  const changed = before === context ? undefined : changesOf(before, context, pathOf);
  return {
    step,
    at: micros / 1000,
    type: 'actorStep',
    actor: actor.path,
    // The step before has the event's fields, and the first context has the actor's input.
    event:
      follows || event.type === 'xstate.init'
        ? { type: event.type }
        : { ...plainRecord(event, pathOf), type: event.type },
    ...(source === undefined ? {} : { source }),
    taken: transitions.map(transitionId).filter((id) => id !== undefined),
    value,
    ...(changed === undefined ? {} : { context: changed }),
  };
}

function actorStoppedOf({ step, micros, actor }: StoppedNote): ActorStopped {
  return { step, at: micros / 1000, type: 'actorStopped', actor: actor.path };
}

/**
 * Returns a context as data. A key with the value null is left out, because null in a change means that the
 * key is gone.
 */
function contextOf(context: Context, pathOf: PathOf): PlainRecord {
  return Object.fromEntries(
    Object.entries(plainRecord(context, pathOf)).filter(([, value]) => value !== null),
  );
}

/**
 * Returns the keys whose values differ from those before. `assign` keeps the objects that it does not change.
 */
function changesOf(before: Context, context: Context, pathOf: PathOf): PlainRecord | undefined {
  const changes: [string, PlainValue][] = [];
  for (const key of Object.keys({ ...before, ...context })) {
    const [was, is] = [before[key], context[key]];
    if (Object.is(was, is)) continue;
    const plain = plainValue(is, pathOf) ?? null;
    if (plain !== null || (plainValue(was, pathOf) ?? null) !== null) changes.push([key, plain]);
  }
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
