import { createHash } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { ChunkRunner, FigureValues, SweepChunk } from '../../answers/what-if/sweep/sweep.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { AskingCommand } from '../cli/what-if/asking-command.ts';
import { buildText, isSameBuild } from './build-name.ts';
import { type ChunkData, ChunkPacker, outcomeLengthMax, readOutcome, seedsPerChunkMax } from './chunk-job.ts';
import { Presence, type Present } from './presence.ts';
import {
  connectTo,
  farewell,
  keyPrefix,
  type QueueConnection,
  unreachable,
  unusable,
} from './queue-connection.ts';

/**
 * A chunk takes about a second on one thread, so that little is lost with a worker, and asking for it costs
 * little.
 */
const podsPerChunk = 300;
/** How long results wait in Redis for a sweep that was ended before it had them all. */
const kept = { age: 7 * 24 * 3_600 };
const jobOptions = { removeOnComplete: kept, removeOnFail: kept };
/** Where chunks are is asked, not listened for: so it makes no difference what Redis has lost. */
const lookEveryMs = 200;
const awayMsMax = 30_000;
/** How often a command on one chunk may fail, one time after the other. */
const refusalsMax = 2;
/**
 * How long a useless job may be locked: several times as long as a worker holds a lock that it does not
 * renew.
 */
const lockedLooksMax = 150;
const reasonLengthMax = 1_000;
/** Of so many other builds at most the person is told. */
const buildsMax = 20;

interface Waiting {
  readonly data: ChunkData;
  readonly promise: Promise<readonly FigureValues[] | undefined>;
  readonly settle: (values: readonly FigureValues[] | undefined) => void;
  readonly fail: (error: unknown) => void;
  /** Whether it was asked for once more, because what Redis had of it was of no use. */
  isRetried: boolean;
  /** Whether the job in Redis has been compared with this chunk. */
  isCompared: boolean;
  refusals: number;
  lockedLooks: number;
}

/**
 * Runs chunks by workers that take them from a queue in Redis. Killed at any time, its successor finds what
 * was made.
 */
class QueueDriver implements ChunkRunner {
  readonly width = 32;
  readonly seedsPerChunk: number;
  readonly #connection: QueueConnection;
  readonly #queue: Queue<ChunkData>;
  readonly #packer: ChunkPacker;
  readonly #presence: Presence;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Map<string, Waiting>();
  /** Those that are being looked for. */
  readonly #looking = new Set<string>();
  readonly #ids = new Set<string>();

  /** Throws a `CommandError` if Redis cannot be reached. */
  static async open(
    address: string,
    like: SimulationInput,
    asking: AskingCommand,
    terminal: Terminal,
  ): Promise<QueueDriver> {
    return new QueueDriver(await connectTo(address, terminal), like, asking);
  }

  private constructor(connection: QueueConnection, { pods }: SimulationInput, asking: AskingCommand) {
    const { redis, bullmq, name } = connection;
    // From here on Ctrl-C takes back what was asked for.
    const { pauses } = asking;
    this.#connection = connection;
    this.seedsPerChunk = Math.min(Math.max(Math.ceil(podsPerChunk / pods.length), 1), seedsPerChunkMax);
    this.#packer = new ChunkPacker(asking.engine);
    this.#queue = new bullmq.Queue(name, { connection: redis, prefix: keyPrefix });
    this.#presence = new Presence(
      connection,
      { role: 'sweep', threads: 0 },
      greeting(connection, asking),
      asking.warn,
    );
    // What is wrong with the connection shows in `awayMs`.
    this.#queue.on('error', () => {});
    let isLastLook = false;
    this.#timer = setInterval(() => {
      const waiting = [...this.#waiting];
      if (pauses.isAsked && isLastLook) for (const [, { settle }] of waiting) settle(undefined);
      else if (connection.awayMs() > awayMsMax)
        for (const [, { fail }] of waiting)
          fail(unreachable(connection.shown, `it went away ${awayMsMax / 1_000} s ago`));
      else if (connection.awayMs() === 0) for (const [id] of waiting) this.#look(id);
      // What was made by then is part of the answer.
      isLastLook = pauses.isAsked;
    }, lookEveryMs);
  }

  readonly run = (chunk: SweepChunk): Promise<readonly FigureValues[] | undefined> => {
    const { id, data } = this.#packer.pack(chunk);
    // Two points may be the same run: 1Gbit/s and 1000Mbit/s.
    const known = this.#waiting.get(id);
    if (known !== undefined) return known.promise;
    let settle: Waiting['settle'] = () => {};
    let fail: Waiting['fail'] = () => {};
    const promise = new Promise<readonly FigureValues[] | undefined>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    this.#ids.add(id);
    this.#waiting.set(id, {
      data,
      promise,
      settle,
      fail,
      isRetried: false,
      isCompared: false,
      refusals: 0,
      lockedLooks: 0,
    });
    this.#look(id);
    return promise;
  };

  /** Removes all chunks of the sweep from Redis: its answer has been written. */
  async forget(): Promise<void> {
    await farewell([...this.#ids].map((id) => this.#queue.remove(id)));
  }

  /** Takes back what no worker has begun; what was made stays in Redis for a while. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { awayMs, close } = this.#connection;
    if (awayMs() === 0) await farewell([...this.#waiting.keys()].map((id) => this.#queue.remove(id)));
    if (awayMs() === 0) await farewell([this.#presence.close(), this.#queue.close()]);
    close();
  }

  /** Looks where a chunk is, and asks for it if it is not there. */
  #look(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || this.#looking.has(id)) return;
    this.#looking.add(id);
    const noteRefusal = (error: unknown) => {
      waiting.refusals += 1;
      if (waiting.refusals >= refusalsMax)
        waiting.fail(error instanceof CommandError ? error : unusable(this.#connection, error));
    };
    void this.#lookFor(id, waiting)
      .then(() => {
        waiting.refusals = 0;
      }, noteRefusal)
      .finally(() => this.#looking.delete(id));
  }

  async #lookFor(id: string, waiting: Waiting): Promise<void> {
    const state = await this.#queue.getJobState(id);
    if (state === 'unknown') return this.#ask(id, waiting);
    if (state === 'completed') {
      const text = await this.#textIn(id, 'returnvalue', outcomeLengthMax);
      const outcome = text === undefined ? undefined : readOutcome(text, waiting.data.seeds.length);
      if (outcome === undefined) return this.#askAgain(id, waiting, 'what is in Redis as its result is none');
      this.#waiting.delete(id);
      if ('values' in outcome) waiting.settle(outcome.values);
      else waiting.fail(new CommandError(outcome.failed.exitCode, outcome.failed.message));
    } else if (state === 'failed') {
      // It may have failed long ago, for a reason that is no more.
      const reason = (await this.#textIn(id, 'failedReason', reasonLengthMax)) ?? 'it does not say why';
      await this.#askAgain(id, waiting, `a worker failed at it: ${reason}`);
    } else if (state !== 'waiting' && state !== 'active')
      await this.#askAgain(id, waiting, `it is "${state}" in the queue`);
    else if (!waiting.isCompared) {
      await this.#mendJob(id, waiting.data);
      waiting.isCompared = true;
    }
  }

  /**
   * Puts the chunk into the job of its name, if something else is there. A worker that cannot read a job
   * takes it again and again.
   */
  async #mendJob(id: string, data: ChunkData): Promise<void> {
    const { redis } = this.#connection;
    const [key, text] = [this.#queue.toKey(id), JSON.stringify(data)];
    // Redis makes the digest, since it is long.
    const digest = await redis.eval(digestOfData, 1, key);
    if (digest !== createHash('sha1').update(text).digest('hex'))
      await redis.hset(key, { data: text, opts: JSON.stringify(jobOptions) });
  }

  async #ask(id: string, waiting: Waiting): Promise<void> {
    await this.#queue.add('chunk', waiting.data, { jobId: id, ...jobOptions });
    waiting.isCompared = true;
  }

  /** Asks once more for a chunk whose job or result is of no use. The second time the sweep ends. */
  async #askAgain(id: string, waiting: Waiting, reason: string): Promise<void> {
    const failed = () =>
      waiting.fail(new CommandError(exitCode.simulation, failureText(id, reason, this.#connection)));
    if (waiting.isRetried) return failed();
    if ((await this.#queue.remove(id)) === 1) {
      waiting.isRetried = true;
      return this.#ask(id, waiting);
    }
    // A worker holds it.
    waiting.lockedLooks += 1;
    if (waiting.lockedLooks > lockedLooksMax) failed();
  }

  /** Returns a field of a job; undefined if it has none, or one that is longer. */
  async #textIn(
    id: string,
    field: 'returnvalue' | 'failedReason',
    lengthMax: number,
  ): Promise<string | undefined> {
    const { redis } = this.#connection;
    const key = this.#queue.toKey(id);
    if ((await redis.hstrlen(key, field)) > lengthMax) return undefined;
    return (await redis.hget(key, field)) ?? undefined;
  }
}

const digestOfData = "return redis.sha1hex(redis.call('HGET', KEYS[1], 'data') or '')";

function failureText(id: string, reason: string, { shown }: QueueConnection): string {
  return `a part of the sweep (${id} at ${shown}) came to nothing twice: ${reason}\nThe same command asks for it again; without --queue it is run here.`;
}

/** Tells once that no worker is there, and once of each build whose workers do not take these runs. */
function greeting(
  { build, shown }: QueueConnection,
  asking: AskingCommand,
): (others: readonly Present[]) => void {
  const told = new Set<string>();
  return (others) => {
    const workers = others.filter(({ role }) => role === 'worker');
    for (const other of workers.filter((worker) => !isSameBuild(worker.build, build))) {
      if (told.has(other.build.digest) || told.size >= buildsMax) continue;
      told.add(other.build.digest);
      asking.warn(
        `a worker of ${buildText(other.build)} at ${other.host} does not take these runs, since this is ${buildText(build)}: use the same package on both`,
      );
    }
    if (workers.some((worker) => isSameBuild(worker.build, build)) || told.has('none')) return;
    told.add('none');
    asking.tell(`waiting for a worker; start one on any machine: windlass worker --queue ${shown}`);
  };
}

/**
 * Gives `task` what runs chunks by a queue. If it ends well, it has all results, and they are removed from
 * the queue.
 */
export async function withQueue(
  address: string,
  like: SimulationInput,
  asking: AskingCommand,
  terminal: Terminal,
  task: (runner: ChunkRunner) => Promise<ExitCode>,
): Promise<ExitCode> {
  const driver = await QueueDriver.open(address, like, asking, terminal);
  try {
    const code = await task(driver);
    if (code === exitCode.ok) await driver.forget();
    return code;
  } finally {
    await driver.close();
  }
}
