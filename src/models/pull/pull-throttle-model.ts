import type { ContextFrom } from 'xstate';
import { type PullThrottleEvent, pullThrottleMachine } from '../../../machines/pull/pull-throttle.ts';
import { takeToken } from '../../kubelet/images/token-bucket.ts';
import type { MachineModel, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

/** The token bucket: without a limit, with a burst, and with the burst of 0 that refuses every pull. */
export const pullThrottleModel: MachineModel = {
  id: 'pullThrottle',
  machine: pullThrottleMachine,
  starts: [start('no limit', 0, 10), start('qps 1, burst 2', 1, 2), start('qps 5, burst 0', 5, 0)],
  events: (_, { neighbour }) => {
    const event: PullThrottleEvent = { type: 'THROTTLE.ASKED', requester: neighbour('pull') };
    return [
      modelEvent('THROTTLE.ASKED (at once)', event),
      modelEvent('THROTTLE.ASKED (before the next token)', event, 500_000),
      modelEvent('THROTTLE.ASKED (after the next token)', event, 2_000_000),
    ];
  },
  // The tokens that are in the bucket now. Looking at them takes one.
  project: (snapshot) => {
    const { rules, bucket, clock }: ContextFrom<typeof pullThrottleMachine> = snapshot.context;
    const { accepted, bucket: after } = takeToken(rules, bucket, clock.nowMicros());
    const idleMicros = accepted ? 0 : clock.nowMicros() - bucket.lastMicros;
    if (rules.qps === 0 || rules.burst === 0) return null;
    return [accepted, accepted ? after.tokens : bucket.tokens, idleMicros];
  },
};

function start(name: string, qps: number, burst: number): ModelStart {
  return { name, input: ({ recorder, clock }) => ({ name: 'pull-throttle', recorder, clock, rules: { qps, burst } }) };
}
