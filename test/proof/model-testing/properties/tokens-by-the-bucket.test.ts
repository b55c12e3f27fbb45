import { expect, it } from 'vitest';
import type { Script } from '../../../../src/proof/conformance/imagemanager/script.ts';
import { brokenBy, call, scriptOf, traced } from '../judged-script.ts';

// golang.org/x/time/rate AllowN behind pkg/kubelet/images/helpers.go

const calls = Array.from({ length: 12 }, (_, index) => call(index * 100, `c${index}`));
const limited = (registryPullQPS: number, registryBurst: number): Script =>
  scriptOf(calls, { registryPullQPS, registryBurst });
const judge = (claims: Script, does: Script) => brokenBy(claims, traced(does))['tokens-by-the-bucket'];

it.each([
  [5, 3],
  [1, 1],
  [0.5, 2],
  [5, 0],
  [0, 0],
])('holds for qps %s and burst %s', (qps, burst) => {
  expect(judge(limited(qps, burst), limited(qps, burst))).toBeUndefined();
});

it('finds tokens too many, too few, and a limit where there is none', () => {
  expect(judge(limited(5, 2), limited(5, 3))).toBe('goes on with 0.500 tokens left');
  expect(judge(limited(5, 3), limited(5, 2))).toBe('is refused with 1.500 tokens left');
  expect(judge(limited(2, 3), limited(5, 3))).toMatch(/^goes on with/);
  expect(judge(limited(0, 0), limited(5, 2))).toBe('fails with pull QPS exceeded, but there is no limit');
});
