import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInProcess } from '../run-in-process.ts';

describe('windlass coverage', () => {
  test('prints a table of the machines that are named, in our order and each once, and what was run on stderr', async () => {
    const { code, stdout, stderr } = await runInProcess([
      'coverage',
      'serial-puller',
      'pull-slots',
      'SERIALPULLER',
    ]);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'MACHINE',
      'pullSlots',
      'serialPuller',
      'total',
      '',
    ]);
    const covered = [...stdout.matchAll(/^\w+ +(\d+)\/\1 +(\d+)\/\2 +(\d+)\/\3 +100 %$/gm)].map(
      ([, ...counts]) => counts.map(Number),
    );
    const [first = [], second = [], total] = covered;
    expect(total).toEqual(first.map((count, i) => count + (second[i] ?? 0)));
    expect(Math.min(...first, ...second)).toBeGreaterThan(0);
    expect(stderr).toMatch(/^windlass: 2 machines, \d+ paths \(all-guards\), \d+ events\n$/);
  });

  test('says how far it has come, where that takes long', async () => {
    let now = 0;
    const nowMs = () => (now += 11_000);
    const { stderr } = await runInProcess(['coverage', 'serial-puller', 'pull-slots'], { nowMs });
    expect(stderr).toMatch(
      /^windlass: 0 of 2 machines\nwindlass: 1 of 2 machines, about \d+ s left\nwindlass: 2 machines, /,
    );
  });

  test('-o json is the counts as data', async () => {
    const { stdout } = await runInProcess(['coverage', 'pull-slots', '-o', 'json']);
    const { items } = JSON.parse(stdout) as {
      items: [{ machine: string; states: { id: string; covered: boolean }[] }];
    };
    const [pullSlots] = items;
    expect(pullSlots.machine).toBe('pullSlots');
    expect(pullSlots.states).toMatchObject([
      { id: 'pullSlots.free', isInitial: true, covered: true },
      { id: 'pullSlots.full', isInitial: false, covered: true },
    ]);
  });

  test('-o mermaid is a diagram, with what the strategy leaves out in red', async () => {
    const all = await runInProcess(['coverage', 'serial-puller', '-o', 'mermaid']);
    expect(all.stdout.startsWith('stateDiagram-v2\n')).toBe(true);
    expect(all.stdout).not.toContain('transition_');
    const states = await runInProcess([
      'coverage',
      'serial-puller',
      '-o',
      'mermaid',
      '--strategy',
      'all-states',
    ]);
    expect(states.stdout).toMatch(/class transition_\d+ uncovered/);
  });

  test('--out writes a file and leaves stdout empty', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'windlass-coverage-'));
    try {
      const { code, stdout } = await runInProcess(
        ['coverage', 'serial-puller', '-o', 'html', '--out', 'coverage.html'],
        { cwd },
      );
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      const page = await readFile(join(cwd, 'coverage.html'), 'utf8');
      expect(page).toContain('<section id="serialPuller">');
      expect(page).toMatch(/<p>1 machine, \d+ paths \(all-guards\), \d+ events<\/p>/);
      expect(await readdir(cwd)).toEqual(['coverage.html']);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  test('a machine that nobody knows is told with the one that may be meant', async () => {
    const { code, stdout, stderr } = await runInProcess(['coverage', 'pull-slot']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('windlass: there is no machine pull-slot. Did you mean pullSlots?');
    expect(stderr).toContain('\n  imagePull\n');
  });

  test('a machine that is none of the kubelet has no paths, and the command names those that have some', async () => {
    for (const command of ['coverage', 'paths']) {
      const { code, stdout, stderr } = await runInProcess([command, 'content-store']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(
        "windlass: contentStore has no paths: only the kubelet's machines have some:\n  imagePull\n",
      );
      expect(stderr).not.toMatch(/^ {2}(contentStore|disk|prePull)$/m);
    }
  });

  test('a format or strategy that does not exist is a wrong command line', async () => {
    expect((await runInProcess(['coverage', 'serial-puller', '-o', 'svg'])).code).toBe(2);
    expect((await runInProcess(['coverage', 'serial-puller', '--strategy', 'some'])).code).toBe(2);
  });
});
