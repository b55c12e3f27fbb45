import { availableParallelism } from 'node:os';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { exitCode } from './command-error.ts';
import type { RunCommandLine } from './commands/add-command.ts';
import { writeWhole } from './files/write-whole.ts';

const sameSignalMs = 500;

// `windlass run … | head -1` closes the pipe early. That is no failure, and nothing more is written. A full
// disk is one, as with --out.
function leave(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit(exitCode.ok);
  const reason = error instanceof Error ? error.message : String(error);
  try {
    writeWhole(process.stderr.fd, `windlass: stdout cannot be written: ${reason}\n`);
  } finally {
    process.exit(exitCode.usage);
  }
}
function writeNow(text: string): void {
  try {
    writeWhole(process.stdout.fd, text);
  } catch (error) {
    leave(error);
  }
}

/** Runs the command line of this process, with its streams, environment and signals, and sets its exit code. */
export async function runProgram(run: RunCommandLine): Promise<void> {
  // Half of the first seconds of a run goes into V8's compiler. It takes less where functions have to be called
  // four times as often before they are optimised, and where a third of the usual amount of other functions is
  // written into them; runs of 18,000 pods are as fast (docs/decisions/speed.md; Node 20, the only version
  // where it was measured).
  if (process.versions.v8.startsWith('11.'))
    setFlagsFromString('--interrupt-budget=270336 --max-inlined-bytecode-size-cumulative=300');
  // What survives while a run begins is taken for what lives long, and is made among old objects from then on;
  // in a table of flows each version is garbage soon, and there it is only found by a collection of everything.
  setFlagsFromString('--no-allocation-site-pretenuring');

  process.stdout.on('error', leave);
  // Notes that nobody can read are no reason to keep the answer back.
  process.stderr.on('error', () => {});

  // The code is set without an exit, because output may still be on its way into a pipe.
  process.exitCode = await run(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: Object.assign(process.stdout, { writeNow }),
    stderr: process.stderr,
    env: process.env,
    nodeVersion: process.version,
    cwd: process.cwd(),
    nowMs: () => performance.now(),
    processors: availableParallelism(),
    // Ctrl-C ends the process as usual, except while a command waits for it; then the second one does. Signals
    // that follow at once count as the same one: a terminal sends them to a whole group of processes, and npx
    // and timeout pass them on.
    untilStopped: (abandoned) =>
      new Promise((resolve) => {
        const signals = ['SIGINT', 'SIGTERM'] as const;
        const letGo = () => {
          for (const signal of signals) process.off(signal, stop);
        };
        const stop = () => {
          resolve();
          setTimeout(letGo, sameSignalMs).unref();
        };
        for (const signal of signals) process.on(signal, stop);
        abandoned?.addEventListener('abort', letGo);
      }),
  });
}
