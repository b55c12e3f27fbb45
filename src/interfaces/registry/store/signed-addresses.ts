import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long an address is good: what distribution asks S3 for (registry/storage/driver/s3-aws, `URLFor`). */
export const addressMicros = 20 * 60 * 1_000_000;

type SignedPath =
  /** `fault`: the id of the fault that the body meets. */
  { readonly kind: 'valid'; readonly fault: string | undefined } | { readonly kind: 'expired' | 'wrong' };

/**
 * The addresses to which registries redirect, signed with a key of this process. Whoever has one gets the blob,
 * until it expires.
 */
export class SignedAddresses {
  readonly #key = randomBytes(32);

  /** Returns the query of an address. `Expires` counts the Scenario's seconds since the start of the server. */
  sign(path: string, nowMicros: number, fault: string | undefined): string {
    const expires = String(Math.ceil((nowMicros + addressMicros) / 1e6));
    const query = new URLSearchParams({ Expires: expires, ...(fault === undefined ? {} : { Fault: fault }) });
    query.set('Signature', this.#signature(path, expires, fault).toString('base64url'));
    return query.toString();
  }

  check(path: string, query: URLSearchParams, nowMicros: number): SignedPath {
    const [expires, fault] = [query.get('Expires') ?? '', query.get('Fault') ?? undefined];
    const sent = Buffer.from(query.get('Signature') ?? '', 'base64url');
    const right = this.#signature(path, expires, fault);
    if (sent.length !== right.length || !timingSafeEqual(sent, right)) return { kind: 'wrong' };
    return nowMicros < Number(expires) * 1e6 ? { kind: 'valid', fault } : { kind: 'expired' };
  }

  #signature(path: string, expires: string, fault = ''): Buffer {
    return createHmac('sha256', this.#key).update(`${path}\n${expires}\n${fault}`).digest();
  }
}
