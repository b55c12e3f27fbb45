import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  fullTokenBucket,
  type TokenBucket,
  type TokenBucketRules,
  takeToken,
} from '../../src/rules/kubelet/images/token-bucket.ts';
import { reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** A token is taken at once or refused. No pull ever waits for one. */
export type ThrottleAnswer = { readonly type: 'THROTTLE.ADMITTED' } | { readonly type: 'THROTTLE.REFUSED' };

export type PullThrottleEvent = {
  readonly type: 'THROTTLE.ASKED';
  readonly requester: ActorRef<Snapshot<unknown>, ThrottleAnswer>;
};

export type PullThrottle = ActorRef<Snapshot<unknown>, PullThrottleEvent>;

export interface PullThrottleInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** `registryPullQPS` and `registryBurst`. */
  readonly rules: TokenBucketRules;
}

/**
 * Limits how many pulls start per second by refusing the rest.
 *
 * Mirrors `throttledImageService` in pkg/kubelet/images/helpers.go (v1.36.3): the token is taken when the
 * pull holds its slot (parallel) or is dequeued (serial), and a refusal is a failed pull, back-off included.
 */
export const pullThrottleMachine = setup({
  types: {
    input: {} as PullThrottleInput,
    context: {} as PullThrottleInput & { readonly bucket: TokenBucket },
    events: {} as PullThrottleEvent,
  },
  guards: {
    isUnlimited: ({ context }) => context.rules.qps === 0,
    hasToken: ({ context }) => takeToken(context.rules, context.bucket, context.clock.nowMicros()).accepted,
  },
  actions: {
    takeToken: assign({
      bucket: ({ context }) => takeToken(context.rules, context.bucket, context.clock.nowMicros()).bucket,
    }),
    grant: sendTo((_, requester: PullThrottleEvent['requester']) => requester, { type: 'THROTTLE.ADMITTED' }),
    refuse: sendTo((_, requester: PullThrottleEvent['requester']) => requester, { type: 'THROTTLE.REFUSED' }),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullThrottle',
  description: 'The token bucket of registryPullQPS and registryBurst.',
  context: ({ input }) => ({ ...input, bucket: fullTokenBucket(input.rules, input.clock.nowMicros()) }),
  initial: 'choosing',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    choosing: {
      description: 'Whether there is a limit at all; it never changes while the kubelet runs.',
      always: [{ guard: 'isUnlimited', target: 'unlimited' }, { target: 'limiting' }],
    },
    unlimited: {
      description: 'registryPullQPS is 0: the image service is not wrapped, every pull goes through.',
      on: { 'THROTTLE.ASKED': { actions: { type: 'grant', params: ({ event }) => event.requester } } },
    },
    limiting: {
      description: 'A pull takes a token or fails with "pull QPS exceeded".',
      on: {
        'THROTTLE.ASKED': [
          {
            guard: 'hasToken',
            actions: ['takeToken', { type: 'grant', params: ({ event }) => event.requester }],
          },
          { actions: { type: 'refuse', params: ({ event }) => event.requester } },
        ],
      },
    },
  },
});
