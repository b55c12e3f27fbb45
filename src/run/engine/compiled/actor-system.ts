import type { EventObject, InspectionEvent } from 'xstate';
import type { TimerClock } from '../engine.ts';
import type { Changeable, History } from '../history.ts';
import { EffectStack } from './effect.ts';
import type { ActorSystem } from './program.ts';

type Observer = (event: InspectionEvent) => void;

/** Whatever can be sent to: an actor of any engine, or a listener. */
export interface Receiver {
  _send(event: EventObject): void;
}

/** An actor with timers. */
interface Scheduling {
  schedule(target: Receiver, event: EventObject, delay: number, id: string | undefined): void;
  withdraw(id: string): void;
}

/** What a root actor and all below it share. What reducers use of it has XState's names. */
export class System implements ActorSystem, Changeable<number> {
  readonly clock: TimerClock;
  readonly effects = new EffectStack();
  readonly history: History | undefined;
  copiesContexts: boolean;
  /** Whether the run has observers: without them no inspection event is made. */
  isObserved = false;
  readonly #rootId: string;
  #observers: readonly Observer[] = [];
  #actors = 0;

  constructor(rootId: string, clock: TimerClock, history: History | undefined) {
    this.#rootId = rootId;
    this.clock = clock;
    this.history = history;
    this.copiesContexts = history !== undefined;
  }

  /** A handle for a new actor. */
  nextHandle(): number {
    this.history?.touch(this);
    return this.#actors++;
  }

  save(): number {
    return this.#actors;
  }

  load(actors: number): void {
    this.#actors = actors;
  }

  sessionId(handle: number): string {
    return `${this.#rootId}:${handle}`;
  }

  readonly inspect = (observer: unknown): { readonly unsubscribe: () => void } => {
    const next =
      typeof observer === 'function'
        ? (observer as Observer)
        : (observer as { readonly next: Observer }).next.bind(observer);
    this.#observers = [...this.#observers, next];
    this.isObserved = true;
    this.copiesContexts = true;
    const unsubscribe = () => {
      this.#observers = this.#observers.filter((known) => known !== next);
      this.isObserved = this.#observers.length > 0;
      this.copiesContexts = this.isObserved || this.history !== undefined;
    };
    return { unsubscribe };
  };

  /** Sends one of XState's inspection events to the observers. */
  emitInspection(event: object): void {
    const inspectionEvent = { ...event, rootId: this.sessionId(0) } as InspectionEvent;
    for (const observer of this.#observers) observer(inspectionEvent);
  }

  readonly _sendInspectionEvent = (event: object): void => {
    if (this.isObserved) this.emitInspection(event);
  };

  readonly _relay = (source: object | undefined, target: Receiver, event: EventObject): void => {
    if (this.isObserved)
      this.emitInspection({ type: '@xstate.event', sourceRef: source, actorRef: target, event });
    target._send(event);
  };

  readonly scheduler = {
    schedule: (
      source: Scheduling,
      target: Receiver,
      event: EventObject,
      delay: number,
      id: string | undefined,
    ): void => source.schedule(target, event, delay, id),
    cancel: (source: Scheduling, id: string): void => source.withdraw(id),
  };
}
