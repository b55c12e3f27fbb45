import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A fenced block with `<!-- run -->` on the line above it, and the `text` block right after it: what it
 * prints.
 */
export interface Snippet {
  readonly file: string;
  readonly line: number;
  readonly language: 'sh' | 'ts';
  readonly code: string;
  /** undefined where no output is shown. */
  readonly output: string | undefined;
}

const marked = /<!-- run -->\n```(sh|ts)\n([\s\S]*?)\n```\n(?:\n?```text\n([\s\S]*?)```\n)?/g;

/** The marked snippets of a document, in order. */
export function snippetsOf(root: string, file: string): Snippet[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(marked)].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[1] === 'ts' ? 'ts' : 'sh',
    code: match[2] ?? '',
    output: match[3],
  }));
}

/** The document with the shown outputs replaced, in order; undefined leaves one as it is. */
export function withOutputs(text: string, outputs: readonly (string | undefined)[]): string {
  let index = -1;
  return text.replace(marked, (whole, _language, _code, shown: string | undefined) => {
    index += 1;
    const output = outputs[index];
    return shown === undefined || output === undefined
      ? whole
      : `${whole.slice(0, whole.lastIndexOf('```text\n'))}\`\`\`text\n${output}\`\`\`\n`;
  });
}
