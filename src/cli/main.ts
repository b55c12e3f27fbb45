#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { exitCode } from './exit-code.ts';
import { writeWhole } from './files/write-whole.ts';
import { runCli } from './run-cli.ts';

const sameSignalMs = 500;

// `windlass run … | head -1` closes the pipe early; that is no failure, and nothing more is to be said.
function leave(error: unknown): never {
  process.exit(error instanceof Error && 'code' in error && error.code === 'EPIPE' ? exitCode.ok : exitCode.internal);
}
for (const stream of [process.stdout, process.stderr]) stream.on('error', leave);

function writeNow(text: string): void {
  try {
    writeWhole(process.stdout.fd, text);
  } catch (error) {
    leave(error);
  }
}

// The code is set, not exited with: what is still on its way into a pipe must arrive.
process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: Object.assign(process.stdout, { writeNow }),
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  nowMs: () => performance.now(),
  processors: availableParallelism(),
  // Only while a command waits for it: elsewhere Ctrl-C ends the process as usual, and here the second one does. What comes at once
  // is the same one: a terminal tells a whole group of processes, and npx and timeout pass on what they are told.
  untilStopped: () =>
    new Promise((resolve) => {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      const stop = () => {
        resolve();
        const letGo = () => {
          for (const signal of signals) process.off(signal, stop);
        };
        setTimeout(letGo, sameSignalMs).unref();
      };
      for (const signal of signals) process.on(signal, stop);
    }),
});
