import type { TextOptions } from '../../reports/text/text-options.ts';
import { visibleText } from '../../reports/text/visible-text.ts';

/** The surroundings of a command. src/interfaces/cli/run-program.ts makes them of the process, a test of strings. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of node itself, `v20.19.0`. */
  readonly nodeVersion?: string;
  /** The folder to which paths are relative. */
  readonly cwd: string;
  /** A wall clock with any starting point, used only for the progress of long commands. */
  readonly nowMs: () => number;
  /** The number of processors that a command may use by itself; absent means one. */
  readonly processors?: number;
  /**
   * Resolves when the person ends a command that would otherwise run for ever: Ctrl-C, SIGTERM. Absent if
   * nobody can. Once `abandoned` is aborted it waits no more, and a signal ends the process again.
   */
  readonly untilStopped?: (abandoned?: AbortSignal) => Promise<void>;
  /** Texts that were got elsewhere, by the names under which a command line has them among its inputs. */
  readonly documents?: ReadonlyMap<string, string>;
}

export interface Output {
  readonly write: (text: string) => unknown;
  /** Writes before it returns, for output that is too long to wait in memory. Absent: `write` is used. */
  readonly writeNow?: (text: string) => void;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const columnsWithoutTerminal = 100;

/**
 * Returns the columns for a drawing: those of the terminal, otherwise COLUMNS, otherwise 100, so that a file
 * does not depend on the screen.
 */
export function columnsOf({ stdout, env }: Terminal): number {
  if (stdout.isTTY && stdout.columns !== undefined && stdout.columns > 0) return stdout.columns;
  const asked = Number(env.COLUMNS);
  return Number.isInteger(asked) && asked > 0 ? asked : columnsWithoutTerminal;
}

/**
 * Whether to use colours: on a terminal, unless NO_COLOR is set (https://no-color.org). FORCE_COLOR colours a
 * pipe too.
 */
export function coloursOn({ stdout, env }: Terminal): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

/**
 * Returns how text is written to a file, or to stdout. A file is read elsewhere: it depends on no screen, and
 * has no colours unless forced.
 */
export function textOptionsFor(out: string | undefined, terminal: Terminal): TextOptions {
  const target = out === undefined ? terminal : { ...terminal, stdout: { write: terminal.stdout.write } };
  return { width: columnsOf(target), colour: coloursOn(target) };
}

/** Prints a line on stderr that is neither an answer nor an error. */
export function tellNote({ stderr }: Pick<Terminal, 'stderr'>, line: string): void {
  stderr.write(`windlass: ${visibleText(line)}\n`);
}

/** Prints a warning on stderr. */
export function tellWarning(terminal: Pick<Terminal, 'stderr'>, sentence: string): void {
  tellNote(terminal, `warning: ${sentence}`);
}
