import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { AnyReducer, Reducer } from '../../../machines/reducer.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { generatePaths } from '../models/exploration/generate-paths.ts';
import { isWildcard, type PathStrategy } from '../models/exploration/path-goals.ts';
import { timedLogic } from '../models/exploration/timed-logic.ts';
import { modelNamed, startNamed } from './machine-models.ts';

/** The events of a machine or of a reducer. */
export type EventOfMachine<M extends AnyStateMachine | AnyReducer> =
  M extends Reducer<infer _Input, infer _Table, infer E> ? E : EventFrom<M>;

/** One event of a path, and what it leads to. */
export interface MachinePathStep<M extends AnyStateMachine | AnyReducer> {
  /** The name with the payload in words: `SLOT.RELEASED (a holder)`. The end of a delay is `after NAME`. */
  readonly name: string;
  /** The event itself. Actors in it are stubs that take messages and do nothing. */
  readonly event: EventOfMachine<M>;
  /** The time since the step before. */
  readonly afterMicros: number;
  /** The state that is reached, `pulling.calling`; empty for a reducer. */
  readonly state: string;
  /** The machine's snapshot then. */
  readonly snapshot: SnapshotFrom<M>;
}

/** A way through a machine from one of its starts. */
export interface MachinePath<M extends AnyStateMachine | AnyReducer> {
  /** `1 slot: SLOT.REQUESTED, SLOT.RELEASED (a holder)`: a name for a test. */
  readonly name: string;
  /** The name of the start, `v1.36`. */
  readonly start: string;
  /** The snapshot before the first step. */
  readonly initial: SnapshotFrom<M>;
  readonly steps: readonly MachinePathStep<M>[];
}

/** Which paths are made. */
export interface MachinePathsOptions {
  /** What the paths reach together: every transition if absent. */
  readonly strategy?: PathStrategy;
  /** The names of starts, as `windlass paths MACHINE` lists them; all of them if absent. */
  readonly starts?: readonly string[];
  /** The most states that are explored from a start; 2,000 if absent. */
  readonly statesMax?: number;
  /** Whether events are among them that no state expects; false if absent. */
  readonly hasUnexpectedEvents?: boolean;
}

/**
 * Returns few paths through one of Windlass's machines that together reach what the strategy asks for, with
 * the events as the machine's types have them. No path is the beginning of another. The result is the same
 * every time. Throws a `RangeError` for a machine or a start that is not known.
 */
export function paths<M extends AnyStateMachine | AnyReducer>(
  machine: M,
  options: MachinePathsOptions = {},
): readonly MachinePath<M>[] {
  const { strategy, starts, statesMax, hasUnexpectedEvents = false } = options;
  const model = modelNamed(machine);
  for (const start of starts ?? []) startNamed(model, start);
  const generated = generatePaths(model, omitUndefined({ strategy, starts, statesMax }));
  const logics = new Map(model.starts.map((start) => [start.name, timedLogic(model, start)]));
  return generated.paths.flatMap(({ start, steps }) => {
    const logic = logics.get(start);
    if (logic === undefined || steps.length === 0) return [];
    let snapshot = logic.initial;
    const walked = steps.flatMap(({ event: name, afterMicros, state, transitions }) => {
      // Such an event is reported, and changes nothing else.
      if (!hasUnexpectedEvents && transitions.length > 0 && transitions.every(isWildcard)) return [];
      const event = logic.eventsOf(snapshot).find((one) => one.name === name)?.event;
      snapshot = logic.next(snapshot, name);
      return [
        { name, event, afterMicros, state, snapshot: snapshot.machine } as unknown as MachinePathStep<M>,
      ];
    });
    const initial = logic.initial.machine as unknown as SnapshotFrom<M>;
    const name = `${start}: ${walked.map((step) => step.name).join(', ')}`;
    return walked.length === 0 ? [] : [{ name, start, initial, steps: walked }];
  });
}
