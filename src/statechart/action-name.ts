/** Returns the name of an action: of one that is a name, of an object with a type, or of one that XState made (`raise`, `assign`). */
export function actionName(action: unknown): string {
  const type: unknown = typeof action === 'string' ? action : Reflect.get(Object(action), 'type');
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'an inline action';
}
