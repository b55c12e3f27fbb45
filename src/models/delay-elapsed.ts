import type { ModelEvent } from './machine-model.ts';
import { modelEvent } from './model-event.ts';

/** Returns the end of a named delay of that state (`fetch.pausing`) as XState calls it, `micros` after the event before. */
export function delayElapsed(delay: string, state: string, micros: number): ModelEvent {
  return modelEvent(`after ${delay}`, { type: `xstate.after.${delay}.${state}` }, micros);
}
