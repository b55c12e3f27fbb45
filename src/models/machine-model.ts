import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { AnyReducer } from '../../machines/reducer.ts';
import type { StubWorld } from './stub-world.ts';

/** What exploration must know about a machine or a reducer: where to start, which events to send, and what distinguishes two states. */
export interface MachineModel {
  /** The machine's own id, `imagePull`. */
  readonly id: string;
  readonly machine: AnyStateMachine | AnyReducer;
  /** Each start is explored separately. Stubs stand for all neighbours. */
  readonly starts: readonly ModelStart[];
  /**
   * Returns the events worth sending in this state, with every payload that a guard distinguishes: messages, answers of neighbours, what
   * children would send, and the ends of delays as explicit events (`xstate.after.<delay>.<state id>`). The world is the one of the start's
   * input: `world.neighbour(name)` is the same stub. The framework itself sends one unknown event in each start, which covers the wildcard.
   */
  readonly events: (snapshot: AnyMachineSnapshot, world: StubWorld, memory: string) => readonly ModelEvent[];
  /**
   * Returns what the neighbours remember after this event and the machine does not: who holds a slot, which answer is still to come. It is
   * given to `events` and is part of what distinguishes states; it is empty at the start. It must be small and bounded.
   */
  readonly remember?: (memory: string, event: ModelEvent, snapshot: AnyMachineSnapshot) => string;
  /** Returns what distinguishes two states besides the state value: a small, bounded projection of the context, as JSON. */
  readonly project: (snapshot: AnyMachineSnapshot) => unknown;
  /** States, transitions and guard outcomes that no event can reach, each with its reason. All others must be covered. */
  readonly unreachable?: readonly Unreachable[];
}

export interface ModelStart {
  /** The name in reports, `serial` or `v1.27`. */
  readonly name: string;
  readonly input: (world: StubWorld) => unknown;
  /** Present if the start has pull secrets, which scripts of the image manager cannot have. */
  readonly isBeyondScripts?: boolean;
}

export interface ModelEvent {
  /** The name with the payload, `IMAGE_STATUS.ANSWERED (present)`. It must be unique among a state's events. */
  readonly name: string;
  readonly event: EventObject | AnyEventObject;
  /** The time that passes before the event; 0 if absent. */
  readonly afterMicros?: number;
}

export interface Unreachable {
  /** The item's name in the coverage report. */
  readonly item: string;
  readonly reason: string;
}
