import type { Job, Worker } from 'bullmq';
import { runChunk } from '../../answers/what-if/sweep/sweep.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import { CommandError } from '../cli/command-error.ts';
import { Interruption } from '../cli/run/interruption.ts';
import { type Terminal, tellNote, tellWarning } from '../cli/terminal.ts';
import { WorkerPool } from '../cli/workers/worker-pool.ts';
import { buildText, isSameBuild } from './build-name.ts';
import { type ChunkData, type ChunkOutcome, failedOutcome, unpackChunk } from './chunk-job.ts';
import { Presence, type Present } from './presence.ts';
import { connectTo, farewell, keyPrefix, type QueueConnection } from './queue-connection.ts';

/** A worker that has not said for so long that it is at work has lost its chunk to another one. */
const lockMs = 8_000;
const stalledEveryMs = 2_000;
/** How many workers may die over a chunk before it counts as the one that kills them. */
const deathsMax = 20;
const awayLookEveryMs = 1_000;
const warningsMax = 20;

interface QueueWorkerOptions {
  readonly queue: string;
  readonly threads: number;
}

/**
 * Takes chunks from a queue until it is stopped; what it has begun then is given back. Returns how many it
 * has made.
 */
export async function runQueueWorker(
  { queue, threads }: QueueWorkerOptions,
  terminal: Terminal,
  notes: Terminal,
): Promise<number> {
  const connection = await connectTo(queue, terminal);
  const { redis, bullmq, name, build, shown } = connection;
  const note = (line: string) => tellNote(notes, line);
  const warn = (line: string) => tellWarning(terminal, line);
  const interruption = new Interruption(terminal);
  const pool = new WorkerPool(threads);
  let made = 0;
  const outcomeOf = async (job: Job<ChunkData, ChunkOutcome>, token?: string): Promise<ChunkOutcome> => {
    try {
      const { engine, ...chunk } = unpackChunk(job.data);
      const run = {
        width: 1,
        run: (input: SimulationInput) => pool.tell(input, { engine, flag: interruption.flag }),
      };
      const values = await runChunk(chunk, run);
      if (values !== undefined) return { values: values.map((each) => [...each]) };
    } catch (error) {
      const failed = error instanceof CommandError ? failedOutcome(error) : undefined;
      if (failed === undefined) throw error;
      return failed;
    }
    await job.moveToWait(token);
    throw new bullmq.WaitingError();
  };
  const worker: Worker<ChunkData, ChunkOutcome> = new bullmq.Worker(name, outcomeOf, {
    connection: redis,
    prefix: keyPrefix,
    concurrency: threads,
    lockDuration: lockMs,
    stalledInterval: stalledEveryMs,
    maxStalledCount: deathsMax,
  });
  const warnOnce = onceEach(warn);
  // Where Redis is away, or another worker has the chunk by now, the library tries again, or leaves it.
  worker.on('error', (error) => {
    if (error.name === 'ReplyError') warnOnce(`the queue at ${shown} cannot be used: ${error.message}`);
    if (error instanceof SyntaxError)
      warnOnce(`the queue at ${shown} has a job that no windlass has written`);
  });
  worker.on('failed', (_, { message }) => warnOnce(`a chunk came to nothing: ${message}`));
  worker.on('completed', () => {
    made += 1;
  });
  const presence = new Presence(connection, { role: 'worker', threads }, greeting(connection, warn), warn);
  note(`${buildText(build)} takes runs from ${shown}, ${threads} at once; Ctrl-C ends it`);
  const watch = watchConnection(connection, warn, note);
  await (terminal.untilStopped?.() ?? new Promise<never>(() => {}));
  clearInterval(watch);
  const closed = [worker.close(), presence.close()];
  if (connection.awayMs() === 0) await farewell(closed);
  await pool.close();
  connection.close();
  return made;
}

/** Tells when Redis goes away and when it is back. */
function watchConnection({ awayMs, shown }: QueueConnection, warn: Tell, note: Tell): NodeJS.Timeout {
  let isAway = false;
  return setInterval(() => {
    if (awayMs() > 0 === isAway) return;
    isAway = !isAway;
    if (isAway) warn(`cannot reach Redis at ${shown}; it is tried again until it is back`);
    else note(`Redis at ${shown} is back`);
  }, awayLookEveryMs);
}

type Tell = (line: string) => unknown;

/** Returns what warns of each thing once, and of so many at most. */
function onceEach(warn: Tell): Tell {
  const sentences = new Set<string>();
  return (sentence) => {
    if (sentences.has(sentence) || sentences.size >= warningsMax) return;
    sentences.add(sentence);
    warn(sentence);
  };
}

/** Tells once of each other build whose sweeps wait there. */
function greeting({ build }: QueueConnection, warn: Tell): (others: readonly Present[]) => void {
  const told = new Set<string>();
  return (others) => {
    for (const other of others) {
      if (other.role !== 'sweep' || isSameBuild(other.build, build) || told.has(other.build.digest)) continue;
      if (told.size >= warningsMax) return;
      told.add(other.build.digest);
      warn(
        `a sweep of ${buildText(other.build)} waits at ${other.host}; this worker is ${buildText(build)} and does not take its runs: use the same package on both`,
      );
    }
  };
}
