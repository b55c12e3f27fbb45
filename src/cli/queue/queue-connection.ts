import type * as BullMq from 'bullmq';
import type { Redis } from 'ioredis';
import { withoutUserInfo } from '../../input/documents/secret-words.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
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
  /** Ends it, and that of the library's own connections which are made of it. */
  readonly close: () => void;
}

/** All keys in Redis begin so. */
export const keyPrefix = 'windlass';

const connectMsMax = 5_000;
const reconnectEveryMs = 500;

/** Connects to `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS. Throws a `CommandError`. */
export async function connectTo(address: string, { env, nowMs }: Terminal): Promise<QueueConnection> {
  const url = addressOf(address);
  // As redis-cli has it: a command line is seen by everybody on the machine.
  if (url.password === '' && env.REDISCLI_AUTH !== undefined) url.password = encodeURIComponent(env.REDISCLI_AUTH);
  const shown = withoutUserInfo(address);
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
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const reason = lastError === 'no answer' ? reasonOf(error) : lastError;
    throw unreachable(shown, reason);
  }
  const build = ownBuild();
  const name = `chunks-${build.version}-${build.digest}`;
  const close = () => {
    isClosed = true;
    redis.disconnect();
  };
  return { redis, bullmq, build, name, shown, awayMs: () => (awaySinceMs === undefined ? 0 : nowMs() - awaySinceMs), close };
}

export function unreachable(shown: string, reason: string): CommandError {
  const advice =
    'Is redis-server running there, and does the address name its port and password? What was made is kept: the same command goes on.';
  return new CommandError(exitCode.unreachable, `cannot reach Redis at ${shown}: ${reason}\n${advice}`);
}

function addressOf(address: string): URL {
  const expected = 'expected redis://HOST:PORT/DATABASE, such as redis://127.0.0.1:6379/0 (rediss:// for TLS)';
  if (!URL.canParse(address)) throw new CommandError(exitCode.usage, `--queue: ${expected}`);
  const url = new URL(address);
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || !/^\/?\d*$/.test(url.pathname))
    throw new CommandError(exitCode.usage, `--queue ${withoutUserInfo(address)}: ${expected}`);
  return url;
}

/** These packages are no part of an installation: few need them, and they are as large as all the others. */
async function libraries() {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new CommandError(
      exitCode.usage,
      '--queue needs two packages that are not installed with windlass: npm install bullmq@6.7 ioredis@6.0\n(npm install -g … if windlass is installed globally)',
    );
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
  return withoutUserInfo(words[code] ?? (error.message || code));
}
