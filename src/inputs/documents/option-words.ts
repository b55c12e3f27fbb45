import { parse } from 'yaml';

/** A word of an option without its quotes, and its place in the option (from 0). */
export interface OptionWord {
  readonly text: string;
  readonly at: number;
  /** Whether a quote in it is not closed. */
  readonly isOpen: boolean;
}

const quoted = /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g;

/**
 * Returns the words of an option such as `pullFails image=app error="not found"`. Quotes keep words together,
 * as in a shell: in double ones a backslash stands before a quote or a backslash that is meant itself, and
 * single ones have no exceptions.
 */
export function optionWords(option: string): OptionWord[] {
  return [...option.matchAll(/(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"']|["'])+/g)].map((match) => ({
    text: match[0].replace(quoted, (_, double: string | undefined, single: string | undefined) =>
      double === undefined ? (single ?? '') : double.replace(/\\(["\\])/g, '$1'),
    ),
    at: match.index,
    isOpen: /["']/.test(match[0].replace(quoted, '')),
  }));
}

/**
 * Returns the value of the text after the `=` of an option: a number, true or false, a list or mapping in
 * flow style, otherwise the text itself.
 */
export function optionScalar(text: string): unknown {
  try {
    return text.length > 1_000 ? text : parse(text, { logLevel: 'silent', maxAliasCount: 0 });
  } catch {
    return text;
  }
}
