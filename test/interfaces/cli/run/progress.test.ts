import { expect, it } from 'vitest';
import { Progress } from '../../../../src/interfaces/cli/run/progress.ts';
import type { Terminal } from '../../../../src/interfaces/cli/terminal.ts';

/** A task of `amount` parts, each of which takes `partMs` of the clock. */
async function told(
  amount: number,
  partMs: number,
  stderr: Partial<Terminal['stderr']> = {},
): Promise<string[]> {
  const written: string[] = [];
  let now = 5_000;
  const output = { write: (text: string) => written.push(text), ...stderr };
  const terminal: Terminal = {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    env: {},
    cwd: '/',
    nowMs: () => now,
  };
  const progress = new Progress(terminal);
  await progress.during(() => {
    for (let done = 0; done <= amount; done += 1) {
      progress.note({ told: `${done} of ${amount} parts`, remaining: [{ amount: amount - done }] });
      now += partMs;
    }
  });
  return written;
}

it('tells a file or a log every 10 s how far a task has come and how long it goes on', async () => {
  expect(await told(30, 1_000)).toEqual([
    'windlass: 10 of 30 parts, about 20 s left\n',
    'windlass: 20 of 30 parts, about 10 s left\n',
    'windlass: 30 of 30 parts, about 0 s left\n',
  ]);
});

it('says nothing in a log of a task that takes less than 10 s', async () => {
  expect(await told(99, 100)).toEqual([]);
});

it('draws one line on a terminal every second, within its width, and takes it away at the end', async () => {
  const written = await told(30, 100, { isTTY: true, columns: 31 });
  expect(written).toEqual([
    '\rwindlass: 10 of 30 parts, abou\u001b[K',
    '\rwindlass: 20 of 30 parts, abou\u001b[K',
    '\rwindlass: 30 of 30 parts, abou\u001b[K',
    '\r\u001b[K',
  ]);
  expect(await told(9, 100, { isTTY: true })).toEqual([]);
});

it('takes the line away where the task fails', async () => {
  const written: string[] = [];
  let now = 0;
  const output = { write: (text: string) => written.push(text), isTTY: true };
  const progress = new Progress({
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    env: {},
    cwd: '/',
    nowMs: () => now,
  });
  const failing = () =>
    progress.during(() => {
      now = 2_000;
      progress.note({ told: 'half', remaining: [] });
      throw new Error('over');
    });
  await expect(failing()).rejects.toThrow('over');
  expect(written).toEqual(['\rwindlass: half\u001b[K', '\r\u001b[K']);
});
