/** Returns the number of columns, one per character (wide characters are not recognized). */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const _ of text) columns += 1;
  return columns;
}

/** Returns the text cut to at most `width` columns, its end replaced by an ellipsis. */
export function clipEnd(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  return width < 1 ? '' : `${[...text].slice(0, width - 1).join('')}…`;
}

/** Like clipEnd, but keeps both ends, because generated names differ in their last letters. */
export function clipMiddle(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  if (width < 1) return '';
  const tail = Math.floor((width - 1) / 2);
  return `${characters.slice(0, width - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

export function padRight(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

export function padLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columnsOf(text))) + text;
}

/**
 * Returns the text's words on lines of at most `width` columns. Longer words are cut; no-break spaces become spaces afterwards; no line
 * ends in a space.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const characters = [...word];
    while (characters.length > width) lines.push(characters.splice(0, Math.max(1, width)).join(''));
    line = characters.join('');
  }
  if (line !== '') lines.push(line);
  return lines.map((text) => text.replaceAll('\u00a0', ' ').trimEnd());
}
