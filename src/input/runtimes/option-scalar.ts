import { parse } from 'yaml';

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
