import type { Default } from './defaults.ts';

/** One figure in a table of real systems, in the user's notation, with its source. */
export type Figure = Pick<Default, 'value' | 'mark' | 'source'>;

export function published(value: string, source: string): Figure {
  return { value, mark: 'published', source };
}

export function assumed(value: string, source: string): Figure {
  return { value, mark: 'assumed', source };
}
