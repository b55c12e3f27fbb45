import type { EventObject } from 'xstate';
import type { ModelEvent } from './machine-model.ts';

/** Returns an event of a model. A model names its type of events, so that each event is checked: `const named = modelEvent<DiskEvent>`. */
export function modelEvent<E extends EventObject>(name: string, event: E, afterMicros = 0): ModelEvent {
  return { name, event, afterMicros };
}

/** Returns the event with which XState ends the named delay of that state (`fetch.pausing`), `micros` after the event before. */
export function delayElapsed(delay: string, state: string, micros: number): ModelEvent {
  return modelEvent(`after ${delay}`, { type: `xstate.after.${delay}.${state}` }, micros);
}
