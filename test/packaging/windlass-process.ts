import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../tidy/sources.ts';

const builtWindlass = join(root, 'dist/command/windlass.js');

/** A command of the built package as a process of its own, which can be killed. */
export interface WindlassProcess {
  readonly child: ChildProcess;
  /** stderr so far. */
  readonly told: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a command. `program` is another copy of the package than the one that was built. */
export function startWindlass(
  args: readonly string[],
  cwd: string,
  env: object = {},
  program = builtWindlass,
): WindlassProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  return { child, told: () => told, ended };
}
