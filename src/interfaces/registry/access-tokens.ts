import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RegistryServerInput } from './registry-input.ts';

/** Who asks, as an `Authorization` header says it. */
export interface Requester {
  readonly authorization?: 'basic' | 'bearer';
  /** Absent: nobody the registry knows. */
  readonly identity?: string;
  /** The user and password are not in the input. */
  readonly isUnknown?: true;
  /** A bearer token that opens nothing: it has expired, or is none of ours. */
  readonly isInvalid?: true;
}

/** The tokens of a server. One names the identity that asked for it and its end, signed with a key of this process. */
export class AccessTokens {
  readonly #key = randomBytes(32);
  readonly #identityOf: RegistryServerInput['identityOf'];
  /** How long a token is good. */
  readonly lifeMicros: number;

  constructor(identityOf: RegistryServerInput['identityOf'], lifeMicros: number) {
    this.#identityOf = identityOf;
    this.lifeMicros = lifeMicros;
  }

  /** Returns a token for an identity, or for the anonymous. */
  give(identity: string | undefined, nowMicros: number): string {
    const text = JSON.stringify([nowMicros + this.lifeMicros, identity ?? '']);
    const content = Buffer.from(text).toString('base64url');
    return `${content}.${this.#signature(content).toString('base64url')}`;
  }

  /** Returns who sends this header. One of another kind is no authorization. */
  requester(header: string | undefined, nowMicros: number): Requester {
    const [, scheme = '', value = ''] = /^(basic|bearer) +([\w.~+/=-]+)$/i.exec(header ?? '') ?? [];
    if (scheme.toLowerCase() === 'basic') return this.#ofPassword(Buffer.from(value, 'base64').toString());
    if (scheme === '') return {};
    const [content = '', signature = ''] = value.split('.');
    const [sent, right] = [Buffer.from(signature, 'base64url'), this.#signature(content)];
    if (sent.length !== right.length || !timingSafeEqual(sent, right)) return { isInvalid: true };
    const [untilMicros, identity] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
      number,
      string,
    ];
    if (nowMicros >= untilMicros) return { isInvalid: true };
    return { authorization: 'bearer', ...(identity === '' ? {} : { identity }) };
  }

  #ofPassword(userAndPassword: string): Requester {
    const colon = userAndPassword.indexOf(':');
    const identity =
      colon < 0
        ? undefined
        : this.#identityOf(userAndPassword.slice(0, colon), userAndPassword.slice(colon + 1));
    return identity === undefined ? { isUnknown: true } : { authorization: 'basic', identity };
  }

  #signature(content: string): Buffer {
    return createHmac('sha256', this.#key).update(content).digest();
  }
}
