import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RegistryServerInput } from './registry-input.ts';

/** Who asks, as an `Authorization` header says it. */
export interface Requester {
  readonly authorization?: 'basic' | 'bearer';
  /** Absent: nobody the registry knows. */
  readonly identity?: string;
  /** The user and password are not in the input. */
  readonly isUnknown?: true;
}

/**
 * The tokens of a server. One names the identity that asked for it, signed with a key of this process, and is good
 * until the server ends.
 */
export class AccessTokens {
  readonly #key = randomBytes(32);
  readonly #identityOf: RegistryServerInput['identityOf'];

  constructor(identityOf: RegistryServerInput['identityOf']) {
    this.#identityOf = identityOf;
  }

  /** Returns a token for an identity, or for the anonymous. */
  give(identity: string | undefined): string {
    const content = Buffer.from(identity ?? '').toString('base64url');
    return `${content}.${this.#signature(content).toString('base64url')}`;
  }

  /** Returns who sends this header. A token that is none of ours, and a header of another kind, are no authorization. */
  requester(header: string | undefined): Requester {
    const [, scheme = '', value = ''] = /^(basic|bearer) +([\w.~+/=-]+)$/i.exec(header ?? '') ?? [];
    if (scheme.toLowerCase() === 'basic') return this.#ofPassword(Buffer.from(value, 'base64').toString());
    if (scheme === '') return {};
    const [content = '', signature = ''] = value.split('.');
    const [sent, right] = [Buffer.from(signature, 'base64url'), this.#signature(content)];
    if (sent.length !== right.length || !timingSafeEqual(sent, right)) return {};
    const identity = Buffer.from(content, 'base64url').toString();
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
