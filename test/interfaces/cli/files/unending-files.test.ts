import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { podYaml } from '../../../inputs/reading.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-unending-'));
const pod = (name: string) => podYaml(name, '{ containers: [{ name: a, image: a }] }');

beforeAll(() => {
  mkdirSync(join(folder, 'manifests'));
  writeFileSync(join(folder, 'manifests/a.yaml'), pod('a'));
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/manifests/`), Buffer.from([0xff, 0xfe]), Buffer.from('.yaml')]),
    pod('b'),
  );
  writeFileSync(join(folder, 'manifests/x.json'), `${'# '.repeat(249)}\nx`);
  spawnSync('mkfifo', [join(folder, 'manifests/pipe.yaml'), join(folder, 'named')]);
  symlinkSync('/dev/zero', join(folder, 'manifests/zero.yaml'));
  symlinkSync('a.yaml', join(folder, 'manifests/link.yaml'));
  const long = (text: string, times: number) => gzipSync(Buffer.alloc(times * text.length, text));
  const packed = (name: string, member: Buffer, members: number) =>
    writeFileSync(join(folder, name), Buffer.concat(Array.from({ length: members }, () => member)));
  packed('zeros.gz', long('\0', 2 ** 26), 8);
  packed('empty.gz', long('\n', 2 ** 22), 2);
  packed('lines.gz', long('x\n', 2 ** 25), 8);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...words: readonly string[]) => runInProcess(words, { cwd: folder });

test('of a folder and of a glob regular files are read, whatever the bytes of their names, and the others are named', async () => {
  rmSync(join(folder, 'manifests/link.yaml'));
  const { code, stdout, stderr } = await run('run', 'manifests', '-o', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).pods.total).toBe(2);
  expect(stderr).toContain('left out: manifests/pipe.yaml, manifests/zero.yaml: no regular files');
  expect((await run('run', 'manifests/*.yaml')).code).toBe(0);
  expect(await run('run', 'manifests/z*.yaml')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no file matches'),
  });
});

test('a pipe that is named itself is read', async () => {
  const writer = spawn('sh', ['-c', `cat manifests/a.yaml > named`], { cwd: folder });
  expect(await run('run', 'named')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The pod started'),
  });
  writer.kill();
});

test.each([
  [['run', '/dev/zero'], '/dev/zero: more than 256 MiB, which is not read'],
  [['check', '/dev/zero'], '/dev/zero:1: a line: more than 64 MiB, which is not read'],
  [['calibrate', '--log', '/dev/zero'], '/dev/zero:1: a line: more than 64 MiB, which is not read'],
  [['calibrate', '--log', 'zeros.gz'], 'zeros.gz unpacked, 100 times as much as packed: more than 64 MiB'],
  [['calibrate', '--log', 'lines.gz'], 'lines.gz unpacked, 100 times as much as packed: more than 64 MiB'],
  [['calibrate', '--log', 'empty.gz'], 'empty.gz:1000001: more than 1000000 empty lines'],
  [['conform', 'zeros.gz'], 'zeros.gz unpacked, 100 times as much as packed: more than 64 MiB'],
  [['conform', '--expect', 'empty.gz', 'empty.gz'], 'empty.gz:1000001: more than 1000000 empty lines'],
  [['import', 'zeros.gz'], 'zeros.gz: more than 256 MiB, which is not read'],
  [['verify', 'manifests/a.yaml', 'zeros.gz'], 'zeros.gz: more than 256 MiB, which is not read'],
  [
    ['sweep', 'manifests/a.yaml', '--vary', 'nodes=1,2', '--resume', '/dev/zero'],
    '/dev/zero:1: a line: more than 64 MiB',
  ],
])('windlass %j ends with a sentence', async (words, sentence) => {
  expect(await run(...words)).toMatchObject({ code: 3, stderr: expect.stringContaining(sentence) });
});
