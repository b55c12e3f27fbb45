import { emptyFifo, type Fifo, push } from '../../collections/fifo.ts';
import { get, type SortedMap, set } from '../../collections/sorted-map.ts';

/**
 * How a pull is let in, by pool and host. `W` waits for a token that another request fetches. Mirrors
 * `dockerAuthorizer` (core/remotes/docker/authorizer.go): one handler per host, one fetch per token, its
 * failure kept as well.
 */
export type Authorizations<W> = SortedMap<Authorization<W>>;

export type Authorization<W> =
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer' }
  | { readonly kind: 'fetching'; readonly waiting: Fifo<W> }
  | { readonly kind: 'denied'; readonly status: number };

/**
 * Returns the table after a request for a token: either the requester fetches it, or waits until another one
 * has.
 */
export function requestToken<W>(table: Authorizations<W>, key: string, requester: W): Authorizations<W> {
  const entry = get(table, key);
  if (entry === undefined || entry.kind === 'basic')
    return set(table, key, { kind: 'fetching', waiting: emptyFifo<W>() });
  return entry.kind === 'fetching'
    ? set(table, key, { kind: 'fetching', waiting: push(entry.waiting, requester) })
    : table;
}

/** Returns the requesters that wait for the token of this host. */
export function waitingFor<W>(table: Authorizations<W>, key: string): Fifo<W> {
  const entry = get(table, key);
  return entry?.kind === 'fetching' ? entry.waiting : emptyFifo<W>();
}

/** Returns the kind of Authorization header for this host. */
export function authorizationFor<W>(
  table: Authorizations<W>,
  key: string,
): { authorization?: 'basic' | 'bearer' } {
  const entry = get(table, key);
  return entry?.kind === 'basic' || entry?.kind === 'bearer' ? { authorization: entry.kind } : {};
}
