import type { ActorStep } from '../../trace/step-record.ts';

/** Whether the step is an eventless transition, or follows the end of a state. */
export function followsByItself({ taken, event }: ActorStep): boolean {
  if (event.type.startsWith('xstate.done.state.')) return true;
  return taken.length > 0 && taken.every((id) => / always(\[\d+\])? → /.test(id));
}
