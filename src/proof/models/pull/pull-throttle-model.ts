import { pullThrottleMachine } from '../../../../machines/pull/pull-throttle.ts';
import { takeToken } from '../../../rules/kubelet/images/token-bucket.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(pullThrottleMachine);

/** The token bucket: without a limit, with a burst, and with the burst of 0 that refuses every pull. */
export const pullThrottleModel = model({
  input: ({ recorder, clock }) => ({ name: 'pull-throttle', recorder, clock, rules: { qps: 0, burst: 10 } }),
  starts: {
    'no limit': {},
    'qps 1, burst 2': { rules: { qps: 1, burst: 2 } },
    'qps 5, burst 0': { rules: { qps: 5, burst: 0 } },
  },
  events: ({ world: { neighbour } }) => {
    const requester = neighbour('pull');
    return [
      named('THROTTLE.ASKED (at once)', { requester }),
      named('THROTTLE.ASKED (before the next token)', { requester }, 500_000),
      named('THROTTLE.ASKED (after the next token)', { requester }, 2_000_000),
    ];
  },
  // The tokens that are in the bucket now. Looking at them takes one.
  project: ({ context }) => {
    const {
      input: { rules, clock },
      bucket,
    } = context;
    const { accepted, bucket: after } = takeToken(rules, bucket, clock.nowMicros());
    const idleMicros = accepted ? 0 : clock.nowMicros() - bucket.lastMicros;
    if (rules.qps === 0 || rules.burst === 0) return null;
    return [accepted, accepted ? after.tokens : bucket.tokens, idleMicros];
  },
});
