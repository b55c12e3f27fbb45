import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const folder = join(root, 'test/proof/orders');

/**
 * The scripts that are played in other orders: first the script, then a line for each release with what came out.
 *
 * @param {'recorded' | 'late'} part those that are played without lateness, or with it
 */
export function readOrderScripts(part) {
  return readdirSync(join(folder, part))
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .map((file) => {
      const [script, ...recorded] = readFileSync(join(folder, part, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { part, name: file.replace(/\.ndjson$/, ''), script, recorded };
    });
}

/** Writes one back. */
export function writeOrderScript({ part, name, script, recorded }) {
  const lines = [script, ...recorded].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, part, `${name}.ndjson`), lines.join(''));
}
