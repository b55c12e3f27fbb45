/** Returns the words of a simple command line. They are separated by spaces; single or double quotes keep them together. */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}
