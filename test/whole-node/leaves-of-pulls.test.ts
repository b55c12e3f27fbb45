import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import { readExampleSources } from '../../src/interfaces/cli/pages/show-page.ts';
import { wholeNodeInput } from '../../src/proof/whole-node/whole-node-input.ts';
import { leavesThatDisagree } from './leaves-of-pulls.ts';

/** Of a hundred pods so many: the steps of all take long. */
const podsMax = 16;

it.each((await readExampleSources()).map(({ name, sources }) => [name, sources] as const))(
  '%s: a pull rests in the state in which the trace says that it ended',
  (_, sources) => {
    const read = readInput(sources, { horizon: '10m' });
    if (!read.ok) throw new Error(read.errors[0]?.message);
    expect(leavesThatDisagree({ ...read.input, pods: read.input.pods.slice(0, podsMax) })).toEqual([]);
  },
);

it('in any cluster a pull rests in the state in which the trace says that it ended', () => {
  fc.assert(
    fc.property(wholeNodeInput, (sources) => {
      const read = readInput(sources, {});
      if (read.ok) expect(leavesThatDisagree(read.input)).toEqual([]);
    }),
  );
});
