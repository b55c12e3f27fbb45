import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const folder = join(root, 'test/proof/conformance/regressions');

/**
 * The scripts that once told simulator and kubelet apart, of all kinds: first the script, then a line for
 * each release with what its real code does. `file` is the path from the root.
 */
export function readRegressions() {
  if (!existsSync(folder)) return [];
  const kinds = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return kinds
    .flatMap(({ name: kind }) => readdirSync(join(folder, kind)).map((name) => ({ kind, name })))
    .filter(({ name }) => name.endsWith('.ndjson'))
    .map(({ kind, name }) => {
      const [head, ...recorded] = readFileSync(join(folder, kind, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return {
        name: name.replace(/\.ndjson$/, ''),
        file: `test/proof/conformance/regressions/${kind}/${name}`,
        ...head,
        recorded,
      };
    });
}

/**
 * Writes one into the folder of its kind, and returns its path.
 *
 * @param {{ name: string, found: string, script: { kind?: string }, recorded: readonly { version: string,
 *   trace: object }[] }} regression
 */
export function writeRegression({ name, found, script, recorded }) {
  const ofKind = join(folder, script.kind ?? 'imagemanager');
  mkdirSync(ofKind, { recursive: true });
  const file = join(ofKind, `${name}.ndjson`);
  writeFileSync(file, [{ found, script }, ...recorded].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
