import { assign, cancel, emit, raise, sendTo, setup, stopChild } from 'xstate';
import { EngineError } from './engine-error.ts';

/** The version of XState whose machines are compiled: package.json asks for no other. */
const xstateVersion = '5.33';

/** What is read of the functions that XState's action creators return, by the type that these carry. */
const actionFields: Readonly<
  Record<string, { readonly action: unknown; readonly fields: readonly string[] }>
> = {
  'xstate.assign': { action: assign({}), fields: ['assignment'] },
  'xstate.sendTo': { action: sendTo('other', { type: 'EVENT' }), fields: ['to', 'event', 'id', 'delay'] },
  'xstate.raise': { action: raise({ type: 'EVENT' }), fields: ['event', 'id', 'delay'] },
  'xstate.cancel': { action: cancel('id'), fields: ['sendId'] },
  'xstate.stopChild': { action: stopChild('other'), fields: ['actorRef'] },
  'xstate.emit': { action: emit({ type: 'EVENT' }), fields: ['event'] },
};

/**
 * Checks once that this XState has what machines are compiled from, some of which it does not document.
 *
 * @throws EngineError where something is missing, as with another version
 */
export function checkXStateShapes(actions = actionFields): void {
  const missing = Object.entries(actions).flatMap(([type, { action, fields }]) =>
    missingOf(type, action, fields),
  );
  const { root } = setup({}).createMachine({
    initial: 'on',
    states: { on: { on: { EVENT: 'off' } }, off: {} },
  });
  if (!(root.states.on?.transitions instanceof Map)) missing.push('the transitions of a state');
  if (missing.length === 0) return;
  throw new EngineError(
    'the installed xstate',
    `it lacks ${missing.join(', ')}, which Windlass reads of version ${xstateVersion}: npm install xstate@${xstateVersion}`,
  );
}

function missingOf(type: string, action: unknown, fields: readonly string[]): string[] {
  if (typeof action !== 'function' || (action as { readonly type?: unknown }).type !== type)
    return [`the action ${type}`];
  return fields.filter((field) => !(field in action)).map((field) => `${field} of ${type}`);
}
