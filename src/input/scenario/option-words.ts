/** A word of an option, without its quotes, and where it stands in the option (from 0). */
export interface OptionWord {
  readonly text: string;
  readonly at: number;
  /** A quote in it is opened and not closed. */
  readonly isOpen: boolean;
}

/** The words of an option such as `pullFails image=app error="not found"`: quotes, single or double, keep what is in them together. */
export function optionWords(option: string): OptionWord[] {
  return [...option.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g)].map((match) => ({
    text: match[0].replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) => double ?? single ?? ''),
    at: match.index,
    isOpen: /["']/.test(match[0].replace(/"[^"]*"|'[^']*'/g, '')),
  }));
}
