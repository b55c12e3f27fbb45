import type { TraceRecord } from '../../../src/trace/record.ts';
import { blobNamed } from '../blob-digest.ts';
import { normalErrorText } from '../normal-error-text.ts';
import type { ObservedPull, ObservedRequest, ObservedRun, ObservedUnpack } from '../observed-run.ts';
import type { ReplayedPull } from './replay-calls.ts';
import type { Replay } from './replay-run.ts';
import { closedHost, registryHost } from './replay-setup.ts';

/** With the bytes of its body, as far as they are known. */
type BodyRequest = ObservedRequest & { readonly bytes: number };

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

/**
 * What the sockets between registry and containerd hold where neither registry nor link is slower than
 * containerd reads: the recordings have the moment at which the registry had written the last byte, a trace
 * that at which containerd has it. Linux lets a sender have 4 MiB (`tcp_wmem`): layers of 6.5 MB were written
 * in 3.3 to 13 ms (1.6.20) and unpacked 34 ms after their first byte, whatever that was, and of 18 layers
 * alone on an open link (e7) the median had 4 MB to go.
 */
const socketBytes = 4 * 2 ** 20;

/** Returns what is to be seen of a replayed run: in its trace, by its client, and by its registry. */
export function observeReplay({ pulls, records, isOpen }: Replay): ObservedRun {
  const requests = requestsOf(records);
  return {
    pulls: pulls.map(pullOf).toSorted((left, right) => left.endMs - right.endMs),
    requests: isOpen ? requests.map(withSockets) : requests.map(({ bytes: _, ...request }) => request),
    unpacks: unpacksOf(records),
  };
}

/** The registry is done with a body as soon as the sockets hold the rest of it. */
function withSockets({ bytes, ...request }: BodyRequest): ObservedRequest {
  const { answeredMs, endMs } = request;
  if (answeredMs === undefined || endMs === undefined || bytes === 0) return request;
  return { ...request, endMs: endMs - (endMs - answeredMs) * Math.min(1, socketBytes / bytes) };
}

function pullOf({ pull, startMicros, endMicros, ok, error, gaveUp }: ReplayedPull): ObservedPull {
  return {
    pull,
    startMs: startMicros / 1_000,
    endMs: endMicros / 1_000,
    ok,
    error: error === undefined ? undefined : normalErrorText(error, registryHost),
    gaveUp: gaveUp === true,
  };
}

/** An actor has one request under way at a time: the next record of it says what became of that. */
function requestsOf(records: readonly TraceRecord[]): readonly BodyRequest[] {
  const open = new Map<string, number>();
  const requests: BodyRequest[] = [];
  for (const record of records) {
    if (record.type === 'request') {
      // Nobody listens there who could have seen it.
      if (record.registry === closedHost) continue;
      if (record.state === 'sent') {
        open.set(record.actor, requests.length);
        requests.push(requestOf(record));
        continue;
      }
      const index = open.get(record.actor);
      const request = requests[index ?? -1];
      if (index === undefined || request === undefined || record.state === 'waiting') continue;
      if (record.state === 'answered')
        requests[index] = { ...request, status: record.status ?? 0, answeredMs: record.at };
    } else if (record.type === 'fetch' && record.state === 'fetched') {
      const index = open.get(record.actor);
      const request = requests[index ?? -1];
      if (index !== undefined && request?.kind === 'layer')
        requests[index] = { ...request, endMs: record.at, bytes: record.bytes - request.offset };
    }
  }
  return requests;
}

function requestOf({ actor, at, method, kind, digest, connection, offset = 0 }: RequestRecord): BodyRequest {
  const named = digest === undefined ? '' : blobNamed(digest);
  return {
    method,
    kind:
      kind === 'tag' || kind === 'index'
        ? 'manifest'
        : kind !== 'token' && kind !== 'manifest' && method === 'HEAD'
          ? 'blob'
          : kind,
    blob: named,
    status: 0,
    offset,
    connection: `${actor.replace(/#.*$/, '')} ${connection ?? actor}`,
    sentMs: at,
    answeredMs: undefined,
    endMs: undefined,
    bytes: 0,
  };
}

function unpacksOf(records: readonly TraceRecord[]): readonly ObservedUnpack[] {
  const unpacks = new Map<string, ObservedUnpack>();
  for (const record of records) {
    if (record.type !== 'unpack') continue;
    const key = `${record.image} ${record.layer} ${record.actor}`;
    if (record.state === 'started')
      unpacks.set(`${key} ${record.at}`, {
        blob: blobNamed(record.digest),
        startMs: record.at,
        endMs: Infinity,
      });
    else if (record.state === 'finished') {
      const [started, unpack] = [...unpacks].findLast(([name]) => name.startsWith(`${key} `)) ?? [];
      if (started !== undefined && unpack !== undefined)
        unpacks.set(started, { ...unpack, endMs: record.at });
    }
  }
  // The recordings have those only that were finished.
  return [...unpacks.values()].filter(({ endMs }) => endMs < Infinity);
}
