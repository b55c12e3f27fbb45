import type { EventObject } from 'xstate';

type Handler = (value: never) => void;

interface Observer {
  readonly next?: ((snapshot: never) => void) | undefined;
  readonly error?: ((error: unknown) => void) | undefined;
  readonly complete?: (() => void) | undefined;
}

interface Subscription {
  readonly unsubscribe: () => void;
}

/** The listeners of an actor outside the machines: `subscribe` and `on` of XState's actors. */
class Subscribers {
  #observers: readonly Observer[] = [];
  #handlers: readonly { readonly type: string; readonly handle: Handler }[] = [];

  /** Whether anybody listens to snapshots. */
  get hasSnapshotListeners(): boolean {
    return this.#observers.some(({ next }) => next !== undefined);
  }

  subscribe(observerOrNext: Observer | Observer['next']): Subscription {
    const observer = typeof observerOrNext === 'function' ? { next: observerOrNext } : (observerOrNext ?? {});
    this.#observers = [...this.#observers, observer];
    const unsubscribe = () => {
      this.#observers = this.#observers.filter((known) => known !== observer);
    };
    return { unsubscribe };
  }

  on(type: string, handle: Handler): Subscription {
    const handler = { type, handle };
    this.#handlers = [...this.#handlers, handler];
    const unsubscribe = () => {
      this.#handlers = this.#handlers.filter((known) => known !== handler);
    };
    return { unsubscribe };
  }

  next(snapshot: object): void {
    for (const { next } of this.#observers) next?.(snapshot as never);
  }

  /** Calls the listeners of this type, then those of every type. */
  emit(event: EventObject): void {
    for (const handledType of [event.type, '*']) {
      for (const { type, handle } of this.#handlers) if (type === handledType) handle(event as never);
    }
  }

  complete(): void {
    for (const { complete } of this.#observers) complete?.();
  }

  fail(reason: unknown): void {
    for (const { error } of this.#observers) error?.(reason);
  }
}

/** What can be listened to. */
export class Observed {
  protected subscribers: Subscribers | undefined;

  subscribe(...[observer]: Parameters<Subscribers['subscribe']>): ReturnType<Subscribers['subscribe']> {
    this.subscribers ??= new Subscribers();
    return this.subscribers.subscribe(observer);
  }

  on(...[type, handle]: Parameters<Subscribers['on']>): ReturnType<Subscribers['on']> {
    this.subscribers ??= new Subscribers();
    return this.subscribers.on(type, handle);
  }

  /** Returns the listeners, which get the last snapshot. */
  protected leave(): Subscribers | undefined {
    const { subscribers } = this;
    this.subscribers = undefined;
    return subscribers;
  }
}
