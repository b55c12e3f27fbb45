import {
  readCounterexample,
  type StoredCounterexample,
} from '../../../proof/exploration/counterexample-file.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { readBytes } from '../files/read-bytes.ts';
import type { Terminal } from '../terminal.ts';

const bytesMax = 64 * 1024 * 1024;

/** Reads a file of `windlass explore --out`. Throws a `CommandError` where it is none. */
export async function readReplay(file: string, terminal: Terminal): Promise<StoredCounterexample> {
  const bytes = await readBytes(file, { cwd: terminal.cwd, bytesMax });
  const read = readCounterexample(bytes.toString('utf8'));
  if (!('error' in read)) return read;
  throw new CommandError(
    exitCode.input,
    `${file}: this is not a counterexample that can be run again\n${read.error}\nOne is made by: windlass explore … --out FILE`,
  );
}
