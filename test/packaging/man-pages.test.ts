import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../src/interfaces/cli/commands/commands.ts';
import { root } from '../tidy/sources.ts';

const folder = join(root, 'man');
const pages = readdirSync(folder);

test('each command has a man page, and the program, and the plugin of kubectl', () => {
  const shown = commands.filter(({ isHidden }) => isHidden !== true).map(({ name }) => `windlass-${name}.1`);
  expect(pages.toSorted()).toEqual(['kubectl-windlass.1', 'windlass.1', ...shown].toSorted());
  expect(readFileSync(join(folder, 'windlass-run.1'), 'utf8')).toContain('maxParallelImagePulls=5');
});

// `npm run check` says whether they are those of the help texts.
const linters = [
  ['mandoc', ['-T', 'lint', '-W', 'warning']],
  ['groff', ['-man', '-Tutf8', '-ww', '-z']],
] as const;

for (const [linter, options] of linters) {
  const isHere = spawnSync(linter, ['--version']).error === undefined;
  test.skipIf(!isHere)(
    `${linter} has no warning about them${isHere ? '' : ` (SKIPPED: no ${linter} here)`}`,
    () => {
      for (const page of pages) {
        const { stdout, stderr } = spawnSync(linter, [...options, join(folder, page)], { encoding: 'utf8' });
        expect(stdout + stderr, page).toBe('');
      }
    },
  );
}
