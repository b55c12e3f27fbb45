import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../input/documents/decode-text.ts';
import { lessInput } from '../../input/limits.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

/** What a file has at most, unpacked: more than any input that is read. A larger one is refused before it fills the memory. */
export const bytesMax = 256 * 1024 * 1024;

/** The text of a file, unpacked where gzip has packed it. Throws a `CommandError` (input) for what cannot be unpacked, and for archives. */
export function fileText(name: string, bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes);
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) {
    const advice = `helm template ${name} | windlass run -, if it is a chart; else unpack it: tar xzf ${name}`;
    throw new CommandError(exitCode.input, `${name}: an archive of several files\n  try: ${advice}`);
  }
  try {
    return decodeText(gunzipSync(bytes, { maxOutputLength: bytesMax }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(name);
    throw new CommandError(exitCode.input, `${name}: cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** The refusal of a file that has more than `bytesMax`. */
export function tooLarge(name: string): CommandError {
  return new CommandError(exitCode.input, `${name}: more than ${bytesMax / 1024 / 1024} MiB, which is not read\n  try: ${lessInput}`);
}
