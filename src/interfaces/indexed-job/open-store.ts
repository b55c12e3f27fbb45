import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { isMissing, unwritable, whyUnreadable } from '../cli/files/file-errors.ts';
import { readBytes } from '../cli/files/read-bytes.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ResultStore } from './result-store.ts';

/** Opens `s3://bucket/prefix`, or a folder. Throws a `CommandError`. */
export async function openStore(place: string, terminal: Terminal): Promise<ResultStore> {
  if (place.startsWith('s3://')) return (await import('./s3-store.ts')).s3Store(place, terminal);
  return folderStore(place, terminal.cwd);
}

function folderStore(place: string, cwd: string): ResultStore {
  const folder = resolve(cwd, place);
  return {
    get: async (name, bytesMax) => {
      const found = await stat(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw new CommandError(exitCode.input, `${place}: ${whyUnreadable(error)}`);
      });
      if (found === undefined) return undefined;
      // A pipe would be waited for.
      if (!found.isFile()) throw new CommandError(exitCode.input, `${place}/${name}: not a regular file`);
      return readBytes(join(place, name), { cwd, bytesMax });
    },
    put: async (name, bytes) => {
      const path = join(folder, name);
      // Two pods may have the same index for a while.
      const beside = `${path}.${randomUUID()}.partial`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(beside, bytes);
        await rename(beside, path);
      } catch (error) {
        throw unwritable(path, path, error);
      }
    },
  };
}
