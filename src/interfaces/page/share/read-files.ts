import { decodeText } from '../../../inputs/documents/decode-text.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { limits } from '../../../inputs/limits.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { isSharedRunJson, readSharedRunJson } from './shared-run.ts';

/** A file of a browser, or of a test. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

/** Manifests, with settings if a shared file has them; or why the files were refused, in words. */
export type ReadFiles =
  | { readonly ok: true; readonly sources: readonly SourceText[]; readonly settings?: RunRequest }
  | { readonly ok: false; readonly errors: readonly string[] };

const filesMax = 2_000;
/** A stored trace may be longer than manifests. */
const traceBytesMax = 256 * 1024 * 1024;
const inputBytesMax = limits.textLength;

/** The names of files that are taken from a folder. */
export const manifestName = /\.(?:ya?ml|json|ndjson|jsonl)$/i;

/** Reads files that were dropped, chosen or pasted. A .windlass.json file opens the run that it holds. */
export async function readFiles(files: readonly ReadableFile[]): Promise<ReadFiles> {
  const refused = (...errors: readonly string[]): ReadFiles => ({ ok: false, errors });
  if (files.length === 0)
    return refused('nothing to open: expected .yaml, .yml or .json files, or a folder of them');
  if (files.length > filesMax) return refused(`${files.length} files: at most ${filesMax} are read`);
  const isTrace = files.length === 1 && /\.(?:ndjson|jsonl)$/i.test(files[0]?.name ?? '');
  const bytesMax = isTrace ? traceBytesMax : inputBytesMax;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > bytesMax)
    return refused(
      `${megabytes(bytes)} of input: at most ${megabytes(bytesMax)} are read here; the command line reads more`,
    );
  const read = await Promise.all(files.map(readFile));
  const errors = read.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (errors.length > 0) return refused(...errors);
  const sources = read.flatMap((each) => (typeof each === 'string' ? [] : [each]));
  const shared = sources.find(({ text }) => isSharedRunJson(text));
  if (shared === undefined) return { ok: true, sources };
  if (sources.length > 1) return refused(`${shared.name} is a whole run: open it alone`);
  const result = readSharedRunJson(shared.text);
  return result.ok
    ? { ok: true, ...result.run }
    : refused(`${shared.name} cannot be opened: ${result.message}`);
}

async function readFile(file: ReadableFile): Promise<SourceText | string> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (error) {
    return `${file.name}: cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  try {
    const text = decodeText(new Uint8Array(bytes), { fatal: true });
    return text.includes('\0')
      ? `${file.name}: a binary file; expected YAML or JSON`
      : { name: file.name, text };
  } catch {
    return `${file.name}: not a text in UTF-8; expected YAML or JSON`;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MiB`;
}
