import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { keyPrefix, type QueueConnection } from './queue-connection.ts';

/** An entry is written by any program that reaches the Redis, of this build or another. */
const present = z.object({
  role: z.enum(['worker', 'sweep']),
  build: z.object({
    version: z.string().regex(/^[\w.+-]{1,64}$/),
    digest: z.string().regex(/^[0-9a-f]{1,64}$/),
  }),
  host: z.string().min(1).max(255),
  /** Of this process: a host may have several. */
  id: z.string().max(64),
  threads: z.int().nonnegative(),
});

/** A program at a Redis: one that makes runs, or one that waits for them. */
export type Present = Readonly<z.infer<typeof present>>;

/** All builds meet here, so it has the number of its format: a build with another one has another key. */
const key = `${keyPrefix}:present:2`;
const entriesMax = 1_000;
const entryLengthMax = 2_000;
/** Reads so many entries at most, and of a longer one an empty text: Redis itself sees to both. */
const readEntries = `
local texts = {}
for _, text in ipairs(redis.call('ZRANGE', KEYS[1], 0, ${entriesMax - 1})) do
  texts[#texts + 1] = #text > ${entryLengthMax} and '' or text
end
return texts`;
const announceEveryMs = 3_000;
/** Who was killed is gone after this. */
const goneAfterMs = 10_000;

/**
 * Announces this program and reads which others are there, so that both sides can say so when programs of two
 * builds meet at one Redis: their queues are not the same, so neither would ever learn of the other.
 */
export class Presence {
  readonly #connection: QueueConnection;
  readonly #own: string;
  readonly #onOthers: (others: readonly Present[]) => void;
  readonly #warn: (sentence: string) => void;
  readonly #timer: NodeJS.Timeout;
  #isWarned = false;

  constructor(
    connection: QueueConnection,
    { role, threads }: Pick<Present, 'role' | 'threads'>,
    onOthers: (others: readonly Present[]) => void,
    warn: (sentence: string) => void,
  ) {
    this.#connection = connection;
    this.#own = JSON.stringify({
      role,
      build: connection.build,
      host: hostname(),
      id: randomUUID(),
      threads,
    } satisfies Present);
    this.#onOthers = onOthers;
    this.#warn = warn;
    this.#timer = setInterval(() => this.#announce(), announceEveryMs);
    this.#announce();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#connection.awayMs() === 0) await this.#connection.redis.zrem(key, this.#own);
  }

  #announce(): void {
    const { redis, awayMs } = this.#connection;
    if (awayMs() > 0) return;
    void entriesWith(redis, this.#own).then(
      (texts) => this.#read(texts),
      // Whoever waits for runs says that Redis has gone.
      (error: unknown) => {
        if (error instanceof Error && error.name === 'ReplyError')
          this.#warnOnce(`cannot be read: ${error.message}`);
      },
    );
  }

  #read(texts: readonly unknown[]): void {
    const others = texts.filter((text) => text !== this.#own).map(presentIn);
    const known = others.filter((other) => other !== undefined);
    if (known.length < others.length)
      this.#warnOnce('has entries that no windlass has written; they are left out');
    this.#onOthers(known);
  }

  #warnOnce(words: string): void {
    if (!this.#isWarned)
      this.#warn(`${key} at ${this.#connection.shown}, the list of workers and sweeps, ${words}`);
    this.#isWarned = true;
  }
}

function presentIn(text: unknown): Present | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return present.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function entriesWith(redis: QueueConnection['redis'], own: string): Promise<readonly unknown[]> {
  // The clock of Redis: those of many machines differ.
  const [seconds] = await redis.time();
  const nowMs = Number(seconds) * 1_000;
  await redis.zadd(key, String(nowMs + goneAfterMs), own);
  await redis.zremrangebyscore(key, '-inf', String(nowMs));
  const texts = await redis.eval(readEntries, 1, key);
  return Array.isArray(texts) ? texts : [];
}
