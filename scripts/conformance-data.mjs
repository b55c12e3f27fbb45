import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './run.mjs';

/** The parsed lines of a file below test/proof/conformance, `.gz` or not. */
export function linesOf(file) {
  const bytes = readFileSync(join(root, 'test/proof/conformance', file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
