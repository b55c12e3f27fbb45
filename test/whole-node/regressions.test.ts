import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tidy/sources.ts';
import { judgeInput } from './judge-input.ts';

// Inputs that once broke something (`npm run fuzz:scenarios`), shrunk, and named after what it was.
const folder = join(root, 'test/whole-node/regressions');

it.each(readdirSync(folder))(
  '%s runs, keeps every invariant, and gives the same bytes in any order of its documents',
  (file) => {
    const texts = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    const judged = judgeInput(texts.map((text, index) => ({ name: `${index}.yaml`, text })));
    expect('findings' in judged ? judged.findings : judged.refused).toEqual([]);
  },
);
