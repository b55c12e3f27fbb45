/**
 * Returns an id of letters, digits and underscores only. Its prefix keeps it from being a word of Mermaid's grammar (`end`, `state`,
 * `note`).
 */
export function mermaidId(id: string): string {
  return `state_${id.replace(/[^A-Za-z0-9]/g, (sign) => (sign === '.' ? '_' : `_${sign.charCodeAt(0)}_`))}`;
}

/**
 * Returns the text without characters that end a label in Mermaid's grammar (quotes, colons, semicolons, line ends) or that begin an
 * entity, a tag or Markdown.
 */
export function mermaidLabel(text: string): string {
  return text
    .replace(/["`]/g, "'")
    .replace(/[:;\n\r]+/g, ',')
    .replace(/#/g, 'No. ')
    .replace(/</g, '‹')
    .replace(/>/g, '›');
}
