import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError, exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { readSources } from '../../../../src/interfaces/cli/files/read-sources.ts';
import type { Terminal } from '../../../../src/interfaces/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-sources-'));

beforeAll(() => {
  for (const path of ['manifests/deep', 'empty', 'other', 'node', 'certs.d/r.io', 'certs.d/docker.io'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['b.yaml', 'a.yml', 'c.json', 'notes.txt', 'deep/d.yaml'])
    writeFileSync(join(folder, 'manifests', path), `# ${path}`);
  writeFileSync(join(folder, 'manifests/deep/package.json'), '{ "name": "x" } // of another program');
  for (const name of [
    'kubeletconfiguration0+merge.yaml',
    'kubeletconfiguration1+json.json',
    'k3s.yaml',
    'package.json',
  ])
    writeFileSync(join(folder, 'node', name), name === 'k3s.yaml' ? 'tls-san: [a]' : '[]');
  writeFileSync(join(folder, 'other/package.json'), '{ "name": "x" }');
  writeFileSync(join(folder, 'packed.yaml.gz'), gzipSync('# packed'));
  writeFileSync(join(folder, 'broken.gz'), gzipSync('# packed').subarray(0, 12));
  for (const name of ['vast.yaml', 'vast.gz']) writeFileSync(join(folder, name), '');
  truncateSync(join(folder, 'vast.yaml'), 3e9);
  const zeros = gzipSync(Buffer.alloc(2 ** 26), { level: 1 });
  writeFileSync(join(folder, 'vast.gz'), Buffer.concat(Array.from({ length: 5 }, () => zeros)));
  writeFileSync(join(folder, 'chart-1.0.tgz'), gzipSync('packed'));
  writeFileSync(join(folder, 'windows.yaml'), Buffer.from('\uFEFF# windows', 'utf16le'));
  for (const path of ['certs.d/r.io/hosts.toml', 'certs.d/docker.io/hosts.toml'])
    writeFileSync(join(folder, path), `# ${path}`);
  writeFileSync(join(folder, 'odd[1].yaml'), '# odd');
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(inputs: readonly string[], stdin: readonly (string | Uint8Array)[] = [], told: string[] = []) {
  const none = { write: () => {} };
  const terminal: Terminal = {
    stdin: (async function* () {
      yield* stdin;
    })(),
    stdout: none,
    stderr: { write: (text) => told.push(text) },
    env: {},
    cwd: folder,
    nowMs: () => 0,
  };
  return readSources(inputs, terminal, []);
}

test('files come in the order of the arguments, named as the user named them', async () => {
  expect(await read(['manifests/b.yaml', './manifests/a.yml'])).toEqual([
    { name: 'manifests/b.yaml', text: '# b.yaml' },
    { name: './manifests/a.yml', text: '# a.yml' },
  ]);
});

test('a folder gives its manifests and those below in order of name, as kubectl apply -R takes them; what is none is told', async () => {
  const told: string[] = [];
  const names = (await read(['manifests'], [], told)).map(({ name }) => name);
  expect(names).toEqual(['manifests/a.yml', 'manifests/b.yaml', 'manifests/c.json', 'manifests/deep/d.yaml']);
  expect(told).toEqual([
    'windlass: warning: left out, as there are no Kubernetes objects in them: manifests/deep/package.json\n',
  ]);
});

test('what gzip has packed and what Windows has written is read, also from stdin', async () => {
  const texts = (await read(['packed.yaml.gz', 'windows.yaml', '-'], [gzipSync('# piped')])).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['# packed', '# windows', '# piped']);
});

test('the folder certs.d gives the hosts.toml of each registry', async () => {
  expect((await read(['certs.d'])).map(({ name }) => name)).toEqual([
    'certs.d/docker.io/hosts.toml',
    'certs.d/r.io/hosts.toml',
  ]);
});

test('a glob gives what matches, sorted, folders below included', async () => {
  const names = (await read(['manifests/**/*.yaml'])).map(({ name }) => name);
  expect(names).toEqual(['manifests/b.yaml', 'manifests/deep/d.yaml']);
});

test('settings of kubelets without a kind are read from a folder too', async () => {
  const names = (await read(['node'])).map(({ name }) => name);
  expect(names).toEqual([
    'node/k3s.yaml',
    'node/kubeletconfiguration0+merge.yaml',
    'node/kubeletconfiguration1+json.json',
  ]);
});

test('a file whose name looks like a glob is a file', async () => {
  expect(await read(['odd[1].yaml'])).toEqual([{ name: 'odd[1].yaml', text: '# odd' }]);
});

test('- is stdin, and a character cut in two by a chunk is put together', async () => {
  const [head, tail] = [new Uint8Array([0x23, 0xc3]), new Uint8Array([0xa4])];
  expect(await read(['-'], [head, tail])).toEqual([{ name: '<stdin>', text: '#ä' }]);
  await expect(read(['-', '-'], [head, tail])).rejects.toThrow('- is stdin, which can be read only once');
});

test.each([
  ['nowhere.yaml', 'nowhere.yaml: no such file'],
  ['empty', 'empty: no .yaml, .yml or .json file in this folder, nor below it'],
  ['other', 'other: none of its files has a Kubernetes object: other/package.json'],
  ['broken.gz', 'broken.gz: cannot be unpacked (unexpected end of file)'],
  [
    'chart-1.0.tgz',
    'chart-1.0.tgz: an archive of several files\n  try: helm template chart-1.0.tgz | windlass run -, if it is a chart; else unpack it: tar xzf chart-1.0.tgz',
  ],
  ['manifests/*.toml', 'manifests/*.toml: no file matches'],
])('%s is an input error: nothing is left out silently', async (input, message) => {
  const error = await read([input]).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ exitCode: exitCode.input, message });
});

test.each([
  ['vast.yaml', []],
  ['vast.gz', []],
  ['-', Array.from({ length: 5 }, () => Buffer.alloc(2 ** 26))],
])(
  '%s has more than is read: it is refused before it fills the memory, with what to do',
  async (input, stdin) => {
    const error = await read([input], stdin).catch((caught: unknown) => caught);
    const name = input === '-' ? '<stdin>' : input;
    expect(error).toMatchObject({
      exitCode: exitCode.input,
      message: expect.stringMatching(
        `^${name}: more than 256 MiB, which is not read\n  try: leave out objects that make no pods`,
      ),
    });
  },
);
