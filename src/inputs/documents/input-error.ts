import { appendAll } from '../../rules/collections/append-all.ts';
/** How a source that was read from stdin is called in messages; a command line calls it `-`. */
export const stdinName = '<stdin>';

/**
 * An error in the input: a code, its place (line and column count from 1), what was expected and what to do.
 */
export interface InputError {
  readonly code: string;
  /** The file's name as the user gave it, or an option as written (`--set maxPods=x`). */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly expected?: string;
  readonly hint?: string;
  /** The offending line, and below it a caret under the column. */
  readonly excerpt?: string;
  /** The message without the words with which a kubelet's log line begins, where it has such words. */
  readonly reason?: string;
  /** The option that is wrong, or that can change what is wrong in a file. */
  readonly option?: OptionOrigin;
}

/** One option of a run, as a program or a form names it. */
export interface OptionOrigin {
  /** The field of `RunRequest`. */
  readonly name: string;
  /** What the option sets: a field of the KubeletConfiguration or of the runtime's; the number of a fault. */
  readonly key?: string | number;
  /** Whether a file has the error, which the option can change. */
  readonly isInFile?: true;
}

/**
 * Returns `file:line:column: message`, then the offending line with a caret, what was expected, and what to
 * do; no newline at the end.
 */
export function formatInputError(error: InputError): string {
  const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(':');
  return `${onOneLine(place)}: ${inputErrorText(error)}`;
}

/** Returns the same without the place, with the reason in the place of the message if it has one. */
export function inputErrorReason({ reason, ...error }: InputError): string {
  return inputErrorText(reason === undefined ? error : { ...error, message: reason });
}

function inputErrorText(error: Omit<InputError, 'reason'>): string {
  const lines = [onOneLine(error.message)];
  if (error.excerpt !== undefined)
    appendAll(
      lines,
      error.excerpt.split('\n').map((line) => '    ' + line),
    );
  if (error.expected !== undefined) lines.push(onOneLine(`  expected: ${error.expected}`));
  if (error.hint !== undefined) lines.push(onOneLine(`  try: ${error.hint}`));
  return lines.join('\n');
}

/** Returns the refusal of an input for these reasons, each as `formatInputError` returns it. */
export function wrongInputText(reasons: readonly string[], what = 'the input'): string {
  return [`${what} is wrong`, ...reasons].join('\n');
}

/** The content of a file must not look like a line of our own output. */
function onOneLine(text: string): string {
  return text.replaceAll('\n', '\\n');
}

const widthMax = 140;

/**
 * Returns the line and, on a second line, a caret under `column` (from 1). A long line is cut around it. Tabs
 * stay tabs in both lines, so that the caret is in the right place; other control characters, which a
 * terminal might obey, become `·`.
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
