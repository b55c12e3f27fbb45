#!/usr/bin/env node
import process from 'node:process';
import { exitCode } from './exit-code.ts';
import { runCli } from './run-cli.ts';

// `windlass run … | head -1` closes the pipe early; that is no failure, and nothing more is to be said.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCode.ok : exitCode.internal);
  });
}

// The code is set, not exited with: what is still on its way into a pipe must arrive.
process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
});
