import { type ActorRef, createActor, type EventObject, fromTransition, type Snapshot } from 'xstate';

/** An actor that stands for a neighbour in a test. */
export type Listener<E extends EventObject> = ActorRef<Snapshot<unknown>, E> & {
  /** All messages that it has got, in order. */
  readonly heard: readonly E[];
};

/**
 * Returns a started actor that keeps each message and calls a function with it: the requester of a pull, a
 * recorder, or a neighbour of a machine that is tested alone. Name the type of its messages:
 * `listener<PullAnswer>()`.
 */
export function listener<E extends EventObject>(react: (event: E) => void = () => {}): Listener<E> {
  const heard: E[] = [];
  const logic = fromTransition((state: undefined, event: E) => {
    heard.push(event);
    react(event);
    return state;
  }, undefined);
  return Object.assign(createActor(logic).start(), { heard });
}
