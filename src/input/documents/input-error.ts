/** An error in the input: a code, its place (line and column count from 1), what was expected and what to do. */
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
}

/** Returns `file:line:column: message`, then the offending line with a caret, what was expected, and what to do; no newline at the end. */
export function formatInputError(error: InputError): string {
  const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(':');
  const lines = [onOneLine(`${place}: ${error.message}`)];
  if (error.excerpt !== undefined) lines.push(...error.excerpt.split('\n').map((line) => '    ' + line));
  if (error.expected !== undefined) lines.push(onOneLine(`  expected: ${error.expected}`));
  if (error.hint !== undefined) lines.push(onOneLine(`  try: ${error.hint}`));
  return lines.join('\n');
}

/** The content of a file must not look like a line of our own output. */
function onOneLine(text: string): string {
  return text.replaceAll('\n', '\\n');
}
