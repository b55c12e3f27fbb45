/** What the command's exit code says, by kind of failure, so that a script can tell them apart. Also in README.md and `--help`. */
export const exitCode = {
  ok: 0,
  /** A defect of Windlass itself. */
  internal: 1,
  /** The command line is wrong. */
  usage: 2,
  /** A manifest, configuration, script or trace is wrong or cannot be read, or a system under test did not start. */
  input: 3,
  /** What `--fail-on` asks to fail on has happened (run), an image could not be pulled (prepull), an invariant (check) or only a property (test) is violated. */
  violated: 4,
  /** Two systems did not do the same: the simulator, and a recorded kubelet (conform) or a system under test (test). */
  diverged: 5,
  /** The run went over one of the simulator's limits, or an actor failed. */
  simulation: 6,
  /** Ctrl-C or SIGTERM in the middle of a run: what is known by then is shown, and says so. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The table that `--help` ends with. */
export const exitCodeHelp = `Exit codes:
  0  done
  1  a defect of windlass itself
  2  the command line is wrong
  3  an input is wrong or cannot be read, or the system under test did not start
  4  run: what --fail-on asks for has happened; prepull: an image could not be
     pulled; check: an invariant is violated; test: a property is violated, and nothing differs
  5  conform --expect, test: a difference was found
  6  the simulation stopped at one of its limits, or an actor failed
  130  run, prepull: interrupted; what is shown is known up to then`;
