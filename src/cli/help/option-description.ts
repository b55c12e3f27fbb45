import type { Option } from 'commander';

/** Returns what an option does, the values that it takes, and its default: `what to print: text, json (default: text)`. */
export function optionDescription({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const isTold = ['string', 'number'].includes(typeof defaultValue);
  // A default that stands in the description comes last.
  const [, words = description, own = ''] = /^(.*?)( \(default: .*\))$/.exec(description) ?? [];
  return `${words}${choices}${own}${isTold ? ` (default: ${defaultValue})` : ''}`;
}
