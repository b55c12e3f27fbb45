import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { decodeText } from '../../../inputs/documents/decode-text.ts';
import {
  isKustomizationFile,
  kustomizationTextMakesMore,
  kustomizeCommand,
} from '../../../inputs/documents/kustomization.ts';
import { few } from '../../../inputs/nodes/plan-nodes.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { readBytes } from './read-bytes.ts';

const manifestName = /\.(?:ya?ml|json)(?:\.gz)?$/i;

/** What a folder may hold at most: one level too high is soon a whole disk. */
const filesMax = 20_000;

/** What a kustomization has at most. */
const kustomizationBytesMax = 16 * 1024 * 1024;

/** A file as it is called in messages, and where it is: in bytes, since a name need not be UTF-8. */
interface FolderFile {
  readonly name: string;
  readonly path: Buffer;
}

/** The files of a folder that may be input, and sentences on what is left out of it. */
interface FolderFiles {
  readonly files: readonly string[];
  /** Where those are whose names are no UTF-8; absent: there are none. */
  readonly paths?: ReadonlyMap<string, Buffer>;
  readonly leftOut: readonly string[];
}

/**
 * The manifests of a folder and of those below it, in order of name; drop-in files (.conf) of folders that
 * end in `.d`. Helm charts, and kustomizations that are more than a list of files, are left out: the
 * sentences say how to make manifests of them. Hidden folders and node_modules are not looked into, and
 * pipes, sockets and devices are left out: one of them would be waited for, or has no end. `folder` is named
 * as the person named it, `cwd` where relative names start.
 */
export async function folderFiles(folder: string, cwd: string): Promise<FolderFiles> {
  const files: FolderFile[] = [];
  const irregular: string[] = [];
  const leftOut = new Map<string, 'helm' | 'kustomize'>();
  const pending: FolderFile[] = [{ name: folder, path: Buffer.from(resolve(cwd, folder)) }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { regular, others, folders } = await entriesOf(at);
    const madeBy = await toolOf(regular);
    if (madeBy !== undefined) {
      leftOut.set(at.name, madeBy);
      continue;
    }
    const isDropIn = /\.d$/.test(at.name);
    const isRead = ({ name }: FolderFile) =>
      (manifestName.test(name) && !isKustomizationFile(basename(name))) ||
      (isDropIn && name.endsWith('.conf'));
    appendAll(files, regular.filter(isRead));
    appendAll(
      irregular,
      others.filter(isRead).map(({ name }) => name),
    );
    if (files.length > filesMax)
      throw new CommandError(
        exitCode.input,
        `${folder}: more than ${filesMax} files: name the folder with the manifests`,
      );
    appendAll(pending, folders.reverse());
  }
  const paths = new Map(
    files.flatMap(({ name, path }) =>
      path.equals(Buffer.from(resolve(cwd, name))) ? [] : [[name, path] as const],
    ),
  );
  return {
    files: files.map(({ name }) => name),
    ...(paths.size > 0 && { paths }),
    leftOut: [...leftOutSentences(leftOut), ...irregularSentences(irregular)],
  };
}

interface Entries {
  readonly regular: FolderFile[];
  /** Pipes, sockets, devices, and links to nothing. */
  readonly others: FolderFile[];
  readonly folders: FolderFile[];
}

/** Returns what is in a folder, in order of name. */
async function entriesOf({ name: folder, path: at }: FolderFile): Promise<Entries> {
  const found: Entries = { regular: [], others: [], folders: [] };
  const entries = await readdir(at, { withFileTypes: true, encoding: 'buffer' });
  const named = entries
    .map((entry) => ({ entry, own: shownName(entry.name) }))
    .sort((a, b) => (a.own < b.own ? -1 : 1));
  for (const { entry, own } of named) {
    const file = { name: join(folder, own), path: Buffer.concat([at, Buffer.from('/'), entry.name]) };
    if (entry.isDirectory()) {
      if (!own.startsWith('.') && own !== 'node_modules') found.folders.push(file);
    } else if (entry.isFile() || (await stat(file.path).catch(() => undefined))?.isFile() === true)
      found.regular.push(file);
    else found.others.push(file);
  }
  return found;
}

/** Returns a file's name as text; one that is no UTF-8 with its bytes as `\xff`. */
function shownName(name: Buffer): string {
  const text = name.toString('utf8');
  if (Buffer.from(text).equals(name)) return text;
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`))
    .join('');
}

function irregularSentences(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${few(names)}: ${names.length === 1 ? 'no regular file' : 'no regular files'} (a pipe or device is read where it is named itself)`,
  ];
}

/** What makes manifests of the folder's files; undefined if they are manifests themselves. */
async function toolOf(files: readonly FolderFile[]): Promise<'helm' | 'kustomize' | undefined> {
  if (files.some(({ name }) => basename(name) === 'Chart.yaml')) return 'helm';
  const kustomization = files.find(({ name }) => isKustomizationFile(basename(name)));
  if (kustomization === undefined) return undefined;
  const { name, path } = kustomization;
  const text = decodeText(await readBytes(name, { cwd: '.', path, bytesMax: kustomizationBytesMax }));
  return kustomizationTextMakesMore({ name: basename(name), text }) ? 'kustomize' : undefined;
}

/**
 * Returns a sentence for each tool: which folders it makes manifests of, and the command for the first of
 * them.
 */
function leftOutSentences(toolOfFolder: ReadonlyMap<string, 'helm' | 'kustomize'>): string[] {
  const foldersOf = (tool: string) =>
    [...toolOfFolder].flatMap(([folder, its]) => (its === tool ? [folder] : []));
  const [charts, kustomizations] = [foldersOf('helm'), foldersOf('kustomize')];
  const sentence = (folders: readonly string[], one: string, several: string, command: string) =>
    folders.length === 0
      ? []
      : [
          `${folders.length === 1 ? `${folders[0]} is ${one}` : `${several}: ${few(folders)}`}; try: ${command}`,
        ];
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
