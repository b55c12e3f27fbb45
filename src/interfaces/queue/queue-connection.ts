import type * as BullMq from 'bullmq';
import type { Redis } from 'ioredis';
import { redactedText } from '../../inputs/documents/redacted-text.ts';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { missingPackages } from '../cli/missing-packages.ts';
import type { Terminal } from '../cli/terminal.ts';
import { type Build, ownBuild } from './build-name.ts';

/** A connection to the Redis of a queue, and the library that keeps the queue there. */
export interface QueueConnection {
  readonly redis: Redis;
  readonly bullmq: typeof BullMq;
  readonly build: Build;
  /** The queue of this build: no other takes from it. */
  readonly name: string;
  /** The address without user and password. */
  readonly shown: string;
  /** How long Redis has not been reached; 0 while it is. */
  readonly awayMs: () => number;
  /** Ends it at once, and the library's own connections, which are made of it. */
  readonly close: () => void;
}

/** All keys in Redis begin so. */
export const keyPrefix = 'windlass';

const connectMsMax = 5_000;
const reconnectEveryMs = 500;
const pingEveryMs = 2_000;
/** A Redis that has not answered for so long counts as away, though its connection stands. */
const silenceMsMax = 5_000;
const farewellMsMax = 3_000;

/**
 * Connects to `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. Throws a
 * `CommandError`.
 */
export async function connectTo(address: string, { env, nowMs }: Terminal): Promise<QueueConnection> {
  const url = addressOf(address);
  // As redis-cli has it: a command line is seen by everybody on the machine.
  if (url.password === '' && env.REDISCLI_AUTH !== undefined)
    url.password = encodeURIComponent(env.REDISCLI_AUTH);
  const shown = shownAddress(url);
  const { bullmq, ioredis } = await libraries();
  let isClosed = false;
  const redis = new ioredis.Redis(url.href, {
    lazyConnect: true,
    connectTimeout: connectMsMax,
    // Commands wait until Redis is back; whoever cannot wait looks at `awayMs`.
    maxRetriesPerRequest: null,
    retryStrategy: () => (isClosed ? null : reconnectEveryMs),
  });
  let awaySinceMs: number | undefined;
  let lastError = 'no answer';
  redis.on('error', (error: Error) => {
    lastError = reasonOf(error);
  });
  redis.on('ready', () => {
    awaySinceMs = undefined;
  });
  redis.on('close', () => {
    awaySinceMs ??= nowMs();
  });
  // The library of the queue makes copies for what blocks, and ends them with a farewell that a Redis may
  // leave unanswered.
  const copies: Redis[] = [];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...options) => {
    const copy = duplicate(...options);
    copies.push(copy);
    return copy;
  };
  let heartbeat: NodeJS.Timeout | undefined;
  const close = () => {
    isClosed = true;
    clearInterval(heartbeat);
    for (const each of [redis, ...copies]) each.disconnect();
  };
  try {
    const first = redis.connect().then(() => redis.ping());
    if ((await withinMs(connectMsMax, first)) === undefined) throw new Error('no answer');
  } catch (error) {
    close();
    const reason = lastError === 'no answer' ? reasonOf(error) : lastError;
    throw unreachable(shown, reason);
  }
  let askedMs: number | undefined;
  const ping = async () => {
    askedMs ??= nowMs();
    await redis.ping();
    askedMs = undefined;
  };
  heartbeat = setInterval(() => {
    // The reason shows in `awayMs`.
    if (askedMs === undefined && awaySinceMs === undefined) void ping().catch(() => {});
  }, pingEveryMs);
  const awayMs = () => {
    if (awaySinceMs !== undefined) return nowMs() - awaySinceMs;
    const silentMs = askedMs === undefined ? 0 : nowMs() - askedMs;
    return silentMs > silenceMsMax ? silentMs : 0;
  };
  const build = ownBuild();
  return { redis, bullmq, build, name: `chunks-${build.version}-${build.digest}`, shown, awayMs, close };
}

/**
 * Returns what the promise resolves to; undefined if it has not within the time. Its later failure is
 * nobody's any more.
 */
async function withinMs<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until all have ended, well or not, as long as a Redis that is there needs for it. */
export async function farewell(all: readonly Promise<unknown>[]): Promise<void> {
  await withinMs(farewellMsMax, Promise.allSettled(all));
}

/**
 * Returns the error for a queue whose keys hold what no windlass has put there, or whose Redis refuses a
 * command.
 */
export function unusable({ shown, name }: QueueConnection, error: unknown): CommandError {
  const reason = redactedText(error instanceof Error ? error.message : String(error));
  return new CommandError(
    exitCode.unreachable,
    `the queue at ${shown} cannot be used: ${reason}\nIf something else has written to its keys, delete those that begin with ${keyPrefix}:${name}, or take another database.`,
    error,
  );
}

export function unreachable(shown: string, reason: string): CommandError {
  const advice =
    'Is redis-server running there, and does the address name its port and password? Finished runs are kept; run the same command to resume.';
  return new CommandError(exitCode.unreachable, `cannot reach Redis at ${shown}: ${reason}\n${advice}`);
}

function addressOf(address: string): URL {
  const expected =
    'expected redis://HOST:PORT/DATABASE, such as redis://127.0.0.1:6379/0 (rediss:// for TLS)';
  if (!URL.canParse(address)) throw new CommandError(exitCode.usage, `--queue: ${expected}`);
  const url = new URL(address);
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || !/^\/?\d*$/.test(url.pathname))
    throw new CommandError(
      exitCode.usage,
      `--queue${url.hostname === '' ? '' : ` ${shownAddress(url)}`}: ${expected}`,
    );
  return url;
}

/** Returns the address without user, password and parameters. */
function shownAddress({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/** These packages are no part of an installation: few need them, and they are as large as all the others. */
async function libraries() {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (error) {
    throw missingPackages(error, '--queue', 'bullmq@6.7 ioredis@6.0');
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    ETIMEDOUT: 'no answer',
  };
  return redactedText(words[code] ?? (error.message || code));
}
