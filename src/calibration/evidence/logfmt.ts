import { goUnquote } from './go-unquote.ts';

const field = /([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?=\s|$)\s*/gy;

/**
 * The fields of a line as logrus' text formatter writes it (`time="…" level=info msg="…"`), from `start` on; undefined where the line
 * is not of this form to its end, such as one that was cut short.
 */
export function parseLogfmt(line: string, start = 0): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  field.lastIndex = start;
  while (field.lastIndex < line.length) {
    const match = field.exec(line);
    if (match === null) return undefined;
    fields.set(match[1] ?? '', match[2] === undefined ? (match[3] ?? '') : goUnquote(match[2]));
  }
  return fields;
}
