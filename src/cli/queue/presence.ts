import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Build } from './build-name.ts';
import { keyPrefix, type QueueConnection } from './queue-connection.ts';

/** Somebody at a Redis: who makes runs, or who waits for them. */
export interface Present {
  readonly role: 'worker' | 'sweep';
  readonly build: Build;
  readonly host: string;
  /** Of this process: a host may have several. */
  readonly id: string;
  readonly threads: number;
}

const key = `${keyPrefix}:present`;
const tellEveryMs = 3_000;
/** Who was killed is gone after this. */
const goneAfterMs = 10_000;

/**
 * Says that somebody is there, and hears who else is, so that both sides can tell their people when programs of two builds meet at one
 * Redis: their queues are not the same, so neither would ever hear of the other.
 */
export class Presence {
  readonly #connection: QueueConnection;
  readonly #own: string;
  readonly #onHeard: (others: readonly Present[]) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(
    connection: QueueConnection,
    { role, threads }: Pick<Present, 'role' | 'threads'>,
    onHeard: (others: readonly Present[]) => void,
  ) {
    this.#connection = connection;
    this.#own = JSON.stringify({ role, build: connection.build, host: hostname(), id: randomUUID(), threads } satisfies Present);
    this.#onHeard = onHeard;
    this.#timer = setInterval(() => this.#tell(), tellEveryMs);
    this.#tell();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#connection.awayMs() === 0) await this.#connection.redis.zrem(key, this.#own);
  }

  #tell(): void {
    const { redis, awayMs } = this.#connection;
    if (awayMs() > 0) return;
    void hear(redis, this.#own).then(
      (all) => this.#onHeard(all.filter((text) => text !== this.#own).map((text) => JSON.parse(text) as Present)),
      // Redis has gone: whoever waits for runs says so.
      () => {},
    );
  }
}

async function hear(redis: QueueConnection['redis'], own: string): Promise<readonly string[]> {
  // The clock of Redis: those of many machines differ.
  const [seconds] = await redis.time();
  const nowMs = Number(seconds) * 1_000;
  await redis.zadd(key, String(nowMs + goneAfterMs), own);
  await redis.zremrangebyscore(key, '-inf', String(nowMs));
  return redis.zrange(key, '0', '-1');
}
