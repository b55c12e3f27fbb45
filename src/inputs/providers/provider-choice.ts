import { providerIds } from './provider-rows.ts';

/** What `--provider` and a Scenario's `provider` take: a row, a family of rows, or none. */
export const providerChoices: readonly string[] = [...providerIds, 'none'];

export function isProviderChoice(value: string | number): boolean {
  return providerChoices.includes(String(value));
}
