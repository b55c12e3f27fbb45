import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { expect } from 'vitest';
import { triesOf } from './tries.ts';

// One fixed seed, so that CI and a laptop run the same cases; `npm run fuzz -- --seed N` chooses another.
fc.configureGlobal({
  seed: Number(process.env.WINDLASS_TEST_SEED ?? 20261120),
  numRuns: triesOf(expect.getState().testPath ?? ''),
  // A list that says how long it may be is drawn that long; fast-check would cut it to ten items without a
  // word.
  defaultSizeToMaxWhenMaxSpecified: true,
});

// Tests run much code a few times: with Node 20's own budget V8 spends a fifth of the processor's time on
// optimising what is hardly called again. Later versions have a cheaper compiler before it.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=600000');
