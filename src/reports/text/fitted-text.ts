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
 * Returns the text's words on lines of at most `width` columns. Longer words are cut; no-break spaces become
 * spaces afterwards; no line ends in a space.
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

/**
 * Returns a command after an indent; what is longer than `width` goes on below, before an option, after the
 * backslash with which a shell reads it as one line.
 */
export function foldedCommand(command: string, width: number, indent: string): string[] {
  const [first = '', ...options] = command.split(/ (?=--?[a-zA-Z])(?=(?:[^']*'[^']*')*[^']*$)/);
  const lines: string[] = [];
  let line = `${indent}${first}`;
  for (const option of options) {
    if (columnsOf(`${line} ${option}`) + 2 <= width) line += ` ${option}`;
    else {
      lines.push(`${line} \\`);
      line = `${indent}  ${option}`;
    }
  }
  return [...lines, line];
}

/** A last column with less room than this goes on a line of its own. */
const lastColumnMin = 24;

/**
 * Returns the lines of a text, those that are longer than `width` on several: what stands after the last gap
 * of two spaces goes on below its beginning, as in the last column of a table, or where that has too little
 * room, below the whole line.
 */
export function hangingLines(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (columnsOf(line) <= width) return [line];
    const [, head = '', last = ''] = /^(.*\S {2,}|\s*(?:- )?)(\S+(?: \S+)*)$/.exec(line) ?? [];
    const indent = columnsOf(head);
    if (head.trim() === '' || head.trim() === '-') {
      const [first = '', ...rest] = wrapWords(last, width - indent - 2);
      return [
        `${head}${first}`,
        ...rest.map((part) => `${' '.repeat(head.trim() === '' ? indent + 2 : indent)}${part}`),
      ];
    }
    const own = width - indent < lastColumnMin;
    const parts = wrapWords(last, own ? width - 4 : width - indent);
    const below = parts.map((part) => `${' '.repeat(own ? 4 : indent)}${part}`);
    return own ? [head.trimEnd(), ...below] : [`${head}${parts[0] ?? ''}`, ...below.slice(1)];
  });
}
