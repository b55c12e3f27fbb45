import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { compileMachine } from './compile-machine.ts';
import { compileReducer, isReducer } from './compile-reducer.ts';
import { EngineError } from './engine-error.ts';
import type { Program } from './program.ts';

/** By machine object: one with other parts provided is another object. */
const programs = new WeakMap<object, Program>();

/** The program of a machine or reducer, made when it is first asked for. Throws an `EngineError` for any other logic. */
export function compile(logic: AnyActorLogic): Program {
  const known = programs.get(logic);
  if (known !== undefined) return known;
  const made = isMachine(logic) ? compileMachine(logic) : compileOther(logic);
  programs.set(logic, made);
  return made;
}

function compileOther(logic: AnyActorLogic): Program {
  if (isReducer(logic)) return compileReducer(logic);
  throw new EngineError('an actor', 'it is neither a statechart nor made by fromTransition: the compiled engine does not know it');
}

function isMachine(logic: AnyActorLogic): logic is AnyStateMachine {
  return 'root' in logic && 'implementations' in logic;
}
