import { expect, test } from 'vitest';
import { droppedFiles } from '../../../../src/interfaces/page/share/dropped-files.ts';

type Tree = string | { readonly [name: string]: Tree };

/** A file or folder as a browser gives it; of a folder at most `atOnce` entries at a time. */
function entryOf(name: string, tree: Tree, parent = '', atOnce = 2): unknown {
  const fullPath = `${parent}/${name}`;
  if (typeof tree === 'string') {
    return {
      name,
      fullPath,
      isDirectory: false,
      file: (resolve: (file: File) => void) => resolve(new File([tree], name)),
    };
  }
  const createReader = () => {
    const left = Object.entries(tree).map(([inner, below]) => entryOf(inner, below, fullPath, atOnce));
    return { readEntries: (resolve: (entries: unknown) => void) => resolve(left.splice(0, atOnce)) };
  };
  return { name, fullPath, isDirectory: true, createReader };
}

function drop(entries: readonly unknown[], files: readonly File[] = []): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  const text = {
    kind: 'string',
    webkitGetAsEntry: () => ({ name: 'no', fullPath: '/no', isDirectory: false }),
  };
  return { items: [text, ...items], files } as unknown as DataTransfer;
}

const read = async (transfer: DataTransfer) => {
  const files = await droppedFiles(transfer);
  return Promise.all(
    files.map(async (file) => [file.name, file.size, new TextDecoder().decode(await file.arrayBuffer())]),
  );
};

test('files that are dropped come as they are, those of folders with their path and only where they look like manifests', async () => {
  const folder = {
    'a.yaml': 'kind: Pod',
    'cat.png': 'x',
    deep: { 'b.yml': 'bb', 'c.json': '{}' },
    'run.ndjson': '{}',
    README: 'no',
  };
  expect(await read(drop([entryOf('cat.png', 'meow'), entryOf('app', folder)]))).toEqual([
    ['cat.png', 4, 'meow'],
    ['app/a.yaml', 9, 'kind: Pod'],
    ['app/deep/b.yml', 2, 'bb'],
    ['app/deep/c.json', 2, '{}'],
    ['app/run.ndjson', 2, '{}'],
  ]);
});

test('a browser that knows no entries gives its files', async () => {
  const file = new File(['x'], 'a.yaml');
  expect(await droppedFiles(drop([null], [file]))).toEqual([file]);
  expect((await droppedFiles(drop([entryOf('b.yaml', 'y')], [file]))).map(({ name }) => name)).toEqual([
    'b.yaml',
  ]);
});

test('an entry without a path goes by the name of its file', async () => {
  const bare = { ...(entryOf('a.yaml', 'x') as object), fullPath: '' };
  expect((await droppedFiles(drop([bare]))).map(({ name }) => name)).toEqual(['a.yaml']);
});

test('folders within folders are searched twenty deep, and one file more than can be opened is looked for', async () => {
  let tree: Tree = { 'deep.yaml': 'x' };
  for (let depth = 0; depth < 19; depth++) tree = { [`${depth}.yaml`]: 'x', down: tree };
  expect(await droppedFiles(drop([entryOf('top', tree)]))).toHaveLength(20);
  expect(await droppedFiles(drop([entryOf('top', { more: tree })]))).toHaveLength(19);
  const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`${n}.yaml`, '']));
  expect(await droppedFiles(drop([entryOf('many', many, '', 100), entryOf('one.yaml', '')]))).toHaveLength(
    2_001,
  );
});

test('what cannot be read is told', async () => {
  const gone = new Error('gone');
  const fails = (_: unknown, reject: (error: Error) => void) => reject(gone);
  await expect(
    droppedFiles(drop([{ name: 'a', fullPath: '/a', isDirectory: false, file: fails }])),
  ).rejects.toBe(gone);
  const folder = {
    name: 'a',
    fullPath: '/a',
    isDirectory: true,
    createReader: () => ({ readEntries: fails }),
  };
  await expect(droppedFiles(drop([folder]))).rejects.toBe(gone);
});
