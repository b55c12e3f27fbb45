import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  fullTokenBucket,
  type TokenBucket,
  type TokenBucketRules,
  takeToken,
} from '../../src/rules/kubelet/images/token-bucket.ts';
import { reportUnhandled } from '../chart-parts.ts';
import { because } from '../reason.ts';
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

interface PullThrottleContext {
  readonly input: PullThrottleInput;
  readonly bucket: TokenBucket;
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
    context: {} as PullThrottleContext,
    events: {} as PullThrottleEvent,
  },
  guards: {
    isUnlimited: ({ context }) => context.input.rules.qps === 0,
    hasToken: ({ context }) =>
      takeToken(context.input.rules, context.bucket, context.input.clock.nowMicros()).accepted,
  },
  actions: {
    takeToken: assign({
      bucket: ({ context }) =>
        takeToken(context.input.rules, context.bucket, context.input.clock.nowMicros()).bucket,
    }),
    grant: sendTo((_, requester: PullThrottleEvent['requester']) => requester, { type: 'THROTTLE.ADMITTED' }),
    refuse: sendTo((_, requester: PullThrottleEvent['requester']) => requester, { type: 'THROTTLE.REFUSED' }),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullThrottle',
  description:
    'The token bucket of registryPullQPS and registryBurst. It counts pulls of one node, not of the cluster. A pull that finds no token fails at once and goes to back-off: it does not wait for one.',
  context: ({ input }) => ({ input, bucket: fullTokenBucket(input.rules, input.clock.nowMicros()) }),
  initial: 'choosing',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    choosing: {
      description:
        'Whether there is a limit at all; it never changes while the kubelet runs. Only a restart of the kubelet reads other settings.',
      always: [{ guard: 'isUnlimited', target: 'unlimited' }, { target: 'limiting' }],
    },
    unlimited: {
      description:
        'registryPullQPS is 0: the image service is not wrapped, every pull goes through. No pod of this node ever fails with "pull QPS exceeded".',
      on: {
        'THROTTLE.ASKED': {
          ...because('registryPullQPS is 0, so there is no limit', 'unlimited'),
          actions: { type: 'grant', params: ({ event }) => event.requester },
        },
      },
    },
    limiting: {
      description:
        'A pull takes a token or fails with "pull QPS exceeded". Many pods that arrive at once use up the burst (10 by default), and the next ones see ErrImagePull and then ImagePullBackOff, although nothing is wrong with their images.',
      on: {
        'THROTTLE.ASKED': [
          {
            guard: 'hasToken',
            ...because('a token is left in the bucket of registryPullQPS and registryBurst', 'takesToken'),
            actions: ['takeToken', { type: 'grant', params: ({ event }) => event.requester }],
          },
          {
            ...because('no whole token is left in the bucket, so the pull fails at once', 'refusesToken'),
            actions: { type: 'refuse', params: ({ event }) => event.requester },
          },
        ],
      },
    },
  },
});
