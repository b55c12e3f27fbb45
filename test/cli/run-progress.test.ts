import { expect, it } from 'vitest';
import { RunProgress } from '../../src/cli/run-progress.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

function progressOn(isTTY: boolean): { readonly progress: RunProgress; readonly written: string[] } {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text), isTTY };
  const terminal: Terminal = { stdin: (async function* () {})(), stdout: stderr, stderr, env: {}, cwd: '/' };
  return { progress: new RunProgress(terminal), written };
}

const note = (progress: RunProgress, count: number) => {
  for (let id = 0; id < count; id++) progress.note({ type: 'node', state: 'started', actor: 'node-1', id, at: id });
};

it('tells a terminal how far a long run has come, and takes the line away at the end', () => {
  const { progress, written } = progressOn(true);
  note(progress, 45_000);
  expect(written.length).toBe(2);
  expect(written[1]).toContain('40 s simulated, 40000 records');
  progress.clear();
  expect(written.at(-1)).toBe('\r\u001b[K');
});

it('writes nothing for a short run, and nothing to a pipe', () => {
  const short = progressOn(true);
  note(short.progress, 100);
  short.progress.clear();
  const pipe = progressOn(false);
  note(pipe.progress, 45_000);
  pipe.progress.clear();
  expect([...short.written, ...pipe.written]).toEqual([]);
});
