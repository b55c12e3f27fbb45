import { agePattern } from './printed-age.ts';
import type { TerminalLine } from './terminal-line.ts';

/** A row of `kubectl get pods`, with what `-o wide` adds. */
export interface PodRow {
  readonly line: TerminalLine;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly ready: string;
  readonly status: string;
  readonly restarts: number;
  readonly age: string;
  readonly node: string | undefined;
}

const row = new RegExp(
  `^\\s*(?:([a-z0-9][a-z0-9-]*)\\s+)?([a-z0-9][a-z0-9.-]*)\\s+(\\d+/\\d+)\\s+([A-Z][\\w:/]*)\\s+(\\d+)(?: \\(\\S+ ago\\))?\\s+(${agePattern})(?:\\s+(?:[\\d.]+|[0-9a-f:]+|<none>)\\s+(\\S+))?`,
);

/** Returns the row of `kubectl get pods` that a line is; undefined for another line. */
export function podRow(line: TerminalLine): PodRow | undefined {
  const match = row.exec(line.text);
  if (match === null) return undefined;
  const [, namespace, name = '', ready = '', status = '', restarts = '0', age = '', node] = match;
  return {
    line,
    namespace,
    name,
    ready,
    status,
    restarts: Number(restarts),
    age,
    node: node === '<none>' ? undefined : node,
  };
}

/** Whether a line is the head of `kubectl get pods`. */
export function isPodHead({ text }: TerminalLine): boolean {
  return /^\s*(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\b/.test(text);
}
