import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { StubWorld } from './stub-world.ts';

/** What exploration needs to know of a machine beside the machine itself: where to start, what to send, what to tell apart. */
export interface MachineModel {
  /** The machine's own id, `imagePull`. */
  readonly id: string;
  readonly machine: AnyStateMachine;
  /** Each is explored on its own; stubs of the world stand for every neighbour. */
  readonly starts: readonly ModelStart[];
  /**
   * The events worth sending in this state, with every payload case that a guard tells apart: messages, answers of
   * neighbours, what children would send, and delays as explicit events (`xstate.after.<delay>.<state id>`).
   */
  readonly events: (snapshot: AnyMachineSnapshot) => readonly ModelEvent[];
  /** What tells two states apart beside the state value: a small, bounded projection of the context, as JSON. */
  readonly project: (snapshot: AnyMachineSnapshot) => unknown;
  /** Transitions, states and guard outcomes that no event can reach, each with its reason; the rest must be covered. */
  readonly unreachable?: readonly Unreachable[];
}

export interface ModelStart {
  /** `serial`, `v1.27`: told in reports. */
  readonly name: string;
  readonly input: (world: StubWorld) => unknown;
}

export interface ModelEvent {
  /** Names the payload case, `IMAGE_STATUS.ANSWERED (present)`: unique among a state's events. */
  readonly name: string;
  readonly event: EventObject;
  /** Time that goes by before the event; 0 where absent. */
  readonly afterMicros?: number;
}

export interface Unreachable {
  /** As the coverage report names it. */
  readonly item: string;
  readonly reason: string;
}
