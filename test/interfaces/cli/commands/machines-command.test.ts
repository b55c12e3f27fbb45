import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { charts } from '../../../../src/charts/statechart/charts.ts';
import { runInProcess } from '../run-in-process.ts';

describe('windlass machines', () => {
  test('lists all machines where none is named, the image pull first', async () => {
    const { code, stdout, stderr } = await runInProcess(['machines']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = stdout.split('\n').flatMap((line) => /^[a-z]\w+/.exec(line)?.[0] ?? []);
    expect(names).toEqual(charts.map(({ machine }) => machine));
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test('draws a machine that is named, as a file or an id names it', async () => {
    const { code, stdout } = await runInProcess(['machines', 'image-pull']);
    expect(code).toBe(0);
    expect(stdout.startsWith('stateDiagram-v2\n  state "settled" as state_imagePull_settled {\n')).toBe(true);
    expect((await runInProcess(['machines', 'imagePull', '-o', 'mermaid'])).stdout).toBe(stdout);
  });

  test('draws several as Markdown, in our order and each once', async () => {
    const { stdout } = await runInProcess(['machines', 'disk', 'pull-slots', 'DISK']);
    expect(stdout.match(/^## .+$/gm)).toEqual(['## pullSlots', '## disk']);
  });

  test('-o json is what createMachine takes', async () => {
    const { stdout } = await runInProcess(['machines', 'pullSlots', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'pullSlots',
      initial: 'free',
      states: { free: {}, full: {} },
    });
  });

  test('-o scxml is one document, of one machine', async () => {
    const { stdout } = await runInProcess(['machines', 'pullSlots', '-o', 'scxml']);
    expect(stdout).toContain('name="pullSlots" initial="pullSlots">');
    const several = await runInProcess(['machines', 'pullSlots', 'disk', '-o', 'scxml']);
    expect(several).toMatchObject({ code: 2, stdout: '' });
    expect(several.stderr).toContain('an SCXML document holds one machine');
    expect((await runInProcess(['machines', '-o', 'scxml'])).code).toBe(2);
  });

  test('-o list of some machines lists those', async () => {
    const { stdout } = await runInProcess(['machines', 'disk', '-o', 'list']);
    expect(stdout.split('\n')).toHaveLength(3);
  });

  test('--out writes a file and leaves stdout empty', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'windlass-machines-'));
    try {
      const { code, stdout } = await runInProcess(['machines', 'disk', '-o', 'json', '--out', 'disk.json'], {
        cwd,
      });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(JSON.parse(await readFile(join(cwd, 'disk.json'), 'utf8'))).toMatchObject({ id: 'disk' });
      expect(await readdir(cwd)).toEqual(['disk.json']);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  test('a machine that nobody knows is told with the one that may be meant, an unknown format with those that there are', async () => {
    const { code, stdout, stderr } = await runInProcess(['machines', 'pull-slot']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('windlass: there is no machine pull-slot. Did you mean pullSlots?');
    const format = await runInProcess(['machines', '-o', 'svg']);
    expect(format.code).toBe(2);
    expect(format.stderr).toContain('mermaid, json, scxml, list');
  });
});
