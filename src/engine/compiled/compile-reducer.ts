import type { AnyActorLogic, EventObject } from 'xstate';
import type { Program, ProgramActor } from './program.ts';

/** What XState's `fromTransition` makes, or `machines/reducer.ts` of it. */
interface Reducer {
  readonly config: unknown;
  readonly getInitialSnapshot: (scope: object, input: unknown) => { readonly context: unknown };
  readonly transition: (snapshot: object, event: EventObject, scope: object) => Pick<ProgramActor, 'status' | 'context'>;
}

/** Other logic that is made from a function (promises, callbacks, observables) has to be started. */
export function isReducer(logic: AnyActorLogic): logic is AnyActorLogic & Reducer {
  return typeof logic.config === 'function' && !('start' in logic);
}

/** The program of a reducer. It hears `xstate.stop` too, as with XState. */
export function compileReducer(logic: AnyActorLogic & Reducer): Program {
  const snapshotOf = ({ status, output, error, context }: ProgramActor) => ({ status, output, error, context });
  return {
    logic,
    begin: (actor, input) => {
      actor.context = logic.getInitialSnapshot(actor.scope, input).context;
    },
    react: (actor, event) => {
      const { status, context } = logic.transition(snapshotOf(actor), event, actor.scope);
      actor.status = status;
      actor.context = context;
    },
    snapshotOf,
  };
}
