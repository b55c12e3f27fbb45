import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../../../tidy/sources.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-calibrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const log = 'examples/calibrate/containerd.log';
const logText = readFileSync(join(root, log), 'utf8');

describe('windlass calibrate', () => {
  test('writes a Scenario to stdout and the table to stderr', async () => {
    const { code, stdout, stderr } = await runInProcess(['calibrate', '--log', log]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Made by windlass calibrate from examples\/calibrate\/containerd.log\.\n/);
    expect(stdout).toContain('kind: Scenario');
    expect(stderr).toMatch(/^ +estimate +95% interval/);
  });

  test('--out writes the file whole, and a run takes it', async () => {
    const { code, stdout, stderr } = await runInProcess(
      ['calibrate', '--log', join(root, log), '--out', 'node.yaml'],
      { cwd: folder },
    );
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('windlass: wrote node.yaml; try: windlass run pods.yaml node.yaml');
    expect(readdirSync(folder)).toEqual(['node.yaml']);
    const ran = await runInProcess(
      ['run', join(root, 'examples/calibrate/pods.yaml'), 'node.yaml', '-o', 'summary'],
      { cwd: folder },
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).not.toContain('warning');
  });

  test('reads stdin, .gz, events and metrics together', async () => {
    writeFileSync(join(folder, 'half.log.gz'), gzipSync(logText));
    const piped = await runInProcess(['calibrate', '--log', '-', '-o', 'json'], { stdin: logText });
    const packed = await runInProcess(['calibrate', '--log', join(folder, 'half.log.gz'), '-o', 'json']);
    expect(packed.stdout).toBe(piped.stdout);
    const all = [
      'calibrate',
      '--log',
      log,
      '--events',
      'examples/calibrate/events.json',
      '--metrics',
      'examples/calibrate/kubelet.prom',
    ];
    const { pullsSeen, thrownAway, notes } = JSON.parse((await runInProcess([...all, '-o', 'json'])).stdout);
    expect(pullsSeen).toBe(JSON.parse(piped.stdout).pullsSeen);
    expect(thrownAway).toContainEqual({
      reason: 'an event of a pull that is in the log too',
      count: pullsSeen,
    });
    expect(notes).toContain(
      'the metrics were read but not used: they count the same pulls in coarser classes',
    );
  });

  test('metrics alone: no word of single pulls, which a histogram does not have', async () => {
    const { code, stderr } = await runInProcess([
      'calibrate',
      '--metrics',
      'examples/calibrate/kubelet.prom',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain("16 pulls in the kubelet's histogram");
    expect(stderr).not.toMatch(/Pulls: |collect more pulls/);
  });

  test('--node leaves the pulls of others out', async () => {
    const { code, stderr } = await runInProcess([
      'calibrate',
      '--events',
      'examples/calibrate/events.json',
      '--node',
      'worker-4',
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain('a pull of another node');
    expect(stderr).toContain('no pull in it that tells anything');
  });

  test.each([
    [[], 2, 'calibrate needs a file'],
    [['--log', '-', '--events', '-'], 2, '- is stdin, which can be read only once'],
    [['--log', 'nowhere.log'], 3, 'nowhere.log: no such file'],
    [['--log', log, '-o', 'xml'], 2, "argument 'xml' is invalid"],
    [['--log', log, '--runtime', 'docker'], 2, '--runtime docker: not of the form containerd://1.7'],
    [['--log', 'package.json'], 3, "package.json:1:1: no line of containerd's log about pulls in it"],
    [['--events', 'README.md'], 3, 'README.md:'],
    [['--metrics', 'README.md'], 3, 'README.md:3:1: '],
    [['--log', log, '--out', 'no/such/folder/x.yaml'], 2, 'no/such/folder/x.yaml'],
  ])('%j exits with %i and says why', async (argv, expected, words) => {
    const { code, stdout, stderr } = await runInProcess(['calibrate', ...argv]);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/internal error|\n {4}at /);
  });

  test('a log cut anywhere, with Windows line ends, or full of garbage ends in figures or an error, never in a stack', async () => {
    const cut = logText.slice(0, 50_000).replaceAll('\n', '\r\n');
    const mixed = `${'\u0000\u001b]0;x\u0007'.repeat(50)}\n${logText.slice(3_000, 40_000).replaceAll('level=info', 'level=info\ntime="')}`;
    for (const stdin of [cut, mixed]) {
      const { code, stderr } = await runInProcess(['calibrate', '--log', '-'], { stdin });
      expect([0, 3]).toContain(code);
      expect(stderr).not.toContain('internal error');
      expect(stderr).not.toContain('\u001b');
    }
  });
});
