/** The world outside as a command sees it; src/cli/main.ts makes one of the process, a test of strings. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Wall clock, from any moment on: only for how far a long command has come. */
  readonly nowMs: () => number;
  /** Processors that a command may keep busy by itself; absent: one. */
  readonly processors?: number;
  /** Resolves when the person ends a command that would go on for ever: Ctrl-C, SIGTERM. Absent: nobody is there to wait for. */
  readonly untilStopped?: () => Promise<void>;
}

export interface Output {
  readonly write: (text: string) => unknown;
  /** Writes before it returns, for what is too long to wait in memory; absent: `write` does. */
  readonly writeNow?: (text: string) => void;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const columnsWithoutTerminal = 100;

/** Columns that a drawing may take: the terminal's, else what COLUMNS says, else 100, so that a file does not depend on the screen. */
export function columnsOf({ stdout, env }: Terminal): number {
  if (stdout.isTTY && stdout.columns !== undefined && stdout.columns > 0) return stdout.columns;
  const asked = Number(env.COLUMNS);
  return Number.isInteger(asked) && asked > 0 ? asked : columnsWithoutTerminal;
}

/** Whether to colour: on a terminal, unless NO_COLOR is set (https://no-color.org); FORCE_COLOR colours a pipe too. */
export function coloursOn({ stdout, env }: Terminal): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}
