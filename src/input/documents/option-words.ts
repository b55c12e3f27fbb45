import { parse } from 'yaml';

/** A word of an option without its quotes, and its place in the option (from 0). */
export interface OptionWord {
  readonly text: string;
  readonly at: number;
  /** Whether a quote in it is not closed. */
  readonly isOpen: boolean;
}

/** Returns the words of an option such as `pullFails image=app error="not found"`. Single or double quotes keep words together. */
export function optionWords(option: string): OptionWord[] {
  return [...option.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g)].map((match) => ({
    text: match[0].replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) => double ?? single ?? ''),
    at: match.index,
    isOpen: /["']/.test(match[0].replace(/"[^"]*"|'[^']*'/g, '')),
  }));
}

/**
 * Returns the value of the text after the `=` of an option: a number, true or false, a list or mapping in flow style, otherwise the text
 * itself.
 */
export function optionScalar(text: string): unknown {
  try {
    return text.length > 1_000 ? text : parse(text, { logLevel: 'silent', maxAliasCount: 0 });
  } catch {
    return text;
  }
}
