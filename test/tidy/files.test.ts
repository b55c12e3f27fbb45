import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/interfaces/cli/version.ts';
import { root, type Source, sourcesUnder, stylesUnder } from './sources.ts';

const linesMax = 500;
/** A statechart stands in one file with its setup, and describes each of its states. */
const linesOfStatechartMax = 750;
/** The fetch stands in one file with the actor that fetches chunks for it, which has the same setup. */
const linesOfFetchMax = 950;
const filesOfFolderMax = 25;
/** Folders that are lists of like things, one file each, to be found by their names. */
const lists = ['src/interfaces/cli/commands'];
/** Whether a script has made a file, such as the rows of images. */
const isMade = (text: string): boolean => /^(?:\/\/|\/\*\*).* Made by scripts\//m.test(text.slice(0, 300));
const emptyNames = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/;

const sources = sourcesUnder('machines', 'src', 'tools', 'test', 'bench', 'scripts', 'examples');

test(`no file of code is over ${linesMax} lines`, () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter(({ text }) => !isMade(text)).flatMap(tooLong)).toEqual([]);
  const styles = stylesUnder('src');
  expect(styles.length).toBeGreaterThan(5);
  expect(styles.flatMap(tooLong)).toEqual([]);
});

test(`no folder has more than ${filesOfFolderMax} files of code side by side`, () => {
  expect(tooFull(sources).filter((folder) => !lists.some((list) => folder.startsWith(`${list}:`)))).toEqual(
    [],
  );
});

test('no file is named after nothing in particular', () => {
  expect(sources.map(({ path }) => path).filter((path) => emptyNames.test(path))).toEqual([]);
});

test('a file is known by its name: no default exports', () => {
  expect(sources.filter((source) => !source.path.startsWith('bench/')).filter(hasDefaultExport)).toEqual([]);
});

test('the version that the command prints is that of the package', () => {
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe(version);
});

test('each of these checks catches a bad sample', () => {
  expect(tooLong({ path: 'a.ts', text: 'x\n'.repeat(500) })).toEqual([]);
  expect(tooLong({ path: 'a.ts', text: 'x\n'.repeat(501) })).toEqual(['a.ts: 501 lines']);
  const chart = (lines: number) => ({
    path: 'machines/a.ts',
    text: `createMachine({\n${'x\n'.repeat(lines - 1)}`,
  });
  expect(tooLong(chart(750))).toEqual([]);
  expect(tooLong(chart(751))).toEqual(['machines/a.ts: 751 lines']);
  const fetch = (lines: number) => ({ ...chart(lines), path: 'machines/runtime/fetch/fetch.ts' });
  expect(tooLong(fetch(950))).toEqual([]);
  expect(tooLong(fetch(951))).toEqual(['machines/runtime/fetch/fetch.ts: 951 lines']);
  expect(tooLong({ ...chart(501), path: 'src/a.ts' })).toEqual(['src/a.ts: 501 lines']);
  const files = (count: number): Source[] =>
    Array.from({ length: count }, (_, index) => ({ path: `src/a/${index}.ts`, text: '' }));
  expect(tooFull([...files(25), { path: 'src/a/b/c.ts', text: '' }])).toEqual([]);
  expect(tooFull(files(26))).toEqual(['src/a: 26 files']);
  for (const name of ['src/utils.ts', 'src/helpers/time.ts', 'src/common/a.ts', 'util.ts'])
    expect(name).toMatch(emptyNames);
  for (const name of ['src/trace/record.ts', 'src/inputs/uncommon.ts']) expect(name).not.toMatch(emptyNames);
  expect(hasDefaultExport({ path: 'a.ts', text: 'export default function run() {}' })).toBe(true);
});

function tooLong({ path, text }: Source): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines > maxLines({ path, text }) ? [`${path}: ${lines} lines`] : [];
}

function maxLines({ path, text }: Source): number {
  if (path === 'machines/runtime/fetch/fetch.ts') return linesOfFetchMax;
  return path.startsWith('machines/') && /\bcreateMachine\(/.test(text) ? linesOfStatechartMax : linesMax;
}

function tooFull(files: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > filesOfFolderMax)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

function hasDefaultExport({ text }: Source): boolean {
  return /^export default\b/m.test(text);
}

test('citations point into the repository or to upstream sources', () => {
  const outside =
    /\bshared\/(runtime-runs|kubelet-runs|conformance|oracle|ui|inputs|[a-z]+\.md)|\b(semantics|design|needs)(\.md| §)|\bdata\.md/;
  const cited = sources
    .filter(({ path }) => path !== 'test/tidy/files.test.ts')
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (outside.test(line) ? [`${path}:${index + 1}`] : [])),
    );
  expect(cited).toEqual([]);
});
