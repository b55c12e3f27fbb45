import { describe, expect, test } from 'vitest';
import type { PullThrottleInput } from '../../../../machines/pull/pull-throttle.ts';
import { pullThrottleModel } from '../../../../src/proof/models/pull/pull-throttle-model.ts';
import { lastOf, onEvery, waysOf } from '../ways.ts';

const ways = waysOf(pullThrottleModel);

// throttledImageService in pkg/kubelet/images/helpers.go (v1.36.3); rate.Limiter of golang.org/x/time
// v0.14.0.
describe('the throttle, on every path and on random walks', () => {
  test('answers each request exactly once, and at once', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        expect(said.filter(({ to }) => to === 'pull')).toHaveLength(sent.type === 'THROTTLE.ASKED' ? 1 : 0);
      }
    });
  });

  test('grants at most the burst and what the rate adds, in any span of time, and refuses only for lack of tokens', () => {
    onEvery(ways, ({ steps }) => {
      const { rules }: PullThrottleInput = lastOf({ steps }).snapshot.context.input;
      let tokens = rules.burst;
      let lastMicros = 0;
      for (const { said, atMicros } of steps) {
        const [answer] = said.filter(({ to }) => to === 'pull');
        if (answer === undefined) continue;
        tokens = Math.min(rules.burst, tokens + ((atMicros - lastMicros) / 1e6) * rules.qps);
        lastMicros = atMicros;
        const isGranted = rules.qps === 0 || tokens >= 1;
        expect(answer.message.type).toBe(isGranted ? 'THROTTLE.ADMITTED' : 'THROTTLE.REFUSED');
        if (isGranted) tokens -= 1;
      }
    });
  });
});
