/** Returns an id of letters, digits and underscores only; the prefix keeps it from being one of Mermaid's words (`end`, `state`, `note`). */
export function mermaidId(id: string): string {
  return `state_${id.replace(/[^A-Za-z0-9]/g, (sign) => (sign === '.' ? '_' : `_${sign.charCodeAt(0)}_`))}`;
}

/** Returns the text without what ends a label in Mermaid's grammar (quotes, colons, semicolons, line ends) or begins an entity, a tag, Markdown. */
export function mermaidLabel(text: string): string {
  return text
    .replace(/["`]/g, "'")
    .replace(/[:;\n\r]+/g, ',')
    .replace(/#/g, 'No. ')
    .replace(/</g, '‹')
    .replace(/>/g, '›');
}
