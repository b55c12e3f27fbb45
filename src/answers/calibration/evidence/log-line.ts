import { parseTimestamp } from '../../../inputs/events/timestamp.ts';
import { goUnquote } from '../../../rules/kubelet/go/go-strings.ts';

const field = /([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?=\s|$)\s*/gy;

/**
 * Returns the fields of a line in the format of logrus (`time="…" level=info msg="…"`), from `start` on;
 * undefined if the line does not have this form to its end, for example because it was cut short.
 */
function parseLogfmt(line: string, start = 0): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  field.lastIndex = start;
  while (field.lastIndex < line.length) {
    const match = field.exec(line);
    if (match === null) return undefined;
    fields.set(match[1] ?? '', match[2] === undefined ? (match[3] ?? '') : goUnquote(match[2]));
  }
  return fields;
}

/** A line of containerd's log. */
export interface LogLine {
  readonly micros: number;
  readonly message: string;
  readonly fields: ReadonlyMap<string, string>;
  /** The host that the journal names. */
  readonly node: string | undefined;
}

/** Only such lines are read further: nine of ten lines of a node's log are about containers. */
const telling =
  /PullImage|Pulled image|pulling image|diff applied|do request|fetch response received|starting containerd|"MESSAGE" ?: ?\[/;

/** The greatest length of a host's name, a program's name and a process number. */
const prefixMax = 400;
const journalPrefix = /(\S+) [\w.-]+\[\d+\]: $/;

/**
 * Reads a line of containerd's log as text or JSON, bare or as `journalctl` shows it (short formats and
 * `-o json`). `other`: a line about something else than pulls; `broken`: a line of containerd that was cut
 * short or mixed up.
 */
export function readLogLine(line: string): LogLine | 'other' | 'broken' {
  if (!telling.test(line)) return 'other';
  const text = line.indexOf('time="');
  const json = line.indexOf('{');
  if (json >= 0 && (text < 0 || json < text))
    return readJson(line.slice(json), nodeBefore(line.slice(0, json)));
  return text < 0 ? 'broken' : readText(line, text, nodeBefore(line.slice(0, text)));
}

function nodeBefore(prefix: string): string | undefined {
  return journalPrefix.exec(prefix.slice(-prefixMax))?.[1];
}

function readText(line: string, start: number, node: string | undefined): LogLine | 'broken' {
  const fields = parseLogfmt(line, start);
  return fields === undefined ? 'broken' : lineOf(fields, node);
}

function readJson(text: string, node: string | undefined): LogLine | 'other' | 'broken' {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'broken';
  const entries = new Map<string, unknown>(Object.entries(value));
  if (entries.has('MESSAGE')) {
    const inner = messageText(entries.get('MESSAGE'));
    const read = inner === undefined ? 'broken' : readLogLine(inner);
    const host = entries.get('_HOSTNAME');
    return typeof read === 'string' ? read : { ...read, node: typeof host === 'string' ? host : read.node };
  }
  const fields = new Map<string, string>();
  for (const [key, one] of entries) fields.set(key, typeof one === 'string' ? one : JSON.stringify(one));
  return lineOf(fields, node);
}

function lineOf(fields: ReadonlyMap<string, string>, node: string | undefined): LogLine | 'broken' {
  const micros = parseTimestamp(fields.get('time') ?? '');
  const message = fields.get('msg');
  return micros === undefined || message === undefined ? 'broken' : { micros, message, fields, node };
}

/** The journal gives text that is no UTF-8 as a list of bytes. */
function messageText(message: unknown): string | undefined {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message) || message.length > 100_000) return undefined;
  const bytes = message.map(Number);
  return bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
    ? new TextDecoder().decode(Uint8Array.from(bytes))
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
