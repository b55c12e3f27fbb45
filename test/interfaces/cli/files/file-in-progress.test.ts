import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { FileInProgress, writeOutput } from '../../../../src/interfaces/cli/files/file-in-progress.ts';
import type { Terminal } from '../../../../src/interfaces/cli/terminal.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'windlass-file-'));

it('a file that is written piece by piece appears when it is complete', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  file.write('one, ');
  file.write('zwei, größer');
  expect(readdirSync(cwd)).toEqual(['a.txt.partial']);
  file.finish();
  file.drop();
  expect([readdirSync(cwd), readFileSync(join(cwd, 'a.txt'), 'utf8')]).toEqual([
    ['a.txt'],
    'one, zwei, größer',
  ]);
});

it('what is no file is written to, and not replaced', () => {
  const cwd = folder();
  symlinkSync('/dev/null', join(cwd, 'null'));
  for (const end of ['finish', 'drop'] as const) {
    const file = new FileInProgress(cwd, 'null');
    file.write('one');
    file[end]();
    expect([readdirSync(cwd), lstatSync(join(cwd, 'null')).isSymbolicLink()]).toEqual([['null'], true]);
  }
});

it('a file that is dropped leaves nothing', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  file.write('one');
  file.drop();
  expect(readdirSync(cwd)).toEqual([]);
});

it('a file whose folder goes away is an error that names it', () => {
  const cwd = folder();
  const file = new FileInProgress(cwd, 'a.txt');
  rmSync(cwd, { recursive: true });
  expect(() => file.finish()).toThrow(`a.txt cannot be written: there is no folder ${cwd}`);
});

it('a text replaces the file that was there, and where it cannot be written nothing is left', () => {
  const cwd = folder();
  const terminal = { cwd } as Terminal;
  writeFileSync(join(cwd, 'a.txt'), 'before');
  writeOutput('a.txt', 'after', terminal);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('after');
  mkdirSync(join(cwd, 'taken'));
  for (const path of ['nowhere/a.txt', 'taken']) {
    const refusal = expect.objectContaining({
      exitCode: exitCode.usage,
      message: expect.stringContaining(path),
    });
    expect(() => writeOutput(path, 'text', terminal)).toThrow(refusal);
  }
  expect(readdirSync(cwd).sort()).toEqual(['a.txt', 'taken']);
});
