import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, exitCode } from '../command-error.ts';
import { unwritable, whyUnreadable } from '../files/file-errors.ts';
import type { Terminal } from '../terminal.ts';
import type { ResultStore } from './result-store.ts';

/** Opens `s3://bucket/prefix`, or a folder. Throws a `CommandError`. */
export async function openStore(place: string, terminal: Terminal): Promise<ResultStore> {
  if (place.startsWith('s3://')) return (await import('./s3-store.ts')).s3Store(place, terminal);
  return folderStore(place, resolve(terminal.cwd, place));
}

function folderStore(place: string, folder: string): ResultStore {
  return {
    get: async (name) => {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw new CommandError(exitCode.input, `${place}: ${whyUnreadable(error)}`);
      }
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
