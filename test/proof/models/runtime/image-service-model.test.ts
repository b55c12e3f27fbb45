import { describe, expect, test } from 'vitest';
import type { ImageServiceContext } from '../../../../machines/runtime/image-service-context.ts';
import { openCall } from '../../../../machines/runtime/image-service-pulls.ts';
import type { ReplayedStep } from '../../../../src/proof/models/exploration/replay-path.ts';
import { imageServiceModel } from '../../../../src/proof/models/runtime/image-service-model.ts';
import { entries } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// PullImage and ImageStatus of containerd's CRI plugin (internal/cri/server/images).
const ways = waysOf(imageServiceModel);

function contextOf(step: ReplayedStep | undefined): ImageServiceContext | undefined {
  return step?.snapshot.context;
}

function askedPulls(context: ImageServiceContext | undefined): number {
  return entries(context?.pulls.calls).filter(([, { requester }]) => requester !== undefined).length;
}

function openStatusCalls(context: ImageServiceContext | undefined): number {
  const call = context?.status.calls;
  return call === undefined ? 0 : 1 + [call.left, call.right].filter((other) => other !== undefined).length;
}

/** The pull that its caller gives up: one, where the caller has one. */
function givenUp(sent: ReplayedStep['sent'], before: ImageServiceContext | undefined): number {
  return before !== undefined && openCall(before, Reflect.get(sent, 'caller')) !== undefined ? 1 : 0;
}

/** How many callers die with this event. */
function forgotten(
  steps: readonly ReplayedStep[],
  count: (context: ImageServiceContext | undefined) => number,
): number {
  return steps.reduce((sum, { sent }, index) => {
    const before = contextOf(steps[index - 1]);
    const isEnd = sent.type === 'KUBELET.GONE' || sent.type === 'NODE.REBOOTED';
    if (sent.type === 'IMAGE_PULL.CANCELLED' && count === askedPulls) return sum + givenUp(sent, before);
    return isEnd ? sum + count(before) : sum;
  }, 0);
}

describe('the image service', () => {
  test('answers each PullImage call once, those for sandboxes among them, unless its caller has died', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach((step, index) => {
        const beginning = upTo(replay, index);
        const asked =
          sentOf(beginning, 'IMAGE_PULL.REQUESTED').length +
          saidOf(beginning, 'SANDBOX_IMAGE.MISSING').length;
        const answered = saidOf(beginning, 'IMAGE_PULL.SUCCEEDED', 'IMAGE_PULL.FAILED').length;
        expect(asked).toBe(answered + forgotten(beginning.steps, askedPulls) + askedPulls(contextOf(step)));
      });
    });
  });

  test('answers each ImageStatus call once, unless its caller has died', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach((step, index) => {
        const beginning = upTo(replay, index);
        const asked = sentOf(beginning, 'IMAGE_STATUS.REQUESTED').length;
        const answered = saidOf(beginning, 'IMAGE_STATUS.ANSWERED').length;
        expect(asked).toBe(
          answered + forgotten(beginning.steps, openStatusCalls) + openStatusCalls(contextOf(step)),
        );
      });
    });
  });

  test('keeps an actor for each pull under way, and for no other', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const {
          pulls: { calls },
        }: ImageServiceContext = snapshot.context;
        const actors = Object.keys(snapshot.children).filter((id) => id.startsWith('pull-'));
        expect(actors.sort()).toEqual(
          entries(calls)
            .map(([, { ref }]) => (ref as { readonly id?: string }).id)
            .sort(),
        );
      }
    });
  });

  test('cancels each pull under way once where its caller’s death loses it, and none where it does not', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said }, index) => {
        const cancelled = said.filter(({ message }) => message.type === 'RUNTIME_PULL.CANCELLED').length;
        const loses =
          sent.type === 'NODE.REBOOTED' ||
          (sent.type === 'KUBELET.GONE' && Reflect.get(sent, 'pulls') === 'lost');
        const before = contextOf(steps[index - 1]);
        const givesUp = sent.type === 'IMAGE_PULL.CANCELLED' ? givenUp(sent, before) : 0;
        const reads = sent.type === 'NODE.REBOOTED' ? entries(before?.reads?.open).length : 0;
        expect(cancelled).toBe(loses ? entries(before?.pulls.calls).length + reads : givesUp);
      });
    });
  });

  test('answers an ImageStatus call when its time is over, the first due first', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot, atMicros } of steps) {
        const {
          status: { calls: statusCalls },
        }: ImageServiceContext = snapshot.context;
        expect(state).toBe(statusCalls === undefined ? 'serving' : 'answering');
        if (statusCalls !== undefined) expect(statusCalls.rank).toBeGreaterThan(atMicros);
      }
    });
  });
});
