import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root, withoutComments } from '../tidy/sources.ts';

/**
 * What a module loads when it is loaded: files of ours and packages, without what is imported later, when it
 * is asked for.
 */
function loadedBy(entry: string): readonly string[] {
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    if (!path.endsWith('.ts')) return;
    const text = withoutComments(readFileSync(join(root, path), 'utf8'));
    for (const [, named = ''] of text.matchAll(
      /^(?:import|export)\b(?! type\b)(?:[^;']*? from)? '([^']+)'/gm,
    ))
      load(named.startsWith('.') ? posix.join(posix.dirname(path), named) : named);
  };
  load(entry);
  return [...loaded].filter((path) => !path.startsWith('node:') && path !== entry);
}

test('windlass itself loads its table of commands, and no command', () => {
  const loaded = loadedBy('src/interfaces/cli/main.ts');
  expect(loaded.filter((path) => !path.endsWith('.ts'))).toEqual(['commander']);
  expect(loaded.filter((path) => path.endsWith('-command.ts'))).toEqual([]);
  expect(loaded.length).toBeLessThan(15);
});

test('windlass run loads what simulates and tells, and nothing of other outputs, traces, tests, pages or charts', () => {
  const loaded = loadedBy('src/interfaces/cli/commands/run-command.ts');
  expect(loaded).toEqual(expect.arrayContaining(['xstate', 'zod', 'yaml', 'src/run/simulation/simulate.ts']));
  const idle =
    /^(src\/(interfaces\/(page\/(?!replay\/replay-boot)|web)|proof|answers\/calibration|charts|trace\/(schema|write-trace|read-trace)|reports\/(csv|perfetto|metrics|describe))\b|fast-check|@observablehq)/;
  expect(loaded.filter((path) => idle.test(path))).toEqual([]);
});
