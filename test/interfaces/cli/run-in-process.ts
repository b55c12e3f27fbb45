import type { RunCommandLine } from '../../../src/interfaces/cli/commands/add-command.ts';
import { runCli } from '../../../src/interfaces/cli/run-cli.ts';
import type { Terminal } from '../../../src/interfaces/cli/terminal.ts';
import { root } from '../../tidy/sources.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order of writing. */
  readonly all: string;
  /** What was written to stdout at once, in turn. */
  readonly pieces: readonly string[];
}

export interface Surroundings {
  /** An error: what reading throws. */
  readonly stdin?: string | Error;
  readonly env?: Terminal['env'];
  readonly cwd?: string;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Wall clock; it stands still where absent. */
  readonly nowMs?: () => number;
  /** Resolves when somebody presses Ctrl-C; absent: nobody does. */
  readonly untilStopped?: Terminal['untilStopped'];
  /** Called with what is written to stderr, while the command runs. */
  readonly onStderr?: (text: string) => void;
}

/** Carries out a command line in this process, of windlass or of `run`, with strings for streams and nothing in the environment. */
export async function runInProcess(
  argv: readonly string[],
  surroundings: Surroundings = {},
  run: RunCommandLine = runCli,
): Promise<Outcome> {
  const {
    stdin = '',
    env = {},
    cwd = root,
    isTTY = false,
    columns,
    nowMs = () => 0,
    untilStopped,
    onStderr,
  } = surroundings;
  const written = { stdout: '', stderr: '', all: '' };
  const pieces: string[] = [];
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY,
    ...(columns === undefined ? {} : { columns }),
    write: (text: string) => {
      written[name] += text;
      written.all += text;
      if (name === 'stdout') pieces.push(text);
      else onStderr?.(text);
    },
  });
  const code = await run(argv, {
    stdin: once(stdin),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    cwd,
    nowMs,
    ...(untilStopped === undefined ? {} : { untilStopped }),
  });
  return { code, ...written, pieces };
}

async function* once(text: string | Error): AsyncGenerator<string> {
  if (text instanceof Error) throw text;
  yield text;
}
