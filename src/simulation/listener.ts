import type { ActorRef, EventObject, Snapshot } from 'xstate';

/**
 * An actor that only listens: machines send to it as to any other, but it has no mailbox and no state, so that hearing
 * costs a function call. XState delivers through `_send`, which the pinned version's tests hold.
 */
export function createListener<E extends EventObject>(id: string, hear: (event: E) => void): ActorRef<Snapshot<unknown>, E> {
  const listener = { id, sessionId: id, send: hear, _send: hear };
  return listener as unknown as ActorRef<Snapshot<unknown>, E>;
}
