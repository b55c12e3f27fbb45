import { smallest } from '../../rules/collections/extremes.ts';
import type { JudgedRequest } from '../../rules/runtime/registry/registry-verdict.ts';
import type { BodyFault } from '../../rules/runtime/registry/request-fault.ts';
import type { FinalVerdict, Refusal, ServedRegistry } from './served-registry.ts';
import type { ServerClock } from './server-clock.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Content that comes from upstream, for this client first (`miss`) or for one before. */
interface Coming {
  readonly kind: 'miss' | 'filling';
  readonly bodyFault: BodyFault | undefined;
}

interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

/** What a cache has of what it is asked for. `hit`: all of it. */
export type CacheAnswer = { readonly kind: 'hit' } | Coming | Refused;

interface Stored {
  /** When all of it is there. */
  readonly filledMicros: number;
}

type UpstreamAnswer = Coming | Refused;

/**
 * The content of a registry that caches another one, by the rules of the simulated cache
 * (machines/world/pull-through-cache.ts): tags are asked for upstream each time, and are as they were last where
 * the upstream does not answer; other content once, for all clients that wait for it.
 */
export class PullThrough {
  readonly upstream: ServedRegistry;
  /** Who sends blobs to the cache: the upstream, or its blob store. */
  readonly sender: ServedRegistry;
  readonly #clock: ServerClock;
  readonly #closed: AbortSignal;
  readonly #stored = new Map<string, Stored>();
  readonly #asked = new Map<string, Promise<UpstreamAnswer | undefined>>();

  /** `closed` aborts when the server is closed. */
  constructor(
    upstream: ServedRegistry,
    sender: ServedRegistry,
    surroundings: { readonly clock: ServerClock; readonly closed: AbortSignal },
  ) {
    this.upstream = upstream;
    this.sender = sender;
    this.#clock = surroundings.clock;
    this.#closed = surroundings.closed;
  }

  /**
   * Returns where so many bytes come from, once they begin to come. `name`: the digest, or the name of the image for
   * a tag. Undefined: the client is gone.
   */
  async answer(
    judged: JudgedRequest,
    name: string,
    bytes: number,
    signal: AbortSignal,
  ): Promise<CacheAnswer | undefined> {
    const key = keyOf(judged, name);
    const stored = judged.kind === 'tag' ? undefined : this.#stored.get(key);
    if (stored !== undefined)
      return this.#clock.nowMicros() < stored.filledMicros
        ? { kind: 'filling', bodyFault: undefined }
        : { kind: 'hit' };
    const pending = this.#asked.get(key);
    const asked = pending ?? this.#ask(judged, key, bytes);
    this.#asked.set(key, asked);
    const answer = await unlessAborted<UpstreamAnswer | undefined>(signal, (resolve) => {
      void asked.then(resolve);
      return undefined;
    });
    return pending !== undefined && answer?.kind === 'miss' ? { ...answer, kind: 'filling' } : answer;
  }

  /** A client has got all of this content: the cache has it, too, if it has kept it. */
  complete(judged: JudgedRequest, name: string): void {
    const key = keyOf(judged, name);
    if (this.#stored.has(key)) this.#stored.set(key, { filledMicros: this.#clock.nowMicros() });
  }

  async #ask(judged: JudgedRequest, key: string, bytes: number): Promise<UpstreamAnswer | undefined> {
    const verdict = await this.#upstreamVerdict(judged);
    this.#asked.delete(key);
    if (verdict === undefined) return undefined;
    const now = this.#clock.nowMicros();
    if (verdict.kind === 'served') {
      if (judged.kind === 'tag') this.upstream.countPull(judged, now);
      const { bodyFault } = verdict;
      const filledMicros = now + (bytes * 1e6) / this.#bytesPerSecond;
      if (bodyFault === undefined) this.#stored.set(key, { filledMicros });
      return { kind: 'miss', bodyFault };
    }
    // The tag is as it was last.
    if (this.#stored.has(key)) return { kind: 'miss', bodyFault: undefined };
    if (verdict.kind !== 'status')
      return { kind: 'refused', refusal: { kind: 'status', status: 502, fault: verdict.fault } };
    // The client could not answer a challenge of the upstream.
    const { challenge: _, limit: __, ...refusal } = verdict;
    return { kind: 'refused', refusal };
  }

  /** Asks the upstream as its client, with a token that it keeps. Undefined: the server is closed. */
  async #upstreamVerdict(judged: JudgedRequest): Promise<FinalVerdict | undefined> {
    const { authentication, blobStore, roundTripMicros } = this.upstream.rules;
    const { identity: _, authorization: __, ...anonymous } = judged;
    const asked = {
      ...anonymous,
      client: 'the cache',
      ...(authentication === undefined ? {} : { authorization: authentication }),
    };
    const verdict = await this.upstream.settle(asked, this.#clock, this.#closed);
    if (verdict === undefined) return undefined;
    const isBlob = judged.kind === 'layer' || judged.kind === 'config';
    const isRedirected =
      verdict.kind === 'served' && blobStore !== undefined && isBlob && judged.method === 'GET';
    const pauseMicros = 'pauseMicros' in verdict ? (verdict.pauseMicros ?? 0) : 0;
    const storeMicros = isRedirected ? this.sender.rules.roundTripMicros : 0;
    await this.#clock.wait(roundTripMicros + pauseMicros + storeMicros, this.#closed);
    return this.#closed.aborted ? undefined : verdict;
  }

  /** The rate at which a blob arrives when nothing else limits it. */
  get #bytesPerSecond(): number {
    const { egressBytesPerSecond, bytesPerSecondPerResponse, bytesPerSecondPerClient } = this.sender.rules;
    const limits = [egressBytesPerSecond, bytesPerSecondPerResponse, bytesPerSecondPerClient];
    return smallest(limits.map((limit) => limit ?? Infinity));
  }
}

function keyOf({ method, kind }: JudgedRequest, name: string): string {
  return `${method} ${kind} ${name}`;
}
