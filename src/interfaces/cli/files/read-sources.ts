import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../../inputs/documents/decode-text.ts';
import { stdinName } from '../../../inputs/documents/input-error.ts';
import { parseSource } from '../../../inputs/documents/parse-source.ts';
import { Problems } from '../../../inputs/documents/problems.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { isKubeletPatch, kubeletSourceRow } from '../../../inputs/kubelet-sources/kubelet-source-rows.ts';
import { lessInput } from '../../../inputs/limits.ts';
import { few } from '../../../inputs/nodes/plan-nodes.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { checkWritable } from './check-writable.ts';
import { folderFiles } from './folder-files.ts';
import { longerThan, readBytes } from './read-bytes.ts';

/**
 * What a file has at most, unpacked: more than any input that is read. A larger one is refused before it
 * fills the memory.
 */
const bytesMax = 256 * 1024 * 1024;

/** A key by which something that is read begins; a file of a folder without any is another program's. */
const knownKey =
  /["']?(?<![\w-])(?:apiVersion|kind|schemaVersion|repoTags|SchemaV2Manifest|OCIManifest)["']?\s*:/;

/**
 * The texts that the arguments name, in the order of the arguments: a file, `-` for stdin, a folder (see
 * `folderFiles`; of certs.d the hosts.toml of each registry), a glob, or one of the terminal's documents. Files may be packed by gzip. Throws
 * a `CommandError` (input) for what cannot be read and for a folder or glob without a file, and one (usage)
 * if `-` is there twice, or if one of `outputs`, the files that the command will write, could not be written
 * or would take the place of a file that was read. What else is left out is told on stderr: nothing is left
 * out silently.
 */
export async function readSources(
  inputs: readonly string[],
  terminal: Pick<Terminal, 'stdin' | 'cwd' | 'documents'> & Partial<Pick<Terminal, 'stderr'>>,
  outputs: readonly (string | undefined)[],
): Promise<SourceText[]> {
  const { cwd, documents } = terminal;
  const warn = (sentence: string) => terminal.stderr?.write(`windlass: warning: ${visibleText(sentence)}\n`);
  checkStdin(inputs);
  // Before stdin is read, for which a person may have to wait.
  await checkWritable(
    cwd,
    outputs,
    inputs.filter((input) => documents?.has(input) !== true),
  );
  const sources: SourceText[] = [];
  const files: string[] = [];
  let bytesLeft = bytesMax;
  const readOne: ReadOne = async (file, path) => {
    files.push(file);
    const name = visibleText(file);
    const bytes = await readBytes(file, { cwd, bytesMax, advice: lessInput, ...(path && { path }) });
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw longerThan(bytesMax, 'all files together', lessInput);
    return { name, text: fileText(name, bytes) };
  };
  for (const input of inputs) {
    const document = documents?.get(input);
    if (document !== undefined) sources.push({ name: visibleText(input), text: document });
    else if (input === '-')
      sources.push({ name: stdinName, text: fileText(stdinName, await readAll(terminal.stdin)) });
    else if (await isFolder(resolve(cwd, input)))
      appendAll(sources, await readFolder(input, cwd, readOne, warn));
    else for (const file of await filesOf(input, cwd)) sources.push(await readOne(file));
  }
  await checkWritable(cwd, outputs, files);
  return sources;
}

/** Throws a `CommandError` (usage) if stdin is to be read more than once. */
export function checkStdin(files: readonly string[]): void {
  if (files.filter((name) => name === '-').length > 1)
    throw new CommandError(exitCode.usage, '- is stdin, which can be read only once');
}

/** Reads a file, which is at its name or elsewhere. */
type ReadOne = (file: string, path?: Buffer) => Promise<SourceText>;

/** Whether it is a file that ends: a pipe or a device is read only where it is named itself. */
async function isRegular(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function readFolder(
  folder: string,
  cwd: string,
  readOne: ReadOne,
  warn: (sentence: string) => void,
): Promise<readonly SourceText[]> {
  const { files, paths, leftOut } = await folderFiles(folder, cwd);
  if (files.length === 0) {
    const { glob } = await import('tinyglobby');
    const hosts = (await glob(['*/hosts.toml'], { cwd: resolve(cwd, folder), onlyFiles: true })).sort();
    const found: SourceText[] = [];
    for (const name of hosts)
      if (await isRegular(resolve(cwd, folder, name))) found.push(await readOne(join(folder, name)));
    if (found.length > 0) return found;
    const reasons =
      leftOut.length > 0 ? leftOut : [`${folder}: no .yaml, .yml or .json file in this folder, nor below it`];
    throw new CommandError(exitCode.input, reasons.join('\n'));
  }
  for (const sentence of leftOut) warn(`left out: ${sentence}`);
  const sources: SourceText[] = [];
  for (const name of files) sources.push(await readOne(name, paths?.get(name)));
  const isKnown = ({ name, text }: SourceText) =>
    knownKey.test(text) ||
    name.endsWith('.conf') ||
    isComment(text.slice(0, 500)) ||
    isKubeletSource({ name, text });
  const others = sources.filter((source) => !isKnown(source));
  if (others.length === sources.length && others.length > 0)
    throw new CommandError(
      exitCode.input,
      `${folder}: none of its files has a Kubernetes object: ${few(others.map(({ name }) => name))}`,
    );
  if (others.length > 0)
    warn(`left out, as there are no Kubernetes objects in them: ${few(others.map(({ name }) => name))}`);
  return sources.filter(isKnown);
}

/** Whether there is nothing but comments in it. */
function isComment(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
}

/**
 * Whether a document without a kind has settings of kubelets: a patch of kubeadm, or a file of k3s, Talos or
 * kubespray.
 */
function isKubeletSource(source: SourceText): boolean {
  const { name, text } = source;
  return (
    isKubeletPatch(name) ||
    (text.length < 1e6 &&
      parseSource(source, new Problems()).some(({ value }) => kubeletSourceRow(value, name) !== undefined))
  );
}

async function filesOf(input: string, cwd: string): Promise<readonly string[]> {
  if ((await stat(resolve(cwd, input)).catch(() => undefined)) !== undefined) return [input];
  // A package of its own, which few runs need.
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(input)) return [input];
  const matches = (await glob([input], { cwd, onlyFiles: true, expandDirectories: false })).sort();
  const names: string[] = [];
  for (const name of matches) if (await isRegular(resolve(cwd, name))) names.push(name);
  if (names.length === 0) throw new CommandError(exitCode.input, `${input}: no file matches`);
  return names;
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
    chunks.push(bytes);
    size += bytes.byteLength;
    if (size > bytesMax) throw longerThan(bytesMax, stdinName, lessInput);
  }
  return Buffer.concat(chunks);
}

/**
 * The text of a file, unpacked where gzip has packed it. Throws a `CommandError` (input) for what cannot be
 * unpacked, and for archives.
 */
function fileText(name: string, bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes);
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) {
    const advice = `helm template ${name} | windlass run -, if it is a chart; else unpack it: tar xzf ${name}`;
    throw new CommandError(exitCode.input, `${name}: an archive of several files\n  try: ${advice}`);
  }
  try {
    return decodeText(gunzipSync(bytes, { maxOutputLength: bytesMax }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw longerThan(bytesMax, name, lessInput);
    throw new CommandError(
      exitCode.input,
      `${name}: cannot be unpacked (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
