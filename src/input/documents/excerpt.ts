const widthMax = 140;

/**
 * Returns the line and, on a second line, a caret under `column` (from 1). A long line is cut around it. Tabs stay tabs in both lines, so
 * that the caret is in the right place; other control characters, which a terminal might obey, become `·`.
 */
export function excerpt(lineText: string, column: number): string {
  const line = printable(lineText.replace(/\r$/, ''));
  const caretAt = Math.min(Math.max(column - 1, 0), line.length);
  const start = caretAt < widthMax - 20 ? 0 : caretAt - Math.floor(widthMax / 2);
  const shown = line.slice(start, start + widthMax);
  const head = start > 0 ? '…' : '';
  const tail = start + widthMax < line.length ? '…' : '';
  const indent = (head + shown.slice(0, caretAt - start)).replace(/[^\t]/g, ' ');
  return `${head}${shown}${tail}\n${indent}^`;
}

function printable(line: string): string {
  let result = '';
  for (const character of line) {
    const code = character.charCodeAt(0);
    const control = (code < 32 && code !== 9) || (code >= 127 && code < 160) || code === 0xfeff;
    result += control ? '·' : character;
  }
  return result;
}
