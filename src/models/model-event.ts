import type { EventObject } from 'xstate';
import type { ModelEvent } from './machine-model.ts';

/** Returns an event of a model. A model names its type of events, so that each event is checked: `const named = modelEvent<DiskEvent>`. */
export function modelEvent<E extends EventObject>(name: string, event: E, afterMicros = 0): ModelEvent {
  return { name, event, afterMicros };
}
