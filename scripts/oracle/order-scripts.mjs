import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const folder = join(root, 'test/proof/orders/recorded');

/** The scripts that are played in other orders: first the script, then a line for each release with what came out. */
export function readOrderScripts() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .map((file) => {
      const [script, ...recorded] = readFileSync(join(folder, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { name: file.replace(/\.ndjson$/, ''), script, recorded };
    });
}

/** Writes one back. */
export function writeOrderScript({ name, script, recorded }) {
  const lines = [script, ...recorded].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, `${name}.ndjson`), lines.join(''));
}
