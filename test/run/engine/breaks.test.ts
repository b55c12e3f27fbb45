import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { broken, engineBreaks } from '../../../scripts/mutation/engine-breaks.mjs';
import { root } from '../../tidy/sources.ts';

// `npm run mutation:engine` takes minutes, and is run seldom: here each break is only held to the source that
// it breaks.
test.for(engineBreaks)(
  'the engine can still be broken so that it is wrong where $corner',
  ({ file, replacements }) => {
    const text = readFileSync(join(root, 'src/run/engine/compiled', file), 'utf8');
    expect(broken(text, replacements)).not.toBe(text);
  },
);
