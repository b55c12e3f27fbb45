import { variantLetters } from '../../../answers/what-if/variants/named-variants.ts';
import { redactedChange, redactedChanges } from '../../../answers/what-if/variants/read-changes.ts';
import { redactedText } from '../../../inputs/documents/redacted-text.ts';
import { type RequestOption, runRequestRows } from '../../../inputs/run-request.ts';

/** How the values of options are shown, by flag; those of others as any text. */
const redactedByFlag = new Map<string, (value: string) => string>([
  ...runRequestRows.flatMap(([, { flag, redacted }]: readonly [string, RequestOption]) =>
    redacted ? [[flag, redacted] as const] : [],
  ),
  ['--vary', redactedChange],
  ...variantLetters.map((letter) => [`--${letter}`, redactedChanges] as const),
  ['--queue', (address) => redactedText(address.replace(/^(\w+:)(?!\/\/).*$/s, '$1…').replace(/\?.*$/s, ''))],
]);

/** Returns the words of a command line without credentials. */
export function redactedWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const [, flag = '', value = ''] = /^(--[a-z][a-z-]*)=(.*)$/s.exec(word) ?? [];
    const own = redactedByFlag.get(flag);
    if (own !== undefined) return `${flag}=${own(value)}`;
    return (redactedByFlag.get(words[index - 1] ?? '') ?? redactedText)(word);
  });
}
