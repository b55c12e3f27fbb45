/** Types of parts that hold documents; the others are scripts for cloud-init. */
const documentTypes =
  /^content-type:\s*(?:application\/node\.eks\.aws|application\/(?:x-)?yaml|text\/(?:x-)?yaml)/im;

/** Whether a text is user data of a cloud's machine in several parts (MIME multi-part). */
export function isMimeText(text: string): boolean {
  return /^(?:content-type:[^\n]*\n)?mime-version:/i.test(text.trimStart());
}

/**
 * Returns the text with nothing but its parts that hold documents, each in its place: all other lines are
 * empty, and boundaries are marks of documents. A text that is no MIME stays as it is.
 */
export function withoutMimeParts(text: string): string {
  const boundary = isMimeText(text) ? /boundary="?([^"\s;]+)"?/i.exec(text)?.[1] : undefined;
  if (boundary === undefined) return text;
  let place: 'outside' | 'headers' | 'document' = 'outside';
  let headers = '';
  const lines = text.split('\n').map((line) => {
    if (line.startsWith(`--${boundary}`)) {
      place = 'headers';
      headers = '';
      return '---';
    }
    if (place === 'headers') {
      headers += `${line}\n`;
      if (line.trim() === '') place = documentTypes.test(headers) ? 'document' : 'outside';
      return '';
    }
    return place === 'document' ? line : '';
  });
  return lines.join('\n');
}
