/**
 * The exit codes by kind of failure, so that a script can distinguish them. They are also in
 * docs/guides/outputs.md and `--help`.
 */
export const exitCode = {
  ok: 0,
  /** A defect of Windlass itself. */
  internal: 1,
  /** The command line is wrong. */
  usage: 2,
  /**
   * A manifest, configuration, script or trace is wrong or cannot be read, or a system under test did not
   * start.
   */
  input: 3,
  /**
   * What `--fail-on` names has happened (run), what `--fail-if` names holds (compare, upgrade, worst), the
   * second release refuses the input (upgrade), an image could not be pulled (prepull), an invariant (check,
   * explore) or only a property (test) is violated, or something was found (lint).
   */
  violated: 4,
  /** Two systems differ: the simulator and a recorded kubelet (conform), or a system under test (test). */
  diverged: 5,
  /** The run exceeded a limit of the simulator, or an actor failed. */
  simulation: 6,
  /** Redis, or a store of results, cannot be reached. The same command goes on where it was. */
  unreachable: 7,
  /** Ctrl-C or SIGTERM came during a run. The results so far are shown and marked as interrupted. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** What the exit codes mean, for `--help` and the man page. */
export const exitCodes: readonly (readonly [code: ExitCode, words: string])[] = [
  [exitCode.ok, 'done'],
  [exitCode.internal, 'a bug in Windlass'],
  [exitCode.usage, 'the command line is wrong'],
  [
    exitCode.input,
    'an input is wrong or cannot be read; test: the system under test did not answer its first script',
  ],
  [
    exitCode.violated,
    'run: what --fail-on names has happened; compare, upgrade, worst: what --fail-if or --fail-on names holds; upgrade: the second release refuses the input; recommend: nothing meets the target; prepull: an image could not be pulled; check, explore: a rule is violated; test: only a rule is violated; lint: something was found',
  ],
  [exitCode.diverged, 'conform --expect, test: a difference was found'],
  [exitCode.simulation, 'the simulation reached one of its limits, or a part of it failed'],
  [exitCode.unreachable, 'sweep, worker: Redis or the store of the results cannot be reached'],
  [
    exitCode.interrupted,
    'run, compare, sweep, recommend, upgrade, worst, explain, assumptions, prepull, explore: interrupted; the output shows what was known by then',
  ],
];

/** A failure that the user can correct. Its message goes to stderr without a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/**
 * Returns that all is well, unless something of what fails a command has happened: then it throws the
 * `CommandError` (violated).
 */
export function okUnless(failures: readonly string[]): ExitCode {
  if (failures.length > 0) throw new CommandError(exitCode.violated, failures.join('\n'));
  return exitCode.ok;
}
