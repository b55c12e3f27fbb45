import type { TraceRecord } from '../../src/trace/record.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';

/** A run of commands that went wrong, shrunk, and all that is needed to see it again. */
export interface CommandFailure {
  /** Of the property, `node-commands`. */
  readonly name: string;
  readonly testFile: string;
  readonly seed: number;
  /** fast-check's: which run, and how it was shrunk. */
  readonly path: string;
  /** fast-check's: which of its commands were done. */
  readonly replayPath: string;
  readonly error: string;
  /** What the run began with, and the choices among entries of one instant. */
  readonly setup: unknown;
  readonly choices: readonly number[];
  /** The commands in words, each with its time. */
  readonly done: readonly string[];
  readonly records: readonly TraceRecord[];
}

/** The property to replay and fast-check's two paths, as WINDLASS_REPLAY carries them. */
export interface Replay {
  readonly name: string;
  readonly path: string;
  readonly replayPath: string;
}

/** The one line that plays a failure again. */
export function replayLine({ name, testFile, seed, path, replayPath }: CommandFailure): string {
  return `WINDLASS_TEST_SEED=${seed} WINDLASS_REPLAY='${name} ${path} ${replayPath}' npx vitest run ${testFile}`;
}

/** What WINDLASS_REPLAY says, if it means the property of this name. */
export function replayOf(name: string, text: string | undefined): Replay | undefined {
  const [meant, path, replayPath] = text?.split(' ') ?? [];
  return meant === name && path !== undefined && replayPath !== undefined
    ? { name, path, replayPath }
    : undefined;
}

/**
 * The failure as the text of a file: how to replay it, the commands, and the trace as NDJSON after a line
 * `trace:`.
 */
export function formatFailure(failure: CommandFailure): string {
  const { seed, path, replayPath, error, setup, choices, done, records } = failure;
  return [
    `replay: ${replayLine(failure)}`,
    `seed: ${seed}`,
    `path: ${path}`,
    `replayPath: ${replayPath}`,
    `error: ${error}`,
    `setup: ${JSON.stringify(setup)}`,
    `choices: ${JSON.stringify(choices)}`,
    'commands:',
    ...done.map((line) => `  ${line}`),
    'trace:',
    ...records.map(formatRecord),
    '',
  ].join('\n');
}
