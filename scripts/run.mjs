import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endScript } from './script-options.mjs';

/** The top of the repository: every script works from there, wherever it was called. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs one step and shows what it says. Ends this process with the step's exit code where it failed: a later
 * step would only bury the reason.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options] `quiet` leaves out the line that says
 *   what runs
 */
export function run(command, args, options = {}) {
  if (!options.quiet) console.log(`\n> ${[command, ...args].join(' ')}`);
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
    shell: process.platform === 'win32',
  });
  if (done.error) throw done.error;
  if (done.status !== 0) endScript(done.status ?? 1);
}
