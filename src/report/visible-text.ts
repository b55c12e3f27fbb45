// C0 and C1 controls, line and paragraph separators, marks that turn the direction of text, invisible characters, lone surrogates.
const harmful =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Returns the text on one line with everything that could move the cursor, colour the terminal or hide characters
 * spelled out: names come from manifests, errors from registries. ESC becomes `^[` as kubectl's EscapeTerminal
 * (cli-runtime v0.36.3) shows it.
 */
export function visibleText(text: string): string {
  return text.replace(harmful, (character) => {
    if (character === '\u001b') return '^[';
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
