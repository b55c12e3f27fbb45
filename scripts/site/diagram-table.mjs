/**
 * Returns the text with each Mermaid diagram as a table of its arrows: GitHub draws them, the site has no
 * program that would. Throws where a diagram has a line that is no arrow.
 *
 * @param {string} text
 */
export function withDiagramTables(text) {
  return text.replace(/^```mermaid\n(\w+)(?:-v2)?\n([\s\S]*?)^```$/gm, (_, kind, lines) => {
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, from, to, label = ''] =
          /^\s*(\S+?)\s*(?:-->|->>)\s*(\S+?)\s*(?::\s*(.*))?$/.exec(line) ?? [];
        if (from === undefined) throw new Error(`no arrow of a diagram: ${line.trim()}`);
        return `| ${cell(from)} | ${cell(to)} | ${kind === 'sequenceDiagram' ? `\`${label}\`` : label} |`;
      });
    const head = kind === 'sequenceDiagram' ? '| from | to | message |' : '| state | next | when |';
    return `${head}\n|---|---|---|\n${rows.join('\n')}`;
  });
}

function cell(name) {
  return name === '[*]' ? '' : `\`${name}\``;
}
