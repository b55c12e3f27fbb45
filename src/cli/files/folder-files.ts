import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { appendAll } from '../../collections/append-all.ts';
import { decodeText } from '../../input/documents/decode-text.ts';
import { isKustomizationFile, kustomizationTextMakesMore, kustomizeCommand } from '../../input/documents/kustomization.ts';
import { few } from '../../input/nodes/plan-nodes.ts';
import { CommandError, exitCode } from '../command-error.ts';

const manifestName = /\.(?:ya?ml|json)(?:\.gz)?$/i;

/** What a folder may hold at most: one level too high is soon a whole disk. */
const filesMax = 20_000;

/** The files of a folder that may be input, and sentences on what is left out of it. */
interface FolderFiles {
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
  const leftOut = new Map<string, 'helm' | 'kustomize'>();
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = (await readdir(resolve(cwd, at), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const madeBy = await toolOf(at, names, cwd);
    if (madeBy !== undefined) {
      leftOut.set(at, madeBy);
      continue;
    }
    const isRead = (name: string) => (manifestName.test(name) && !isKustomizationFile(name)) || (/\.d$/.test(at) && name.endsWith('.conf'));
    appendAll(
      files,
      names.filter(isRead).map((name) => join(at, name)),
    );
    if (files.length > filesMax)
      throw new CommandError(exitCode.input, `${folder}: more than ${filesMax} files: name the folder with the manifests`);
    const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules');
    appendAll(pending, below.map(({ name }) => join(at, name)).reverse());
  }
  return { files, leftOut: leftOutSentences(leftOut) };
}

/** What makes manifests of the folder's files; undefined if they are manifests themselves. */
async function toolOf(folder: string, names: readonly string[], cwd: string): Promise<'helm' | 'kustomize' | undefined> {
  if (names.includes('Chart.yaml')) return 'helm';
  const kustomization = names.find(isKustomizationFile);
  if (kustomization === undefined) return undefined;
  const text = decodeText(await readFile(join(resolve(cwd, folder), kustomization)));
  return kustomizationTextMakesMore({ name: kustomization, text }) ? 'kustomize' : undefined;
}

/** Returns a sentence for each tool: which folders it makes manifests of, and the command for the first of them. */
function leftOutSentences(toolOfFolder: ReadonlyMap<string, 'helm' | 'kustomize'>): string[] {
  const foldersOf = (tool: string) => [...toolOfFolder].flatMap(([folder, its]) => (its === tool ? [folder] : []));
  const [charts, kustomizations] = [foldersOf('helm'), foldersOf('kustomize')];
  const sentence = (folders: readonly string[], one: string, several: string, command: string) =>
    folders.length === 0 ? [] : [`${folders.length === 1 ? `${folders[0]} is ${one}` : `${several}: ${few(folders)}`}; try: ${command}`];
  return [
    ...sentence(
      charts,
      'a Helm chart, whose templates helm fills in',
      `${charts.length} Helm charts, whose templates helm fills in`,
      `helm template ${charts[0]} | windlass run -`,
    ),
    ...sentence(
      kustomizations,
      'a kustomization, which is more than its files',
      `${kustomizations.length} kustomizations, which are more than their files`,
      kustomizeCommand(kustomizations[0] ?? ''),
    ),
  ];
}
