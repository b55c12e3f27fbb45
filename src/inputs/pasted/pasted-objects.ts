import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { timestampText } from '../events/timestamp.ts';
import { type DescribedContainer, type DescribedPod, DescribeReader } from './described-pod.ts';
import { type EventRow, eventRow, isEventHead } from './event-rows.ts';
import { isLogLine, type LogEvent, logEvent } from './log-events.ts';
import { containerPaths } from './pasted-containers.ts';
import { isPodHead, type PodRow, podRow } from './pod-rows.ts';
import type { PrintedAge } from './printed-age.ts';
import { type TerminalLine, terminalLines } from './terminal-line.ts';

type Plain = Readonly<Record<string, unknown>>;

/** An object with its place in the text. */
export interface PastedObject {
  readonly value: Plain;
  readonly line: number;
  readonly column: number;
}

/** What was pasted, as objects of the API server, with the lines where they stand. */
export interface PastedObjects {
  readonly objects: readonly PastedObject[];
  /** Rows of `kubectl get pods`, which have no images. */
  readonly podRows: readonly PodRow[];
  /** Lines that look like a part of a table and cannot be read. */
  readonly unread: readonly TerminalLine[];
}

/** When ages were printed, if nothing says it: they are held against each other only. */
const unknownNowMicros = Date.UTC(2000, 0, 1, 12) * 1_000;
/** A pod that no line names. */
export const unnamedPod = 'pasted-pod';
const unnamedNode = 'pasted-node';
const assigned = /^Successfully assigned (?:([\w.-]+)\/)?([\w.-]+) to ([\w.-]+)/;

/**
 * Whether a text is what `kubectl describe`, `kubectl get events`, `kubectl get pods` or a log of the kubelet or
 * containerd prints, as people copy it: with prompts, fences, marks of quotation.
 */
export function isPastedText(text: string): boolean {
  if (/^\uFEFF?\s*(?:[{[]|---|(?:apiVersion|kind):)/.test(text) || /^(?:apiVersion|kind):\s/m.test(text))
    return false;
  let hasName = false;
  for (const line of terminalLines(text)) {
    if (isEventHead(line) && !/^\s*-/.test(line.text)) return true;
    if (isPodHead(line) || isLogLine(line) || eventRow(line) !== undefined || podRow(line) !== undefined)
      return true;
    if (/^\s*Name:\s+\S/.test(line.text)) hasName = true;
    if (hasName && /^\s*(?:Namespace|Containers|Node|Start Time):/.test(line.text)) return true;
  }
  return false;
}

/** Events of one described pod, or of no pod that is named. */
interface EventBlock {
  readonly pod: DescribedPod | undefined;
  readonly rows: EventRow[];
}

/** What the lines of a text are. */
interface SortedLines {
  readonly pods: readonly DescribedPod[];
  readonly blocks: readonly EventBlock[];
  readonly podRows: readonly PodRow[];
  readonly logEvents: readonly LogEvent[];
  readonly unread: readonly TerminalLine[];
}

/** Returns the objects in a text that was pasted. */
export function pastedObjects(text: string): PastedObjects {
  const sorted = sortLines(terminalLines(text));
  const nowMicros = printedAt(sorted);
  const place = ({ line, cut }: TerminalLine) => ({ line, column: cut + 1 });
  const nodes = nodesOfPods(sorted);
  const events = sorted.blocks.flatMap((block, blockIndex) => {
    const paths = pathsOfRows(block);
    return block.rows.map((row, index) => {
      const pod = row.object ?? podOfBlock(block.pod, block.rows);
      const node = row.node ?? nodes.get(pod.name) ?? unnamedNode;
      const of = { ...row, fieldPath: paths[index] ?? '', node: isOfScheduler(row) ? undefined : node };
      return {
        value: eventObject(of, podOfBlock(block.pod, block.rows), nowMicros, blockIndex * 1_000 + index),
        ...place(row.line),
      };
    });
  });
  const logged = sorted.logEvents.map((event, index) => ({
    value: loggedObject(event, index),
    ...place(event.line),
  }));
  const described = sorted.pods.flatMap((pod) => {
    const value = describedObject(pod, nowMicros);
    return value === undefined ? [] : [{ value, ...place(pod.line) }];
  });
  return { objects: [...described, ...events, ...logged], podRows: sorted.podRows, unread: sorted.unread };
}

function sortLines(lines: readonly TerminalLine[]): SortedLines {
  const describe = new DescribeReader();
  const blocks: EventBlock[] = [];
  const podRows: PodRow[] = [];
  const logEvents: LogEvent[] = [];
  const unread: TerminalLine[] = [];
  let block: EventBlock | undefined;
  let table: 'events' | 'pods' | undefined;
  let last: EventRow | undefined;
  for (const line of lines) {
    if (line.text.trim() === '') {
      last = undefined;
      continue;
    }
    if (isLogLine(line)) {
      const event = logEvent(line);
      if (event !== undefined) logEvents.push(event);
      continue;
    }
    if (isEventHead(line)) {
      table = 'events';
      continue;
    }
    if (isPodHead(line)) {
      table = 'pods';
      continue;
    }
    const row = eventRow(line);
    if (row !== undefined) {
      const owner = row.object === undefined ? describe.pods.at(-1) : undefined;
      if (block === undefined || block.pod !== owner || startsBlock(row, block)) {
        block = { pod: owner, rows: [] };
        blocks.push(block);
      }
      block.rows.push(row);
      describe.endPod();
      [last, table] = [row, 'events'];
      continue;
    }
    const listed = podRow(line);
    if (listed !== undefined) podRows.push(listed);
    else if (describe.read(line)) [table, last] = [undefined, undefined];
    else if (last !== undefined && /^\s/.test(line.text) === /^\s/.test(last.line.text))
      last.message += ` ${line.text.trim()}`;
    else if (last !== undefined && !/:$/.test(line.text)) last.message += ` ${line.text.trim()}`;
    else if (table !== undefined && /^\s*(?:Normal|Warning)\b/.test(line.text)) unread.push(line);
  }
  return { pods: describe.pods, blocks, podRows, logEvents, unread };
}

/** A pod is bound once: another binding, without a name, is another pod's. */
function startsBlock(row: EventRow, { pod, rows }: EventBlock): boolean {
  return (
    pod === undefined &&
    row.object === undefined &&
    row.reason === 'Scheduled' &&
    rows.some(({ reason }) => reason === 'Scheduled')
  );
}

interface NamedPod {
  readonly namespace: string;
  readonly name: string;
}

function podOfBlock(pod: DescribedPod | undefined, rows: readonly EventRow[]): NamedPod {
  if (pod !== undefined)
    return {
      namespace: pod.fields.get('Namespace') || 'default',
      name: pod.fields.get('Name') ?? unnamedPod,
    };
  for (const { message } of rows) {
    const [, namespace = 'default', name] = assigned.exec(message) ?? [];
    if (name !== undefined) return { namespace, name };
  }
  return { namespace: 'default', name: unnamedPod };
}

/** When ages were printed: a described pod says when it began, and how long ago that was. */
function printedAt({ blocks }: SortedLines): number {
  for (const { pod, rows } of blocks) {
    const start = Date.parse(pod?.fields.get('Start Time') ?? '');
    const oldest = rows.reduce<PrintedAge | undefined>(
      (most, { first }) =>
        first !== undefined && first.leastMicros > (most?.leastMicros ?? -1) ? first : most,
      undefined,
    );
    if (!Number.isNaN(start) && oldest !== undefined) return start * 1_000 + oldest.mostMicros;
  }
  return unknownNowMicros;
}

function timesOfAges({ last, first, count }: EventRow, nowMicros: number, index: number) {
  const lastAge = last ?? { leastMicros: 0, mostMicros: 0 };
  const firstAge = first ?? lastAge;
  const from = (age: PrintedAge) => timestampText(nowMicros - age.mostMicros + index);
  return {
    firstTimestamp: from(firstAge),
    lastTimestamp: from(lastAge),
    count,
    printedAges: {
      atMicros: nowMicros,
      lastSpreadMicros: lastAge.mostMicros - lastAge.leastMicros,
      firstSpreadMicros: firstAge.mostMicros - firstAge.leastMicros,
    },
  };
}

function eventObject(row: EventRow, pod: NamedPod, nowMicros: number, index: number): Plain {
  const { object, namespace, fieldPath, component, node, message, reason, type } = row;
  const about =
    object === undefined
      ? { kind: 'Pod', ...pod, fieldPath }
      : { kind: object.kind, name: object.name, namespace: namespace ?? 'default', fieldPath };
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `pasted-${index + 1}`, namespace: about.namespace },
    involvedObject: about,
    reason,
    message,
    type,
    source: omitUndefined({ component, host: node }),
    ...timesOfAges(row, nowMicros, index),
  };
}

function isOfScheduler({ reason, component }: EventRow): boolean {
  return component === 'default-scheduler' || reason === 'Scheduled' || reason === 'FailedScheduling';
}

/** Of the rows of a table of all pods, those of each pod are looked at by themselves. */
function pathsOfRows({ pod, rows }: EventBlock): string[] {
  const paths = new Map<EventRow, string>();
  for (const rowsOfObject of groupedBy(
    rows,
    ({ object, namespace }) => `${namespace}/${object?.kind}/${object?.name}`,
  ).values())
    for (const [index, path] of containerPaths(rowsOfObject, pod).entries()) {
      const row = rowsOfObject[index];
      if (row !== undefined) paths.set(row, path);
    }
  return rows.map((row) => paths.get(row) ?? '');
}

/** Returns on which nodes pods are, by name, as far as anything in the text says so. */
function nodesOfPods({ pods, podRows, blocks }: SortedLines): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const { fields } of pods) {
    const node = fields.get('Node')?.split('/')[0] ?? '';
    if (/^[a-z0-9]/.test(node)) nodes.set(fields.get('Name') ?? '', node);
  }
  for (const { name, node } of podRows) if (node !== undefined) nodes.set(name, node);
  for (const { message } of blocks.flatMap(({ rows }) => rows)) {
    const [, , name, node] = assigned.exec(message) ?? [];
    if (name !== undefined && node !== undefined) nodes.set(name, node);
  }
  return nodes;
}

/** Tables do not say of which container an event is; its message may. */
function fieldPathIn(message: string): string {
  const name = /^(?:Created|Started|Stopping) container:? ([a-z0-9][a-z0-9-]*)$/.exec(message)?.[1];
  return name === undefined ? '' : `spec.containers{${name}}`;
}

function loggedObject({ micros, reason, type, message, pod, fieldPath }: LogEvent, index: number): Plain {
  const [namespace = 'default', name = unnamedPod] = pod?.split('/') ?? [];
  const time = timestampText(micros);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `logged-${index + 1}`, namespace },
    involvedObject: { kind: 'Pod', namespace, name, fieldPath: fieldPath || fieldPathIn(message) },
    reason,
    message,
    type,
    source: { component: 'kubelet', host: unnamedNode },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}

function describedObject({ fields, containers }: DescribedPod, nowMicros: number): Plain | undefined {
  const images = containers.filter(({ fields: of }) => (of.get('Image') ?? '') !== '');
  if (images.length === 0) return undefined;
  const specs = (isInit: boolean) =>
    images
      .filter((one) => one.isInit === isInit)
      .map(({ name, fields: of }) => ({ name, image: of.get('Image') }));
  const statuses = (isInit: boolean) => images.filter((one) => one.isInit === isInit).map(statusObject);
  const [kind, owner] = (fields.get('Controlled By') ?? '').split('/');
  const node = fields.get('Node')?.split('/')[0];
  const start = Date.parse(fields.get('Start Time') ?? '');
  const created = Number.isNaN(start) ? timestampText(nowMicros) : new Date(start).toISOString();
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: omitUndefined({
      name: fields.get('Name'),
      namespace: fields.get('Namespace') || 'default',
      creationTimestamp: created,
      ownerReferences: owner === undefined ? undefined : [{ kind, name: owner, controller: true }],
    }),
    spec: omitUndefined({
      nodeName: node === undefined || node === '<none>' || node === '' ? undefined : node,
      initContainers: specs(true).length > 0 ? specs(true) : undefined,
      containers: specs(false).length > 0 ? specs(false) : specs(true).slice(-1),
    }),
    status: {
      phase: fields.get('Status') ?? '',
      conditions: [],
      initContainerStatuses: statuses(true),
      containerStatuses: statuses(false),
    },
  };
}

function statusObject({ name, fields }: DescribedContainer): Plain {
  const state = (which: string) => {
    const [reason, message] = [fields.get(`${which} Reason`), fields.get(`${which} Message`)];
    const kind = (fields.get(which) ?? '').toLowerCase();
    if (kind === 'waiting') return { waiting: omitUndefined({ reason, message }) };
    if (kind !== 'terminated') return kind === 'running' ? { running: {} } : undefined;
    const time = (key: string) => {
      const at = Date.parse(fields.get(`${which} ${key}`) ?? '');
      return Number.isNaN(at) ? undefined : new Date(at).toISOString();
    };
    const exitCode = Number(fields.get(`${which} Exit Code`) ?? 0);
    const times = { startedAt: time('Started'), finishedAt: time('Finished') };
    return { terminated: omitUndefined({ reason, exitCode, ...times }) };
  };
  const restartCount = Number(fields.get('Restart Count') ?? 0);
  const [now, before] = [state('State'), state('Last State')];
  return omitUndefined({ name, image: fields.get('Image'), restartCount, state: now, lastState: before });
}
