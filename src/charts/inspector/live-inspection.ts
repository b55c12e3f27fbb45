import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { isReducer } from '../../../machines/reducer.ts';
import type { StepRecord } from '../../trace/step-record.ts';
import { machineConfig } from '../statechart/machine-config.ts';
import { ActorFilter } from './actor-filter.ts';
import type { StatelyMessage } from './stately-message.ts';
import { StatelyMessages } from './stately-messages.ts';
import { StepLog } from './step-log.ts';
import { ActorSelection } from './step-selection.ts';

/**
 * The inspector that `createBrowserInspector` and `createWebSocketInspector` of @statelyai/inspect return, as
 * far as it is needed here.
 */
export interface StatelyInspector {
  readonly adapter: {
    /** Sends a message to the connected viewers. */
    send(message: StatelyMessage): void;
  };
}

/** Which actors to show, and when virtual time begins. */
export interface LiveInspectionOptions {
  /** The instant that virtual time 0 stands for; default `2026-01-01T00:00:00Z`. */
  readonly epoch?: string;
  /** Patterns of the actors to show: `imagePull`, `web-0`, `default/web-*`; default: all. */
  readonly actors?: string;
  /** The path of the actor that is the root of all that are shown; default: one that stands for the run. */
  readonly root?: string;
}

/**
 * Tells an inspector of @statelyai/inspect what actors do while they do it:
 * `simulate(input, { inspect: live.inspect })`. Messages are sent at once and in order, with names that are
 * the same in every run, definitions, and virtual times; the package's own `inspect` waits for an idle moment
 * and then finds every actor in its last state. Options of the package's inspector that change or hide
 * messages have no effect: messages are plain and bounded, and `actors` hides actors.
 */
export class LiveInspection {
  readonly #inspector: StatelyInspector;
  readonly #selection: ActorSelection;
  readonly #messages: StatelyMessages;
  readonly #definitions: Record<string, string> = {};
  readonly #log: StepLog;

  constructor(
    inspector: StatelyInspector,
    { epoch = '2026-01-01T00:00:00Z', actors = '', root }: LiveInspectionOptions = {},
  ) {
    this.#inspector = inspector;
    this.#selection = new ActorSelection(new ActorFilter(actors));
    this.#messages = new StatelyMessages({
      epoch,
      definitions: this.#definitions,
      ...(root === undefined ? {} : { root }),
    });
    this.#log = new StepLog({ onStep: (step) => this.#show(step) });
  }

  /** Takes XState's inspection events. Actors that are neither statecharts nor reducers are left out. */
  readonly inspect = (event: InspectionEvent, nowMicros: number): void => {
    const machine = machineOf(event.actorRef as AnyActorRef);
    if (machine === undefined) return;
    if (event.type === '@xstate.actor')
      this.#definitions[machine.id] ??= JSON.stringify(machineConfig(machine));
    this.#log.inspect(event, nowMicros);
  };

  /** Sends the actors and their states once more, for a viewer that connects late. */
  announce(): void {
    for (const message of this.#messages.present()) this.#inspector.adapter.send(message);
  }

  #show(step: StepRecord): void {
    const shown = this.#selection.of(step);
    if (shown === undefined) return;
    for (const message of this.#messages.of(shown)) this.#inspector.adapter.send(message);
  }
}

function machineOf(actor: AnyActorRef): AnyStateMachine | undefined {
  const logic: unknown = Reflect.get(actor, 'logic');
  if (typeof logic !== 'object' || logic === null) return undefined;
  if (isReducer(logic)) return logic.chart;
  return 'config' in logic && 'root' in logic ? (logic as AnyStateMachine) : undefined;
}
