import { compressed, decompressed } from './compressed.ts';
import type { ReadSharedRun, SharedRun } from './shared-run.ts';
import { readSharedRunJson, sharedRunJson } from './shared-run-json.ts';

/** What stands before the compressed run in the address, with its version. */
const mark = '#run1=';

/** Longer ones are refused: programs cut such links, and a file does the same. */
export const linkLengthMax = 32_000;
/** What many chat and mail programs let through. */
export const linkLengthSafe = 2_000;

const textBytesMax = 8 * 1024 * 1024;

/** The part of an address after the page's own, with all that the run is made of. Nothing of it is sent to a server. */
export async function linkFragment(run: SharedRun): Promise<string> {
  return mark + (await compressed(sharedRunJson(run)));
}

/**
 * The run of an address's fragment; undefined where the fragment is about something else. Whatever else stands there gives a message.
 */
export async function readLinkFragment(fragment: string): Promise<ReadSharedRun | undefined> {
  const [, version, packed = ''] = /^#run(\d+)=([\s\S]*)$/.exec(fragment) ?? [];
  if (version === undefined) return undefined;
  const refused = (message: string): ReadSharedRun => ({ ok: false, message: `this link cannot be opened: ${message}` });
  if (`#run${version}=` !== mark) return refused('it is of a newer version of Windlass');
  if (packed.length > 10 * linkLengthMax) return refused('it is too long');
  const text = await decompressed(packed, textBytesMax);
  if (text === undefined) return refused('it was cut off or changed on its way');
  const read = readSharedRunJson(text);
  return read.ok ? read : refused(read.message);
}
