import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError, exitCode } from '../command-error.ts';
import { unwritable } from './file-errors.ts';

/**
 * Throws a `CommandError` if one of these files (absent: nothing to check) could not be written, before long
 * work and not after it; or if it would take the place of one of the command's inputs, or two are the same.
 */
export async function checkWritable(
  cwd: string,
  paths: readonly (string | undefined)[],
  inputs: readonly string[] = [],
): Promise<void> {
  const taken = new Map<string, string>();
  for (const input of inputs)
    if (input !== '-') taken.set(await realPath(resolve(cwd, input)), 'it is an input, which would be lost');
  for (const path of paths) {
    if (path === undefined) continue;
    const target = resolve(cwd, path);
    try {
      await access(dirname(target), constants.W_OK);
      if (await isFolder(target)) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
    } catch (error) {
      throw unwritable(path, target, error);
    }
    const real = await realPath(target);
    const why = taken.get(real);
    if (why !== undefined) throw new CommandError(exitCode.usage, `${path} cannot be written: ${why}`);
    if (await isFile(real)) taken.set(real, 'another output goes there');
  }
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** /dev/null and pipes are none; what is not there becomes one. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => true,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
