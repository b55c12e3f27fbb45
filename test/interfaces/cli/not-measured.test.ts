import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-measured-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'pod.yaml'),
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: redis:7 }] }\n',
);

const windlass = (...args: readonly string[]) => runInProcess(args, { cwd: folder });
const run = (runtime: string, ...args: readonly string[]) =>
  windlass('run', 'pod.yaml', '--image-size', 'redis=10MB', '--runtime', runtime, ...args);

// Each output of such a runtime says so.
describe('a runtime that was not measured', () => {
  it.each([
    ['timeline', /cri-o:\/\/1\.33 \(not measured\)/],
    ['summary', /cri-o:\/\/1\.33 was not measured: its times are figures of another runtime \(node-1\)/],
    ['json', /"notMeasured": \[\s*"cri-o:\/\/1\.33 was not measured/],
    ['csv', /,runtime,runtime_measured\n.*,cri-o:\/\/1\.33,no\n/],
    ['describe', /cri-o:\/\/1\.33 was not measured/],
    ['prometheus', /^# cri-o:\/\/1\.33 was not measured/],
    ['perfetto', /cri-o:\/\/1\.33 \(not measured\)/],
    ['trace', /"runtimeMeasured":false.*"assumptions":\["cri-o:\/\/1\.33: not measured/],
  ])('is said to be so by -o %s', async (output, words) => {
    expect((await run('cri-o://1.33', '-o', output)).stdout).toMatch(words);
    expect((await run('containerd://2.4', '-o', output)).stdout).not.toMatch(
      /not measured|measured":false|,no\n/,
    );
  });

  it.each(['events', 'pods'])(
    'is told on stderr with -o %s, which is as kubectl prints it',
    async (output) => {
      expect((await run('cri-o://1.33', '-o', output)).stderr).toMatch(
        /cri-o:\/\/1\.33: not measured; it runs on/,
      );
    },
  );

  it('is said to be so by describe --node, --seeds and check', async () => {
    expect((await run('cri-o://1.33', '-o', 'describe', '--node', 'node-1')).stdout).toContain(
      'cri-o://1.33, not measured: ',
    );
    expect((await run('cri-o://1.33', '--seeds', '2')).stdout).toMatch(/cri-o:\/\/1\.33 was not measured/);
    expect((await run('cri-o://1.33', '--seeds', '2', '-o', 'json')).stdout).toMatch(
      /"notMeasured": \[\s*"cri-o/,
    );
    writeFileSync(join(folder, 'run.ndjson'), (await run('cri-o://1.33', '-o', 'trace')).stdout);
    expect((await windlass('check', 'run.ndjson')).stdout).toMatch(/cri-o:\/\/1\.33 was not measured/);
    expect((await windlass('check', 'run.ndjson', '-o', 'json')).stdout).toMatch(
      /"notMeasured": \[\s*"cri-o/,
    );
  });
});

describe('the options of the runtime', () => {
  it('are told where they are other than its defaults', async () => {
    const option = ['--runtime-config', 'max_concurrent_downloads=6'];
    const { stdout } = await run('containerd://1.6', ...option);
    expect(stdout).toContain('containerd://1.6 · max_concurrent_downloads 6 · ');
    expect((await run('containerd://1.6', '-o', 'pods', ...option)).stderr).toContain(
      'containerd://1.6 · max_concurrent_downloads 6 · ',
    );
    expect(
      (await run('containerd://1.6', '--runtime-config', 'max_concurrent_downloads=3')).stdout,
    ).toContain('containerd://1.6 · serialized');
  });

  it('are all in what describe tells of the node', async () => {
    const { stdout } = await run(
      'containerd://2.4',
      '-o',
      'describe',
      '--node',
      'node-1',
      '--runtime-config',
      'snapshotter=native',
    );
    expect(stdout).toMatch(/image_pull_progress_timeout +5m0s \(default\)\n/);
    expect(stdout).toMatch(/snapshotter +native\n/);
  });

  it('are in the command of a report that makes the same run again', async () => {
    await run(
      'containerd://2.4',
      '--runtime-config',
      'max_concurrent_downloads=6',
      '--report',
      'report.html',
    );
    const { readFileSync } = await import('node:fs');
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(report).toContain('--runtime-config max_concurrent_downloads=6');
    expect(report).toContain('use_local_image_pull true');
  });
});
