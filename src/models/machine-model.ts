import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { AnyReducer } from '../../machines/reducer.ts';
import type { StubWorld } from './stub-world.ts';

/** What exploration needs to know of a machine, or of a reducer, beside itself: where to start, what to send, what to tell apart. */
export interface MachineModel {
  /** The machine's own id, `imagePull`. */
  readonly id: string;
  readonly machine: AnyStateMachine | AnyReducer;
  /** Each is explored on its own; stubs of the world stand for every neighbour. */
  readonly starts: readonly ModelStart[];
  /**
   * The events worth sending in this state, with every payload case that a guard tells apart: messages, answers of
   * neighbours, what children would send, and delays as explicit events (`xstate.after.<delay>.<state id>`). The world
   * is the one that the start's input was made of: `world.neighbour(name)` is the same stub. An event that nobody knows
   * is sent by the framework once per start, so that the wildcard is covered; models need none.
   */
  readonly events: (snapshot: AnyMachineSnapshot, world: StubWorld, memory: string) => readonly ModelEvent[];
  /**
   * What the neighbours remember and the machine does not keep, after this event: who holds a slot, which answer is still
   * owed. Given to `events`, and part of what tells states apart; empty at the start. Small and bounded.
   */
  readonly remember?: (memory: string, event: ModelEvent, snapshot: AnyMachineSnapshot) => string;
  /** What tells two states apart beside the state value: a small, bounded projection of the context, as JSON. */
  readonly project: (snapshot: AnyMachineSnapshot) => unknown;
  /** Transitions, states and guard outcomes that no event can reach, each with its reason; the rest must be covered. */
  readonly unreachable?: readonly Unreachable[];
}

export interface ModelStart {
  /** `serial`, `v1.27`: told in reports. */
  readonly name: string;
  readonly input: (world: StubWorld) => unknown;
  /** It has pull secrets, which scripts of the image manager have not. */
  readonly isBeyondScripts?: boolean;
}

export interface ModelEvent {
  /** Names the payload case, `IMAGE_STATUS.ANSWERED (present)`: unique among a state's events. */
  readonly name: string;
  readonly event: EventObject | AnyEventObject;
  /** Time that goes by before the event; 0 where absent. */
  readonly afterMicros?: number;
}

export interface Unreachable {
  /** As the coverage report names it. */
  readonly item: string;
  readonly reason: string;
}
