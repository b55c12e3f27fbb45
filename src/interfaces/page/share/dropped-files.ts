import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { manifestName, type ReadableFile } from './read-files.ts';

/** How deep folders are searched, and for how many files. More files are refused later. */
const most = { depth: 20, files: 2_001 };

/**
 * Returns the files of a drop. Files of folders have their path, and only files that look like manifests are
 * taken from folders.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly ReadableFile[]> {
  // The list is emptied after the event, so its entries are taken at once.
  const entries = [...transfer.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  );
  if (entries.length === 0) return [...transfer.files];
  const files: ReadableFile[] = [];
  for (const entry of entries) await gather(entry, 0, files);
  return files;
}

async function gather(entry: FileSystemEntry, depth: number, files: ReadableFile[]): Promise<void> {
  if (files.length >= most.files || depth > most.depth) return;
  if (isFolder(entry)) {
    const reader = entry.createReader();
    // Chromium gives at most a hundred entries at a time.
    for (let some = await entriesOf(reader); some.length > 0; some = await entriesOf(reader)) {
      for (const inner of some)
        if (inner.isDirectory || manifestName.test(inner.name)) await gather(inner, depth + 1, files);
    }
    return;
  }
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  const name = entry.fullPath.replace(/^\//, '') || file.name;
  files.push({ name, size: file.size, arrayBuffer: () => file.arrayBuffer() });
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/** The kind of a text from the clipboard: a link, manifests, or something that is not for Windlass. */
type PastedText =
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'manifests'; readonly source: SourceText }
  | undefined;

/** Returns what was pasted into the page outside of its fields. */
export function pastedText(text: string): PastedText {
  const fragment = /^\S*(#run\d+=\S*)$/.exec(text.trim())?.[1];
  if (fragment !== undefined) return { kind: 'link', fragment };
  const isManifest =
    /^[ \t{,"']*-?\s*["']?(?:kind|apiVersion)["']?\s*:/m.test(text) ||
    /"format"\s*:\s*"windlass-(?:run|trace)\//.test(text.slice(0, 500));
  return isManifest ? { kind: 'manifests', source: { name: 'pasted.yaml', text } } : undefined;
}
