import type { ModelEvent } from './machine-model.ts';
import { modelEvent } from './model-event.ts';

/** Returns the event with which XState ends the named delay of that state (`fetch.pausing`), `micros` after the event before. */
export function delayElapsed(delay: string, state: string, micros: number): ModelEvent {
  return modelEvent(`after ${delay}`, { type: `xstate.after.${delay}.${state}` }, micros);
}
