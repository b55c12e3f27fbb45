/** Returns a state's value in one line: `up.ready`, `pulling`. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => (stateText(inner) === '' ? key : `${key}.${stateText(inner)}`))
    .join(', ');
}
