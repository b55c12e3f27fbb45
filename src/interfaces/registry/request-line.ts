import type { RequestEntry } from './registry-server.ts';

const pathLengthMax = 300;

/** Returns the line of a log for a request, such as `+1.204 s docker.io GET /v2/… 200, 31457280 B in 1.260 s`. */
export function requestLine(entry: RequestEntry): string {
  const { atMicros, tookMicros, method, path, registry, status, bytesSent, fault } = entry;
  const shown = path.length > pathLengthMax ? `${path.slice(0, pathLengthMax)}…` : path;
  const words = [
    `+${seconds(atMicros)}`,
    registry ?? '-',
    method,
    shown,
    `${status ?? 'no answer'}, ${bytesSent} B in ${seconds(tookMicros)}`,
  ];
  return fault === undefined ? words.join(' ') : `${words.join(' ')} (${fault})`;
}

function seconds(micros: number): string {
  return `${(micros / 1e6).toFixed(3)} s`;
}
