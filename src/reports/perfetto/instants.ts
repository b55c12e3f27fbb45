import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import { type EventArgs, microsOf, type TraceEvent, type Track } from './trace-event.ts';

interface Told {
  readonly cat: string;
  readonly name: string;
  readonly args: EventArgs;
}

/**
 * Returns events of nodes as instants of their first tracks: Kubernetes events, failed pulls, conditions,
 * image GC, restarts.
 */
export function nodeInstants(
  records: readonly TraceRecord[],
  tracks: ReadonlyMap<string, Track>,
): TraceEvent[] {
  return records.flatMap((record): TraceEvent[] => {
    if (!('node' in record)) return [];
    const told = toldOf(record);
    const track = told === undefined ? undefined : tracks.get(record.node);
    return told === undefined || track === undefined
      ? []
      : [{ ph: 'i', s: 't', ...track, ts: microsOf(record.at), ...told }];
  });
}

function toldOf(record: ActorRecord): Told | undefined {
  switch (record.type) {
    case 'event': {
      const { reason, message, eventType, pod } = record;
      const about = pod === undefined ? '' : `${pod.namespace}/${pod.name}`;
      return { cat: 'event', name: `${reason} ${about}`.trim(), args: { type: eventType, message } };
    }
    case 'pull': {
      if (record.state !== 'failed') return undefined;
      const { pod, container, image, reason = 'ErrImagePull', error = '' } = record;
      return {
        cat: 'failure',
        name: `failed pull ${pod.namespace}/${pod.name}/${container}`,
        args: { image, reason, error },
      };
    }
    case 'prePull': {
      if (record.state !== 'failed') return undefined;
      const { image = 'an image', error = '', attempt = 1 } = record;
      return { cat: 'failure', name: `failed pre-pull ${image}`, args: { attempt, error } };
    }
    case 'condition':
      return {
        cat: 'node',
        name: `${record.condition} ${record.status}`,
        args: { reason: record.reason, message: record.message },
      };
    case 'node':
      return record.state === 'started' ? undefined : { cat: 'node', name: record.state, args: {} };
    case 'imageGC':
      return record.state === 'removed'
        ? { cat: 'node', name: `image GC removed ${record.image ?? 'an image'}`, args: {} }
        : undefined;
    default:
      return undefined;
  }
}
