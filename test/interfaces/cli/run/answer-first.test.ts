import { expect, test } from 'vitest';
import { podYaml } from '../../../inputs/reading.ts';
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

test.each(['timeline', 'summary', 'json'])(
  'Ctrl-C while it is sought how sure -o %s is leaves the answer of the whole run, and says so by 130',
  async (output) => {
    const run = ['run', '-o', output, '--workers', '1', '-'];
    const stdin = podYaml('web', '{ containers: [{ name: a, image: acme/web:1 }] }');
    // In each pause there is a look at the clock; four of five runs are those with other sizes.
    const looksOf = async (last: number) => {
      let stop = () => {};
      const stopped = new Promise<void>((resolve) => {
        stop = resolve;
      });
      let looks = 0;
      const nowMs = () => {
        if (++looks === last) stop();
        return looks * 60;
      };
      return { ...(await runInProcess(run, { stdin, nowMs, untilStopped: () => stopped })), looks };
    };
    const whole = await looksOf(Infinity);
    expect(whole.code).toBe(0);
    const { code, stdout, stderr } = await looksOf(Math.floor(whole.looks * 0.8));
    expect(stderr).toMatch(/interrupted: how sure the figures are may not be known/);
    expect(code).toBe(130);
    expect(stdout).toMatch(output === 'json' ? /"endReason": "settled"/ : /^All 1 pods? started|^The pod/);
    expect(stdout).not.toMatch(/Image sizes:|"imageSizes"/);
  },
);
