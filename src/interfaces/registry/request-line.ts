import type { RequestEntry } from './request-entry.ts';

const pathLengthMax = 300;

/** Returns the line of a log for a request, such as `+1.204 s docker.io GET /v2/… 200, 31457280 B in 1.260 s`. */
export function requestLine(entry: RequestEntry): string {
  const { atMicros, tookMicros, method, registry, status, bytesSent } = entry;
  return [
    `+${seconds(atMicros)}`,
    registry ?? '-',
    method,
    shownPath(entry),
    `${status ?? 'no answer'}, ${bytesSent} B in ${seconds(tookMicros)}${remarks(entry)}`,
  ].join(' ');
}

/** Returns the path, for a blob store without the signature in its query. */
function shownPath({ path, role }: RequestEntry): string {
  const shown = role === 'blobStore' ? path.replace(/\?.*/, '') : path;
  return shown.length > pathLengthMax ? `${shown.slice(0, pathLengthMax)}…` : shown;
}

const cacheTexts: Readonly<Record<NonNullable<RequestEntry['cache']>, string>> = {
  hit: 'from the cache',
  miss: 'from upstream',
  filling: 'still from upstream',
};

function remarks({ role, authorization, cache, isAbandoned, fault }: RequestEntry): string {
  const sendsCredentials = role === 'blobStore' && authorization !== 'none';
  return [
    ...(sendsCredentials ? [`, with credentials (${authorization})`] : []),
    ...(cache === undefined ? [] : [`, ${cacheTexts[cache]}`]),
    ...(isAbandoned ? [', the client left'] : []),
    ...(fault === undefined ? [] : [` (${fault})`]),
  ].join('');
}

function seconds(micros: number): string {
  return `${(micros / 1e6).toFixed(3)} s`;
}
