import type { Default } from './defaults.ts';

/** One figure of a table of what exists, as users write it, and where it comes from. */
export type Figure = Pick<Default, 'value' | 'mark' | 'source'>;

export function published(value: string, source: string): Figure {
  return { value, mark: 'published', source };
}

export function assumed(value: string, source: string): Figure {
  return { value, mark: 'assumed', source };
}
