import type { IncomingMessage } from 'node:http';

/** Where a request came in: what the client asked, and what of this machine took it. */
interface Arrival {
  /** The `Host` header. */
  readonly asked: string | undefined;
  readonly localAddress: string;
  readonly localPort: number;
}

/**
 * Returns the host and port of the blob stores, for the client of a request. They must differ in the host from
 * the registry, since Go's client and curl send credentials again to the same host. `storeAt` is that address if it is
 * said. Otherwise it is another name of this machine that the client can reach: `localhost` for a loopback
 * address, the address for a name. Undefined where there is none: the registry then sends its blobs itself.
 */
export function storeAddress(arrival: Arrival, storeAt: string | undefined): string | undefined {
  const { localAddress, localPort } = arrival;
  if (storeAt !== undefined) return /:\d+$/.test(storeAt) ? storeAt : `${storeAt}:${localPort}`;
  const [, host = '', port = ''] =
    /^(\[[\da-f:.]+\]|[^:[\]/\s]+)(:\d{1,5})?$/i.exec(arrival.asked ?? '') ?? [];
  const local = localAddress.replace(/^::ffff:/, '');
  if (host === '') return undefined;
  if (host === '127.0.0.1' || host === '[::1]') return `localhost${port}`;
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return undefined;
  // A port that is forwarded to this one is known by its own number.
  const localPortText = host.toLowerCase() === 'localhost' ? port : `:${localPort}`;
  return `${local.includes(':') ? `[${local}]` : local}${localPortText}`;
}

/** Returns where a request came in. */
export function arrivalOf({ headers, socket }: IncomingMessage): Arrival {
  const { localAddress = '', localPort = 0 } = socket;
  return { asked: headers.host, localAddress, localPort };
}
