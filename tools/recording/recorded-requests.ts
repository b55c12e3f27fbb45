import type { RecordedRule } from '../validation/recorded-run.ts';
import type { LogReading, NewEvent } from './read-containerd-log.ts';

/** A request as the registry server logs it (src/interfaces/registry). */
export interface ServedRequest {
  readonly atMicros: number;
  readonly tookMicros: number;
  readonly method: string;
  readonly path: string;
  readonly status?: number | undefined;
  readonly answeredMicros?: number | undefined;
  readonly bodyBytes: number;
  readonly bodyBytesPromised?: number | undefined;
  readonly range?: string | undefined;
  readonly connection: number;
  /** The id of the fault that it met, as `faults/1-badStatus`. */
  readonly fault?: string | undefined;
}

export interface RequestReading extends Pick<LogReading, 'blobs'> {
  /** By how many ms the server began before the first call. */
  readonly offsetMs: number;
  /** The rules that the server's faults come from, in their order. */
  readonly rules: readonly RecordedRule[];
}

/** Returns the event of a request; undefined where it is none that a runtime makes for a pull. */
export function recordedRequest(request: ServedRequest, reading: RequestReading): NewEvent | undefined {
  const { method, path, status = 0, bodyBytes, bodyBytesPromised, range, connection } = request;
  if (method !== 'HEAD' && method !== 'GET') return undefined;
  const ms = request.atMicros / 1_000 - reading.offsetMs;
  const { kind, blob } = requestedBlob(path, reading.blobs);
  const fault = faultLabel(request, reading.rules);
  const hasBody = method === 'GET' && (status === 200 || status === 206) && kind !== 'other';
  return {
    ev: 'http',
    ms,
    ...(request.answeredMicros === undefined
      ? {}
      : { first: request.answeredMicros / 1_000 - reading.offsetMs }),
    end: ms + request.tookMicros / 1_000,
    method,
    kind,
    blob,
    status,
    ...(hasBody ? { bytes: bodyBytes } : {}),
    ...(bodyBytesPromised !== undefined &&
    isSuccess(status) &&
    kind !== 'other' &&
    bodyBytesPromised !== bodyBytes
      ? { length: bodyBytesPromised }
      : {}),
    ...(range === undefined ? {} : { range }),
    conn: connection,
    ...(fault === undefined ? {} : { fault }),
  };
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 206;
}

/** Manifests that are asked for by tag have the tag; blobs and manifests that are not known have their digest. */
function requestedBlob(
  path: string,
  blobs: RequestReading['blobs'],
): { readonly kind: 'manifests' | 'blobs' | 'other'; readonly blob: string } {
  const [pathname = ''] = path.split('?', 1);
  const [, kind, reference = ''] = /^\/v2\/.+\/(manifests|blobs)\/([^/]+)$/.exec(pathname) ?? [];
  if (kind === 'manifests' || kind === 'blobs') return { kind, blob: blobs.get(reference) ?? reference };
  return { kind: 'other', blob: pathname };
}

/** What the rule says that was applied: a kind of fault, or a status; 401 also where credentials were missing. */
function faultLabel({ fault, status }: ServedRequest, rules: readonly RecordedRule[]): string | undefined {
  const [, place] = /^faults\/(\d+)-/.exec(fault ?? '') ?? [];
  const rule = place === undefined ? undefined : rules[Number(place) - 1];
  if (rule !== undefined) return String(rule.kind ?? rule.status);
  return status === 401 ? '401' : undefined;
}
