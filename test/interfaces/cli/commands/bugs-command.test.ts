import { expect, it } from 'vitest';
import { knownBugs, releaseBugs } from '../../../../src/rules/kubelet/known-bugs.ts';
import { runInProcess } from '../run-in-process.ts';

it('lists every known bug with its releases, effect and source', async () => {
  const { code, stdout, stderr } = await runInProcess(['bugs']);
  expect([code, stderr]).toEqual([0, '']);
  const words = stdout.replace(/\s+/g, ' ');
  for (const { id, effect, source } of knownBugs) {
    expect(words).toContain(`${id} `);
    expect(words).toContain(effect);
    expect(words).toContain(source);
  }
  expect(stdout).toContain('striped-locks  image pull, 1.33 to 1.36\n');
  expect(stdout).toMatch(/\n\d+ known bugs\n$/);
});

it('leaves out the bugs of other releases', async () => {
  const { stdout } = await runInProcess(['bugs', '--kubelet-version', 'v1.27.16-gke.3', '-o', 'json']);
  expect(JSON.parse(stdout).items).toEqual(releaseBugs('1.27'));
  expect(await runInProcess(['bugs', '--kubelet-version', '1.38'])).toMatchObject({
    stdout: (await runInProcess(['bugs', '--kubelet-version', '1.37'])).stdout.replace(/1\.37\n$/, '1.38\n'),
    stderr:
      'windlass: warning: kubelet 1.38 is newer than 1.37, the newest release known here: the rules of 1.37.2 are used\n',
  });
  expect(await runInProcess(['bugs', '--kubelet-version', '1.12'])).toMatchObject({ code: 2, stdout: '' });
  expect(await runInProcess(['bugs', '--kubelet-version', 'new'])).toMatchObject({ code: 2, stdout: '' });
});

it.each([80, 200])('keeps to %i columns', async (columns) => {
  const { stdout } = await runInProcess(['bugs'], { env: { COLUMNS: String(columns) } });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
    Math.min(columns, 120),
  );
});
