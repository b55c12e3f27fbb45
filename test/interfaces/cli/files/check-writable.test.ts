import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkWritable } from '../../../../src/interfaces/cli/files/check-writable.ts';

const cwd = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(cwd, { recursive: true }));

test('a file that can be written is left alone, and not made', async () => {
  await checkWritable(cwd, ['new.html', undefined]);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['none/x.html', `there is no folder ${join(cwd, 'none')}`],
  ['.', 'it is a folder'],
])('%s is refused before anything is done', async (path, why) => {
  await expect(checkWritable(cwd, [undefined, path])).rejects.toThrow(`${path} cannot be written: ${why}`);
});

test('what would take the place of an input, or of another output, is refused', async () => {
  const folder = mkdtempSync(join(cwd, 'input-'));
  writeFileSync(join(folder, 'web.yaml'), 'kind: Pod');
  symlinkSync('web.yaml', join(folder, 'link.yaml'));
  const refused = (paths: readonly string[], inputs: readonly string[]) =>
    checkWritable(folder, paths, inputs).then(
      () => undefined,
      (error: Error) => error.message,
    );
  const lost = 'cannot be written: it is an input, which would be lost';
  expect(await refused(['web.yaml'], ['web.yaml', '-'])).toBe(`web.yaml ${lost}`);
  expect(await refused(['./web.yaml'], ['link.yaml'])).toBe(`./web.yaml ${lost}`);
  expect(await refused(['a.html', join(folder, 'a.html')], ['web.yaml'])).toMatch(
    /a\.html cannot be written: another output goes there$/,
  );
  expect(await refused(['a.html', 'b.html'], ['web.yaml', 'none.yaml'])).toBeUndefined();
  expect(await refused(['/dev/null', '/dev/null'], [])).toBeUndefined();
});
