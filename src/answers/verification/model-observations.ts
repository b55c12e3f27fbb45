import { seenEvents } from '../../reports/describe/seen-events.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { pullEnd } from './attempts.ts';
import type { Observation } from './observation.ts';
import { sequenceOf } from './observation-sequence.ts';

/** Something that a run of the model shows, in the terms of what was seen. */
export interface ModelObservation {
  readonly sequence: string;
  readonly observation: Observation;
  readonly atMicros: number;
  /** Its place in the run: several things happen at one moment. */
  readonly order: number;
  /**
   * How much earlier or later it may be in another run: what comes with a relist depends on the unseen phase
   * of relists.
   */
  readonly leewayMicros: number;
}

/**
 * Events that the model has and that verification compares. Others, such as Scheduled, are not its business.
 */
export const comparedReasons: ReadonlySet<string> = new Set([
  'Pulling',
  'Pulled',
  'Failed',
  'BackOff',
  'Created',
  'Started',
  'ErrImageNeverPull',
  'InspectFailed',
]);

/**
 * How much longer than in the run a pod's volumes and sandbox may take, when the kubelet was told of it is
 * known.
 */
const untilSandboxMicros = 5_000_000;

/**
 * Returns all events and calls of PullImage of a run, in order. `relistMicros` is a whole cycle of relists.
 */
export function modelObservations(records: readonly TraceRecord[], relistMicros: number): ModelObservation[] {
  const byRelist = new Map<string, boolean>();
  return records.flatMap((record, order) => {
    if (record.type === 'sync' && record.state === 'started') {
      byRelist.set(podOf(record.pod), record.trigger !== 'due' && record.trigger !== 'added');
    }
    const observation = 'node' in record ? observationOf(record as ActorRecord) : undefined;
    if (observation === undefined) return [];
    const leewayMicros =
      observation.what === 'arrival'
        ? untilSandboxMicros
        : observation.what === 'event' && byRelist.get(observation.pod) === true
          ? relistMicros
          : 0;
    return [
      {
        sequence: sequenceOf(observation),
        observation,
        atMicros: observation.lowMicros,
        order,
        leewayMicros,
      },
    ];
  });
}

/** Returns the Event objects that the API server would have at a moment of a run, with their counts. */
export function modelEventObjects(records: readonly TraceRecord[], atMicros: number): Observation[] {
  const header = records.find((record): record is HeaderRecord => record.type === 'header');
  const ofActors = records.filter(
    (record): record is ActorRecord => record.type !== 'header' && record.type !== 'end',
  );
  return [...seenEvents(header, ofActors, atMicros / 1_000).values()].flatMap(({ shown }) =>
    shown.flatMap(
      ({
        kind,
        namespace,
        name,
        host,
        fieldPath,
        reason,
        message,
        count,
        firstMicros,
        lastMicros,
      }): Observation[] => {
        if (kind !== 'Pod' || !comparedReasons.has(reason)) return [];
        const first = { lowMicros: firstMicros, highMicros: firstMicros };
        const pod = `${namespace}/${name}`;
        const times = { lowMicros: lastMicros, highMicros: lastMicros, first };
        return [
          {
            what: 'event',
            pod,
            node: host,
            ...ofKubelet,
            fieldPath,
            reason,
            message,
            count,
            at: 'the run',
            ...times,
          },
        ];
      },
    ),
  );
}

const ofKubelet = { uid: undefined, isOfKubelet: true } as const;

/** Returns how long the pull of an event had waited and taken, as the model says it; undefined of others. */
export function waitOf(observation: Observation): number | undefined {
  return observation.what === 'event' ? pullEnd(observation.message)?.withWaiting : undefined;
}

function observationOf(record: ActorRecord): Observation | undefined {
  const micros = Math.round(record.at * 1_000);
  const times = { lowMicros: micros, highMicros: micros, at: 'the run' };
  if (record.type === 'event' && record.pod !== undefined && comparedReasons.has(record.reason)) {
    const { node, fieldPath = '', reason, message } = record;
    return {
      what: 'event',
      pod: podOf(record.pod),
      node,
      ...ofKubelet,
      fieldPath,
      reason,
      message,
      ...times,
      count: 1,
      first: times,
    };
  }
  if (record.type === 'pod' && record.state === 'added')
    return { what: 'arrival', pod: podOf(record.pod), ...times };
  if (record.type === 'runtime' && record.op === 'PullImage') {
    return { what: 'call', edge: 'begin', image: record.image ?? '', error: undefined, ...times };
  }
  if (record.type === 'runtime-return')
    return { what: 'call', edge: 'end', image: record.image ?? '', error: record.error, ...times };
  return undefined;
}

function podOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
