import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ChunkStore } from '../../../../src/interfaces/cli/trace/chunk-store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function textOf(store: ChunkStore, part: number): string {
  const next = store.reader(part);
  const texts: string[] = [];
  for (let chunk = next(); chunk !== undefined; chunk = next()) texts.push(new TextDecoder().decode(chunk));
  return texts.join(' ');
}

test.each([
  ['memory', 1_000],
  ['a file', 0],
  ['both', 10],
])('chunks of several parts come back in order from %s', (_, inMemory) => {
  const store = new ChunkStore(inMemory);
  for (const [part, text] of [
    [2, 'one'],
    [0, 'größer'],
    [2, 'two'],
    [2, 'three'],
    [0, 'end'],
  ] as const)
    store.add(part, bytes(text));
  expect([0, 1, 2].map((part) => textOf(store, part))).toEqual(['größer end', '', 'one two three']);
  store.close();
});

test('a file has no name once it is open: nothing stays of it however the process ends', () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('windlass-trace-'));
  const before = folders();
  const store = new ChunkStore(0);
  store.add(0, bytes('one'));
  expect(folders()).toEqual(before);
  expect(textOf(store, 0)).toBe('one');
  store.close();
});

test('a temporary folder that is not there is told with the way out', () => {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = '/nowhere/at-all';
  try {
    expect(() => new ChunkStore(0).add(0, bytes('one'))).toThrow(
      'the temporary folder /nowhere/at-all (TMPDIR names another) cannot be written: there is no folder',
    );
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
});
