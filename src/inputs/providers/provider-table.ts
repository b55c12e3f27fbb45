import type { NodeSign, ProviderRow } from './provider-row.ts';
import { providerColumns } from './provider-row.ts';
import { isApplied } from './provider-settings.ts';
import { cellText } from './provider-text.ts';

/** One fact of a provider, for people and programs. */
export interface ProviderFact {
  readonly column: string;
  readonly value: string;
  readonly applied: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly sources: readonly string[];
}

/** A row of `windlass providers`. */
export interface ProviderEntry {
  readonly id: string;
  readonly name: string;
  readonly signs: readonly string[];
  readonly facts: readonly ProviderFact[];
  readonly unknown: readonly string[];
}

/** Returns all that is known of a node image, and the columns of which nothing is known. */
export function providerEntry({ id, name, signs, facts, sources }: ProviderRow): ProviderEntry {
  return {
    id,
    name,
    signs: signs.map(signText),
    facts: providerColumns.flatMap((column) => {
      const cell = facts[column];
      if (cell === undefined) return [];
      const { value, from, confidence = 'high' } = cell;
      const read = from.flatMap((source) => sources[source] ?? []);
      return [
        { column, value: cellText(value), applied: isApplied(column, cell), confidence, sources: read },
      ];
    }),
    unknown: providerColumns.filter((column) => facts[column] === undefined),
  };
}

function signText(sign: NodeSign): string {
  return Object.entries(sign)
    .map(([part, pattern]) => `${part} ${pattern}`)
    .join(' and ');
}
