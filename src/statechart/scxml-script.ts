import { actionName } from './action-name.ts';
import { guardName, partsOf } from './transition-id.ts';

/** Returns an action as a call in ECMAScript, `releaseSlot()`, `note({"present":true})`; params that are computed are left out. */
export function scxmlScript(action: unknown): string {
  const params: unknown = Reflect.get(Object(action), 'params');
  const isPlain = typeof params === 'object' && params !== null;
  return `${actionName(action)}(${isPlain ? JSON.stringify(params) : ''})`;
}

/** Returns a guard as a condition in ECMAScript, `isLow() && !isWatched()`. */
export function scxmlCondition(guard: unknown): string {
  const parts = partsOf(guard);
  if (parts === undefined) return `${guardName(guard)}()`;
  const operator: unknown = Reflect.get(Object(guard), 'name');
  const conditions = parts.map(scxmlCondition);
  if (operator === 'not') return `!${conditions.join('')}`;
  return `(${conditions.join(operator === 'or' ? ' || ' : ' && ')})`;
}
