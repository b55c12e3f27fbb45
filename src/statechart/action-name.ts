/** Returns the name of an action that is a name, an object with a type, or one that XState made (`raise`, `assign`). */
export function actionName(action: unknown): string {
  const type: unknown = typeof action === 'string' ? action : Reflect.get(Object(action), 'type');
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'an inline action';
}
