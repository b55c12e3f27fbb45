import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from '../../../../src/interfaces/cli/files/write-whole.ts';

it('waits for a reader that is slower, where a pipe does not take it all at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-pipe-'));
  const [pipe, out] = [join(folder, 'pipe'), join(folder, 'out')];
  execFileSync('mkfifo', [pipe]);
  // As node has its stdout: a write to a pipe that is full fails instead of waiting.
  const file = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const reader = spawn('sh', ['-c', 'exec 3< "$0"; sleep 0.1; cat <&3 > "$1"', pipe, out]);
  const text = `${'größer\n'.repeat(100_000)}end\n`;
  writeWhole(file, text);
  closeSync(file);
  await once(reader, 'exit');
  expect(readFileSync(out, 'utf8')).toBe(text);
});
