import { actionName } from './action-name.ts';

/** Returns the names of the actions as a machine's file declares them for entry or exit: XState's own, which arm and disarm delays, are not among them. */
export function declaredActions(declared: unknown): readonly string[] {
  const actions: readonly unknown[] = declared === undefined ? [] : Array.isArray(declared) ? declared : [declared];
  return actions.map(actionName);
}
