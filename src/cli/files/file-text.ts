import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../input/documents/decode-text.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

/** More than any input that is read; a small file could unpack to any size. */
const unpackedMax = 256 * 1024 * 1024;

/** The text of a file, unpacked where gzip has packed it. Throws a `CommandError` (input) for what cannot be unpacked, and for archives. */
export function fileText(name: string, bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes);
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) {
    const advice = `helm template ${name} | windlass run -, if it is a chart; else unpack it: tar xzf ${name}`;
    throw new CommandError(exitCode.input, `${name}: an archive of several files\n  try: ${advice}`);
  }
  try {
    return decodeText(gunzipSync(bytes, { maxOutputLength: unpackedMax }));
  } catch (error) {
    throw new CommandError(exitCode.input, `${name}: cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
  }
}
