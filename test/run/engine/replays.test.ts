import { expect, it } from 'vitest';
import { replayRun } from '../../../tools/validation/replay/replay-run.ts';
import { experiments, recordedFile } from '../../validation/recorded-file.ts';

// The recordings of a real containerd, replayed: what `npm run validate` compares with them is the same by
// either engine.
it.each(experiments)('%s gives the same records and the same ends of pulls', (experiment) => {
  const by = (engine: 'compiled' | 'xstate') =>
    recordedFile(experiment).map((run) => JSON.stringify(replayRun(run, { engine })));
  const expected = by('xstate');
  expect(expected.length).toBeGreaterThan(0);
  expect(by('compiled')).toEqual(expected);
});
