import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Makes the folder that an option (`--save`) names, unless it is there. Throws a `CommandError` (usage) if it
 * cannot be made.
 */
export function makeFolder(option: string, folder: string, { cwd }: Terminal): void {
  try {
    mkdirSync(resolve(cwd, folder), { recursive: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(exitCode.usage, `${option} ${folder}: cannot be made: ${message}`);
  }
}
