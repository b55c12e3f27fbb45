import type { AnyActorLogic, EventObject } from 'xstate';
import type { Program, ProgramActor } from './program.ts';

type Reduce = (state: unknown, event: EventObject, scope: object) => unknown;

/** What XState's `fromTransition` makes: the function itself is its `config`. */
interface Reducer {
  readonly config: Reduce;
  readonly getInitialSnapshot: (scope: object, input: unknown) => { readonly context: unknown };
}

/** Other logic that is made from a function (promises, callbacks, observables) has to be started. */
export function isReducer(logic: AnyActorLogic): logic is AnyActorLogic & Reducer {
  return typeof logic.config === 'function' && !('start' in logic);
}

/** The program of a reducer. It hears `xstate.stop` too, as with XState. */
export function compileReducer(logic: AnyActorLogic & Reducer): Program {
  const reduce = logic.config;
  return {
    logic,
    begin: (actor, input) => {
      actor.context = logic.getInitialSnapshot(actor.scope, input).context;
    },
    react: (actor, event) => {
      actor.context = reduce(actor.context, event, actor.scope);
    },
    snapshotOf: ({ status, output, error, context }: ProgramActor) => ({ status, output, error, context }),
  };
}
