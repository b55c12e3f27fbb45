import type { Job, Queue, QueueEvents } from 'bullmq';
import type { SimulationInput } from '../../input/model.ts';
import type { ChunkRunner, FigureValues, SweepChunk } from '../../what-if/sweep/sweep.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import type { AskingCommand } from '../what-if/asking-command.ts';
import { buildText, isSameBuild } from './build-name.ts';
import { type ChunkData, type ChunkOutcome, ChunkPacker } from './chunk-job.ts';
import { Presence, type Present } from './presence.ts';
import { connectTo, keyPrefix, type QueueConnection, unreachable } from './queue-connection.ts';

/** A chunk takes about a second on one thread, so that little is lost with a worker, and asking for it costs little. */
const podsPerChunk = 300;
const seedsPerChunkMax = 100;
/** How long results wait in Redis for a sweep that was ended before it had them all. */
const keptSeconds = 7 * 24 * 3_600;
const lookEveryMs = 200;
/** Events tell at once; this finds what they did not tell, such as all after a restart of Redis. */
const looksPerCheck = 10;
const awayMsMax = 30_000;

interface Waiting {
  readonly data: ChunkData;
  readonly promise: Promise<readonly FigureValues[] | undefined>;
  readonly settle: (values: readonly FigureValues[] | undefined) => void;
  readonly fail: (error: unknown) => void;
  /** Whether it was tried once more after a worker had failed at it. */
  isRetried: boolean;
}

type ChunkJob = Job<ChunkData, ChunkOutcome>;

/** Runs chunks by workers that take them from a queue in Redis. Killed at any time, its successor finds what was made. */
class QueueDriver implements ChunkRunner {
  readonly width = 32;
  readonly seedsPerChunk: number;
  readonly #connection: QueueConnection;
  readonly #queue: Queue<ChunkData, ChunkOutcome>;
  readonly #events: QueueEvents;
  readonly #packer: ChunkPacker;
  readonly #presence: Presence;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ids = new Set<string>();

  /** Throws a `CommandError` if Redis cannot be reached. */
  static async open(address: string, like: SimulationInput, asking: AskingCommand, terminal: Terminal): Promise<QueueDriver> {
    const driver = new QueueDriver(await connectTo(address, terminal), like, asking);
    await driver.#events.waitUntilReady();
    return driver;
  }

  private constructor(connection: QueueConnection, { pods }: SimulationInput, asking: AskingCommand) {
    const { redis, bullmq, name } = connection;
    this.#connection = connection;
    this.seedsPerChunk = Math.min(Math.max(Math.ceil(podsPerChunk / pods.length), 1), seedsPerChunkMax);
    this.#packer = new ChunkPacker(asking.engine);
    this.#queue = new bullmq.Queue(name, { connection: redis, prefix: keyPrefix });
    this.#events = new bullmq.QueueEvents(name, { connection: redis, prefix: keyPrefix });
    this.#presence = new Presence(connection, { role: 'sweep', threads: 0 }, greeting(connection, asking));
    // What is wrong with the connection shows in `awayMs`.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#settle(jobId, returnvalue as unknown as ChunkOutcome));
    this.#events.on('failed', ({ jobId }) => this.#check(jobId));
    let looks = 0;
    this.#timer = setInterval(() => {
      const waiting = [...this.#waiting];
      if (asking.pauses.isAsked) for (const [, { settle }] of waiting) settle(undefined);
      else if (connection.awayMs() > awayMsMax)
        for (const [, { fail }] of waiting) fail(unreachable(connection.shown, `it went away ${awayMsMax / 1_000} s ago`));
      else if (++looks % looksPerCheck === 0 && connection.awayMs() === 0) for (const [id] of waiting) this.#check(id);
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
    this.#waiting.set(id, { data, promise, settle, fail, isRetried: false });
    this.#check(id);
    return promise;
  };

  /** Removes all chunks of the sweep from Redis: its answer has been written. */
  async forget(): Promise<void> {
    await Promise.all([...this.#ids].map((id) => this.#queue.remove(id)));
  }

  /** Takes back what no worker has begun; what was made stays in Redis for a while. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const unmade = [...this.#waiting.keys()];
    if (this.#connection.awayMs() === 0) await Promise.all(unmade.map((id) => this.#queue.remove(id).catch(() => 0)));
    const { awayMs, close } = this.#connection;
    const closed = [this.#presence.close(), this.#events.close(), this.#queue.close()].map((one) => one.catch(() => {}));
    if (awayMs() === 0) await Promise.all(closed);
    close();
  }

  /** Looks where a chunk is, and asks for it if nobody has. */
  #check(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) void this.#checked(id, waiting).catch(waiting.fail);
  }

  async #checked(id: string, waiting: Waiting): Promise<void> {
    const state = await this.#queue.getJobState(id);
    if (state === 'unknown') {
      const kept = { age: keptSeconds };
      await this.#queue.add('chunk', waiting.data, { jobId: id, removeOnComplete: kept, removeOnFail: kept });
      return;
    }
    if (state !== 'completed' && state !== 'failed') return;
    const job: ChunkJob | undefined = await this.#queue.getJob(id);
    if (job === undefined) return;
    if (state === 'completed') this.#settle(id, job.returnvalue);
    else if (waiting.isRetried) waiting.fail(new Error(`a worker failed at ${id}: ${job.failedReason}`));
    else {
      // It may have failed long ago, for a reason that is no more.
      waiting.isRetried = true;
      await job.retry();
    }
  }

  #settle(id: string, outcome: ChunkOutcome): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if ('values' in outcome) waiting.settle(outcome.values);
    else waiting.fail(new CommandError(outcome.failed.exitCode, outcome.failed.message));
  }
}

/** Tells once that no worker is there, and once of each build whose workers do not take these runs. */
function greeting({ build, shown }: QueueConnection, asking: AskingCommand): (others: readonly Present[]) => void {
  const told = new Set<string>();
  return (others) => {
    const workers = others.filter(({ role }) => role === 'worker');
    for (const other of workers.filter((worker) => !isSameBuild(worker.build, build))) {
      if (told.has(other.build.digest)) continue;
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

/** Gives `task` what runs chunks by a queue. If it ends well, it has all results, and they are removed from the queue. */
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
