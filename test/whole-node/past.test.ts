import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeNodeInput } from '../../src/proof/whole-node/whole-node-input.ts';
import { root } from '../tidy/sources.ts';
import { changesByHorizon, changesByLaterArrival } from './past-changes.ts';

describe('what comes later changes no record of what came before', () => {
  it('a longer run begins as a shorter one, for any cluster', () => {
    fc.assert(
      fc.property(wholeNodeInput, (sources) => {
        expect(changesByHorizon(sources)).toEqual([]);
      }),
    );
  });

  it('a workload that arrives later takes no place from those that are there, in any cluster', () => {
    fc.assert(
      fc.property(wholeNodeInput, (sources) => {
        expect(changesByLaterArrival(sources)).toEqual([]);
      }),
    );
  });

  it('later runs of a CronJob take no place from pods that arrive before them', () => {
    const text = readFileSync(
      join(root, 'test/whole-node/regressions/cron-runs-beside-a-deployment.yaml'),
      'utf8',
    );
    const sources = text
      .split(/^---$/m)
      .map((document, index) => ({ name: `${index}.yaml`, text: document }));
    expect(changesByHorizon(sources)).toEqual([]);
  });
});
