import { agePattern, type PrintedAge, printedAge } from './printed-age.ts';
import type { TerminalLine } from './terminal-line.ts';

/** A row of a table of events. */
export interface EventRow {
  readonly line: TerminalLine;
  readonly type: string;
  readonly reason: string;
  /** Since it was last and first seen; undefined where the table does not say. */
  readonly last: PrintedAge | undefined;
  readonly first: PrintedAge | undefined;
  readonly count: number;
  readonly component: string | undefined;
  readonly node: string | undefined;
  readonly namespace: string | undefined;
  /** `pod`, `node`, …, and its name; undefined where the rows are those of a described object. */
  readonly object: { readonly kind: string; readonly name: string } | undefined;
  readonly fieldPath: string;
  message: string;
}

const age = `(${agePattern})(?: ?\\(x(\\d{1,7}) over (${agePattern})\\))?`;
/** `Normal  Pulling  3m31s (x210 over 48m)  kubelet, node-1  Pulling image "web:1"` */
const described = new RegExp(
  `^\\s*(Normal|Warning)\\s+([A-Z]\\w+)\\s+${age}\\s+(?:([a-z][\\w.-]*)(?:, ([\\w.-]+))?\\s+)?(\\S.*)?$`,
);
/** `shop  3m  Warning  BackOff  pod/web-0  [spec.containers{app}  kubelet, node-1]  Back-off …  [48m  210  web-0.17…]` */
const listed = new RegExp(
  `^\\s*(?:([a-z0-9][a-z0-9-]*)\\s+)?${age}\\s+(Normal|Warning)\\s+([A-Z]\\w+)\\s+([A-Za-z]+)/([\\w.-]+)(?:\\s+(\\S.*))?$`,
);
const wideBegin =
  /^(?:(spec\.\w+\{[^}]*\})\s+)?([a-z][\w.-]*(?:-controller|-scheduler|let|er)?)(?:, ([\w.-]+))?\s{2,}(\S.*)$/;
const wideEnd = new RegExp(`^(.*?)\\s{2,}(${agePattern})\\s+(\\d{1,7})\\s+(\\S+)$`);

/** Returns the row of a table of events that a line is; undefined for another line. */
export function eventRow(line: TerminalLine): EventRow | undefined {
  return describedRow(line) ?? listedRow(line);
}

function describedRow(line: TerminalLine): EventRow | undefined {
  const match = described.exec(line.text);
  if (match === null) return undefined;
  const [, type = '', reason = '', last = '', count, over, component, node, message = ''] = match;
  const lastAge = printedAge(last);
  return {
    line,
    type,
    reason,
    last: lastAge,
    first: over === undefined ? lastAge : printedAge(over),
    count: Number(count ?? 1),
    component,
    node,
    namespace: undefined,
    object: undefined,
    fieldPath: '',
    message,
  };
}

function listedRow(line: TerminalLine): EventRow | undefined {
  const match = listed.exec(line.text);
  if (match === null) return undefined;
  const [, namespace, last = '', counted, over, type = '', reason = '', kind = '', name = '', rest = ''] =
    match;
  const end = wideEnd.exec(rest);
  const begin = end === null ? null : wideBegin.exec(end[1] ?? '');
  const lastAge = printedAge(last);
  const firstText = over ?? end?.[2];
  return {
    line,
    type,
    reason,
    last: lastAge,
    first: firstText === undefined ? lastAge : printedAge(firstText),
    count: Number(counted ?? end?.[3] ?? 1),
    component: begin?.[2],
    node: begin?.[3],
    namespace,
    object: { kind: kindOf(kind), name },
    fieldPath: begin?.[1] ?? '',
    message: begin?.[4] ?? end?.[1] ?? rest,
  };
}

function kindOf(written: string): string {
  const kinds: Readonly<Record<string, string>> = {
    pod: 'Pod',
    node: 'Node',
    job: 'Job',
    replicaset: 'ReplicaSet',
  };
  return kinds[written.toLowerCase()] ?? written;
}

/** Whether a line is the head of a table of events, or the rule below it. */
export function isEventHead({ text }: TerminalLine): boolean {
  return (
    /^\s*Type\s+Reason\s+Age\b/.test(text) ||
    /^\s*(?:NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\b/.test(text) ||
    /^\s*-{3,}\s+-{3,}/.test(text)
  );
}
