import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of ours, by its path from the top of the repository. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file of code under these folders, in order of path. A folder that is not there yet has none. */
export function sourcesUnder(...folders: readonly string[]): Source[] {
  return textsUnder(folders, /\.(ts|tsx|mts|mjs|js)$/);
}

/** Every style sheet under these folders, in the same way. */
export function stylesUnder(...folders: readonly string[]): Source[] {
  return textsUnder(folders, /\.css$/);
}

function textsUnder(folders: readonly string[], name: RegExp): Source[] {
  return folders.flatMap((folder) =>
    filesUnder(folder)
      .filter((path) => name.test(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}

function filesUnder(folder: string): string[] {
  const stat = statSync(join(root, folder), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesUnder(path);
  });
}

/**
 * The code alone: comments become spaces, line numbers stay. A `//` inside a string takes the rest of its
 * line with it.
 */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:])\/\/.*$/gm, (_, before: string) => before);
}
