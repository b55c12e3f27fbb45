import type { AnyActorLogic, AnyStateMachine, EventObject } from 'xstate';
import { compileMachine } from './compile-machine.ts';
import { EngineError } from './engine-error.ts';
import type { Program, ProgramActor } from './program.ts';
import { checkXStateShapes } from './xstate-shapes.ts';

/** The programs by machine object. A machine with other implementations is another object. */
const programs = new WeakMap<object, Program>();

let isXStateChecked = false;

/**
 * The program of a machine or reducer, made when it is first asked for. Throws an `EngineError` for any other
 * logic.
 */
export function compile(logic: AnyActorLogic): Program {
  const knownProgram = programs.get(logic);
  if (knownProgram !== undefined) return knownProgram;
  if (!isXStateChecked) checkXStateShapes();
  isXStateChecked = true;
  const program = isMachine(logic) ? compileMachine(logic) : compileOther(logic);
  programs.set(logic, program);
  return program;
}

function compileOther(logic: AnyActorLogic): Program {
  if (isReducer(logic)) return compileReducer(logic);
  throw new EngineError(
    'an actor',
    'it is neither a statechart nor made by fromTransition: the compiled engine does not know it',
  );
}

function isMachine(logic: AnyActorLogic): logic is AnyStateMachine {
  return 'root' in logic && 'implementations' in logic;
}

/** The logic that XState's `fromTransition` returns, which `machines/reducer.ts` extends. */
interface Reducer {
  readonly config: unknown;
  readonly getInitialSnapshot: (scope: object, input: unknown) => { readonly context: unknown };
  readonly transition: (
    snapshot: object,
    event: EventObject,
    scope: object,
  ) => Pick<ProgramActor, 'status' | 'context'>;
}

/** Other logic that is made from a function (promises, callbacks, observables) has to be started. */
function isReducer(logic: AnyActorLogic): logic is AnyActorLogic & Reducer {
  return typeof logic.config === 'function' && !('start' in logic);
}

/** The program of a reducer. It gets `xstate.stop` too, as with XState. */
function compileReducer(logic: AnyActorLogic & Reducer): Program {
  const snapshotOf = ({ status, output, error, context }: ProgramActor) => ({
    status,
    output,
    error,
    context,
  });
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
