import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { decodeText } from '../../input/documents/decode-text.ts';
import { isKustomizationFile, kustomizationTextMakesMore, kustomizeCommand } from '../../input/documents/kustomization.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

const manifestName = /\.(?:ya?ml|json)(?:\.gz)?$/i;

/** What a folder may hold at most: one level too high is soon a whole disk. */
const filesMax = 20_000;

/** The files of a folder that may be input, and sentences on what is left out of it. */
export interface FolderFiles {
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * The manifests of a folder and of those below it, in order of name; drop-in files (.conf) of folders that end in `.d`. Helm charts, and
 * kustomizations that are more than a list of files, are left out: the sentences say how to make manifests of them. Hidden folders and
 * node_modules are not looked into. `folder` is named as the person named it, `cwd` where relative names start.
 */
export async function folderFiles(folder: string, cwd: string): Promise<FolderFiles> {
  const files: string[] = [];
  const leftOut: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = (await readdir(resolve(cwd, at), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const madeBy = await toolOf(at, names, cwd);
    if (madeBy !== undefined) {
      leftOut.push(madeBy);
      continue;
    }
    const isRead = (name: string) => (manifestName.test(name) && !isKustomizationFile(name)) || (/\.d$/.test(at) && name.endsWith('.conf'));
    files.push(...names.filter(isRead).map((name) => join(at, name)));
    if (files.length > filesMax)
      throw new CommandError(exitCode.input, `${folder}: more than ${filesMax} files: name the folder with the manifests`);
    const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules');
    pending.push(...below.map(({ name }) => join(at, name)).reverse());
  }
  return { files, leftOut };
}

/** What makes manifests of the folder's files, as a sentence; undefined where they are manifests themselves. */
async function toolOf(folder: string, names: readonly string[], cwd: string): Promise<string | undefined> {
  if (names.includes('Chart.yaml'))
    return `${folder} is a Helm chart, whose templates helm fills in; try: helm template ${folder} | windlass run -`;
  const kustomization = names.find(isKustomizationFile);
  if (kustomization === undefined) return undefined;
  const text = decodeText(await readFile(join(resolve(cwd, folder), kustomization)));
  return kustomizationTextMakesMore({ name: kustomization, text })
    ? `${folder} is a kustomization, which is more than its files; try: ${kustomizeCommand(folder)}`
    : undefined;
}
