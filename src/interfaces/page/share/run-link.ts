import { type ReadSharedRun, readSharedRunJson, type SharedRun, sharedRunJson } from './shared-run.ts';

/** The text before the compressed run in the address, with its version. */
export const linkMark = '#run1=';

/** Longer links are refused: many programs cut them, and a file does the same. */
export const linkLengthMax = 32_000;
/** The length that many chat and mail programs accept. */
export const linkLengthSafe = 2_000;

const textBytesMax = 8 * 1024 * 1024;

/**
 * Returns the part of an address after the page's own, with the whole input of the run. Browsers do not send
 * it to the server.
 */
export async function linkFragment(run: SharedRun): Promise<string> {
  return linkMark + (await compressed(sharedRunJson(run)));
}

/**
 * Reads the run from an address's fragment; undefined if the fragment is about something else. A damaged run
 * gives a message.
 */
export async function readLinkFragment(fragment: string): Promise<ReadSharedRun | undefined> {
  const [, version, packed = ''] = /^#run(\d+)=([^&]*)/.exec(fragment) ?? [];
  if (version === undefined) return undefined;
  const refused = (message: string): ReadSharedRun => ({
    ok: false,
    message: `this link cannot be opened: ${message}`,
  });
  if (`#run${version}=` !== linkMark) return refused('it is of a newer version of Windlass');
  if (packed.length > 10 * linkLengthMax) return refused('it is too long');
  const text = await decompressed(packed, textBytesMax);
  if (text === undefined) return refused('it was cut off or changed on its way');
  const read = readSharedRunJson(text);
  return read.ok ? read : refused(read.message);
}

/** Returns the bytes of a text, compressed, as a text for a link (base64url). */
export async function compressed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Returns the text from which `compressed` has made this; undefined if it is none, or longer than `bytesMax`.
 * A small link can stand for gigabytes, so unpacking stops there.
 */
export async function decompressed(packed: string, bytesMax: number): Promise<string | undefined> {
  if (!/^[\w-]*$/.test(packed)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    let length = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.length;
      if (length > bytesMax) {
        await reader.cancel();
        return undefined;
      }
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text + decoder.decode();
  } catch {
    return undefined;
  }
}

/** The address of the page, as far as a link needs it. */
interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly href: string;
}

/**
 * Returns the link with this fragment. The address of a page on one's own machine is of no use to others, and
 * its token is secret; then the link is the fragment alone, which can be pasted on any Windlass page.
 */
export function linkAddress({ protocol, hostname, href }: PageAddress, fragment: string): string {
  return isOwnMachine({ protocol, hostname }) ? fragment : href.replace(/#.*$/s, '') + fragment;
}

/** Whether the page comes from this machine and not from the web. */
export function isOwnMachine({ protocol, hostname }: Omit<PageAddress, 'href'>): boolean {
  return !/^https?:$/.test(protocol) || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
