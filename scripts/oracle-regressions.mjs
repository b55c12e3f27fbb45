import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = join(root, 'test/conformance/regressions');

/**
 * The scripts that once told simulator and kubelet apart: first the script, then a line for each release with what its
 * real image manager does.
 */
export function readRegressions() {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => {
      const [head, ...recorded] = readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { name: name.replace(/\.ndjson$/, ''), ...head, recorded };
    });
}

/**
 * Writes one, and returns its path.
 *
 * @param {{ name: string, found: string, script: object, recorded: readonly { version: string, trace: object }[] }} regression
 */
export function writeRegression({ name, found, script, recorded }) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.ndjson`);
  writeFileSync(file, [{ found, script }, ...recorded].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
