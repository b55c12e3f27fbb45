import { normalErrorText } from './normal-error-text.ts';
import type { ObservedPull, ObservedRequest, ObservedRun } from './observed-run.ts';
import { isGivenUp, type RecordedPullEnd, type RecordedRequest, type RecordedRun } from './recorded-run.ts';

/** Returns what is to be seen of a recorded run. */
export function observeRecorded(run: RecordedRun): ObservedRun {
  const starts = new Map(
    run.events.flatMap((event) => (event.ev === 'pull.start' ? [[event.pull, event.ms] as const] : [])),
  );
  return {
    pulls: run.events.flatMap((event) =>
      event.ev === 'pull.end' ? [pullOf(event, starts.get(event.pull) ?? 0)] : [],
    ),
    requests: run.events.flatMap((event) => (event.ev === 'http' ? [requestOf(event)] : [])),
    unpacks: run.events.flatMap((event) =>
      event.ev === 'unpack' ? [{ blob: event.blob, startMs: event.ms, endMs: event.end }] : [],
    ),
  };
}

function pullOf(
  { pull, ms, ok, code = 'UNKNOWN', error = '' }: RecordedPullEnd,
  startMs: number,
): ObservedPull {
  const gaveUp = isGivenUp({ code, error });
  const text = code === 'UNKNOWN' ? error : `rpc error: code = ${codeNames[code] ?? code} desc = ${error}`;
  return {
    pull,
    startMs,
    endMs: ms,
    ok,
    gaveUp,
    error: ok || gaveUp ? undefined : normalErrorText(text, 'REG'),
  };
}

/** As Go's gRPC names them; the client that recorded named them as gRPC's specification does. */
const codeNames: Readonly<Record<string, string>> = {
  NOT_FOUND: 'NotFound',
  FAILED_PRECONDITION: 'FailedPrecondition',
  CANCELLED: 'Canceled',
};

/**
 * The registry notes the status that it was about to send: where the client was gone by then, no answer came.
 */
function requestOf(request: RecordedRequest): ObservedRequest {
  const { method, blob, status, range, conn, ms, first, end, fault, bytes, length } = request;
  const isWhole = bytes !== undefined && (length === undefined || length === bytes);
  return {
    method,
    kind: kindOf(request),
    blob,
    status: first === undefined && fault === undefined ? 0 : status,
    offset: Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0),
    connection: String(conn),
    sentMs: ms,
    answeredMs: first,
    endMs: isWhole ? end : undefined,
  };
}

function kindOf({ method, kind, blob }: RecordedRequest): ObservedRequest['kind'] {
  if (kind === 'manifests') return 'manifest';
  if (kind === 'other') return 'token';
  if (method === 'HEAD') return 'blob';
  return blob.endsWith('/config') ? 'config' : 'layer';
}
