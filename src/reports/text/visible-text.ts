// C0 and C1 controls, line and paragraph separators, marks that change the direction of text, invisible
// characters, lone surrogates and non-characters.
const harmful =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Returns the text on one line, with everything spelled out that could move the cursor, colour the terminal
 * or hide characters: names come from manifests, errors from registries. ESC becomes `^[`, as kubectl's
 * EscapeTerminal (cli-runtime v0.36.3) shows it.
 */
export function visibleText(text: string): string {
  return text.replace(harmful, (character) => {
    if (character === '\u001b') return '^[';
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    const code = character.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Returns the same for a text of several lines, which stay separate lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}

/** Hardly any long text contains one of these, so the whole text is tested first. */
const unusual = /[^\n\t\x20-\x7e]/;

/** Line feeds and tabs, which whole texts may contain. */
const layout = /^[\n\t]$/;

/** The sequences of src/reports/text/text-options.ts: bold, dim, the eight colours and grey, and back. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const colour = /\u001b\[(?:1|2|22|3[0-7]|39|90)m/y;

/**
 * Returns a text of many lines with every such character except line feeds and tabs spelled out as in JSON,
 * so that JSON keeps its meaning. This is the last check of everything that goes to a terminal, into a file
 * or onto a page. With `colours`, the program's own colours stay.
 */
export function visibleOutput(
  text: string,
  { colours = false }: { readonly colours?: boolean } = {},
): string {
  if (!unusual.test(text)) return text;
  return text.replace(harmful, (character, at: number) => {
    colour.lastIndex = at;
    if (layout.test(character) || (colours && colour.test(text))) return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
