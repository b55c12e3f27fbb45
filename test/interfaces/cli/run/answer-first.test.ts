import { expect, test } from 'vitest';
import { runInProcess } from '../run-in-process.ts';

const input = 'examples/web-rollout.yaml';

test.each(['timeline', 'summary'])(
  'the answer of -o %s is there before the runs that show what sizes change',
  async (output) => {
    const { pieces, stdout } = await runInProcess(['run', '-q', '-o', output, input]);
    const [answer = '', ...rest] = pieces;
    expect(answer).toMatch(/^(All|\d+ of) \d+ pods /);
    expect(answer).not.toMatch(/Image sizes:|Figures /);
    expect(rest).toHaveLength(1);
    expect(rest[0]).toMatch(/^(Image sizes: |Figures )/);
    expect(stdout).toBe(answer + rest.join(''));
  },
);

test.each([
  ['json', []],
  ['pods', []],
  ['timeline', ['--at', '5s']],
])('-o %s %j comes whole', async (output, more) => {
  const { pieces } = await runInProcess(['run', '-q', '-o', output, ...more, input]);
  expect(pieces.filter((piece) => piece !== '')).toHaveLength(1);
});
