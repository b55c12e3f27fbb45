import type { InputError } from '../../inputs/documents/input-error.ts';
import { isMapping } from '../../inputs/documents/mapping.ts';
import { plainDocuments } from '../../inputs/documents/plain-documents.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { kubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { isOfKubelet } from '../../inputs/events/pod-sighting.ts';
import { parseTimestamp } from '../../inputs/events/timestamp.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import type { Observation } from './observation.ts';

/**
 * What files tell of nodes. `isWhole`: every event is there, as a kubelet's log has them; Event objects are
 * counted and held back.
 */
interface ReadObservations {
  readonly observations: readonly Observation[];
  readonly isWhole: boolean;
  readonly errors: readonly InputError[];
}

/**
 * Reads observations of nodes: Events as `kubectl get events -o json` or `-o yaml` print them; the kubelet's
 * log (klog) with its `Event occurred`; lines of JSON with calls of PullImage (`rpc`, `image`, `t`, `end`,
 * `ok`). A log has no year: that of the other files is taken.
 */
export function readObservations(sources: readonly SourceText[]): ReadObservations {
  const year =
    /"(?:t|lastTimestamp|eventTime)":\s*"(\d{4})-/.exec(sources.map(({ text }) => text).join('\n'))?.[1] ??
    '2000';
  const read = sources.map((source) =>
    isLog(source.text) ? observationsOfLog(source, year) : observationsOfEvents(source),
  );
  const errors = read.flatMap((one) => one.errors);
  const observations = read.flatMap((one) => one.observations);
  return {
    observations: observations.sort((a, b) => a.lowMicros - b.lowMicros),
    isWhole: read.every((one) => one.isWhole),
    errors,
  };
}

const klog =
  /[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{6})\s+\d+ [\w.]+:\d+\] "(Event occurred|SyncLoop ADD)"(.*)$/;

function isLog(text: string): boolean {
  return (
    /^\{"(?:t|rpc)":/m.test(text) ||
    /^.{0,200}[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6}\s+\d+ [\w.]+:\d+\] /m.test(text)
  );
}

function observationsOfLog({ name, text }: SourceText, year: string): ReadObservations {
  const observations: Observation[] = [];
  const lines = text.split('\n');
  const hasBegins = text.includes('"PullImage:begin"');
  for (const [index, line] of lines.entries()) {
    const at = `${name}:${index + 1}`;
    const [, month = '', day = '', time = '', says = '', rest = ''] = klog.exec(line) ?? [];
    if (says !== '') {
      const micros = parseTimestamp(`${year}-${month}-${day}T${time}Z`);
      if (micros !== undefined)
        appendAll(
          observations,
          says === 'SyncLoop ADD' ? arrivalsOf(rest, at, micros) : eventOf(rest, at, micros),
        );
    } else if (line.startsWith('{')) appendAll(observations, callsOf(line, at, hasBegins));
  }
  if (observations.length > 0) return { observations, isWhole: true, errors: [] };
  const message = 'there is no event of a pod and no call of PullImage in it';
  return {
    observations,
    isWhole: true,
    errors: [{ code: 'NO_EVENTS', file: name, line: 1, column: 1, message }],
  };
}

function exactly(micros: number) {
  return { lowMicros: micros, highMicros: micros };
}

function arrivalsOf(rest: string, at: string, micros: number): Observation[] {
  const pods = /pods=\[([^\]]*)\]/.exec(rest)?.[1]?.matchAll(/"([^"]+)"/g) ?? [];
  return [...pods].map(([, pod = '']) => ({ what: 'arrival', pod, at, ...exactly(micros) }));
}

function eventOf(rest: string, at: string, micros: number): Observation[] {
  const field = (key: string) =>
    goUnquote(new RegExp(` ${key}="((?:[^"\\\\]|\\\\.)*)"`).exec(rest)?.[1] ?? '');
  if (field('kind') !== 'Pod') return [];
  const said = {
    pod: field('object'),
    fieldPath: field('fieldPath'),
    reason: field('reason'),
    message: field('message'),
  };
  return [
    {
      what: 'event',
      ...said,
      node: undefined,
      uid: undefined,
      isOfKubelet: true,
      at,
      ...exactly(micros),
      count: 1,
      first: exactly(micros),
    },
  ];
}

function callsOf(line: string, at: string, hasBegins: boolean): Observation[] {
  const value = jsonOf(line);
  if (!isMapping(value) || typeof value.image !== 'string' || typeof value.t !== 'string') return [];
  const begin = parseTimestamp(value.t);
  const end = typeof value.end === 'string' ? parseTimestamp(value.end) : undefined;
  const call = { what: 'call', image: value.image, at } as const;
  const began: Observation[] =
    begin === undefined ? [] : [{ ...call, edge: 'begin', error: undefined, ...exactly(begin) }];
  if (value.rpc === 'PullImage:begin') return began;
  if (value.rpc !== 'PullImage' || end === undefined) return [];
  const error = value.ok === false ? String(value.error ?? 'error') : undefined;
  return [...(hasBegins ? [] : began), { ...call, edge: 'end', error, ...exactly(end) }];
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function observationsOfEvents(source: SourceText): ReadObservations {
  const { values, errors } = plainDocuments(source);
  const observations: Observation[] = [];
  const visit = (value: unknown, at: string): void => {
    if (!isMapping(value)) return;
    if (Array.isArray(value.items))
      for (const [index, item] of value.items.entries()) visit(item, `${source.name} items[${index}]`);
    else if (isMapping(value.object) && value.kind !== 'Event') visit(value.object, at);
    else appendAll(observations, eventObject(value, at));
  };
  for (const [index, value] of values.entries()) visit(value, `${source.name} document ${index + 1}`);
  if (errors.length > 0 || observations.length > 0) return { observations, isWhole: false, errors };
  const message = 'there is no Event about a pod in it';
  const hint = 'kubectl get events -A -o json > events.json';
  return {
    observations,
    isWhole: false,
    errors: [{ code: 'NO_EVENTS', file: source.name, line: 1, column: 1, message, hint }],
  };
}

function eventObject(value: Readonly<Record<string, unknown>>, at: string): Observation[] {
  const event = kubernetesEvent(value);
  if (event === undefined || event.object.kind !== 'Pod' || event.object.name === '') return [];
  const { object, node, reason, message, count } = event;
  const { uid } = object;
  return [
    {
      what: 'event',
      pod: `${object.namespace}/${object.name}`,
      node,
      uid,
      isOfKubelet: isOfKubelet(event),
      fieldPath: object.fieldPath,
      reason,
      message,
      at,
      lowMicros: event.micros,
      highMicros: event.micros + event.spreadMicros,
      count,
      first: { lowMicros: event.firstMicros, highMicros: event.firstMicros + event.firstSpreadMicros },
    },
  ];
}
