import { describe, expect, test } from 'vitest';
import type { ImagePullContext } from '../../../../machines/pull/image-pull-context.ts';
import { imagePullModel } from '../../../../src/proof/models/pull/image-pull-model.ts';
import { lastOf, onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(imagePullModel);

/** Judges each call of each replay after each of its steps, from its request on. */
function always(
  judge: (call: { readonly steps: (typeof ways)[number]['steps'] }, context: ImagePullContext) => void,
): void {
  onEvery(ways, (way) => {
    for (const index of way.steps.keys()) {
      const { steps } = upTo(way, index);
      const call = { steps: steps.slice(steps.findLastIndex(({ sent }) => sent.type === 'PULL.REQUESTED')) };
      judge(call, lastOf(call).snapshot.context);
    }
  });
}

// PullImage of throttledImageService (helpers.go), of kubeGenericRuntimeManager (kuberuntime_image.go) and of
// the pullers (v1.36.3).
describe('the attempts of a pull, on every path and on random walks', () => {
  test('take one token, with the slot, whatever number of credentials they try', () => {
    always((call) => {
      expect(saidOf(call, 'THROTTLE.ASKED')).toHaveLength(sentOf(call, 'SLOT.GRANTED').length);
    });
  });

  test('call the runtime only with a token, and again only after a refusal', () => {
    always((call, { credentials }) => {
      const calls = saidOf(call, 'IMAGE_PULL.REQUESTED').length;
      const refusals = sentOf(call, 'IMAGE_PULL.FAILED').length;
      const answers = sentOf(call, 'CREDENTIALS.ANSWERED').length + sentOf(call, 'CREDENTIALS.FAILED').length;
      const isAsking = saidOf(call, 'CREDENTIALS.ASKED').length > answers;
      if (sentOf(call, 'THROTTLE.ADMITTED').length === 0 || isAsking || 'error' in credentials)
        expect(calls).toBe(0);
      else expect(calls).toBe(Math.min(refusals + 1, Math.max(1, credentials.credentials.length)));
    });
  });

  test('try each credential once, in their order', () => {
    always((call, { credentials }) => {
      const tried = saidOf(call, 'IMAGE_PULL.REQUESTED').map(({ credential }) => credential);
      const wanted =
        'credentials' in credentials && credentials.credentials.length > 0
          ? credentials.credentials
          : [undefined];
      expect(tried).toEqual(wanted.slice(0, tried.length));
    });
  });

  test('record an image with the credential that opened the registry', () => {
    always((call) => {
      const tried = saidOf(call, 'IMAGE_PULL.REQUESTED').at(-1);
      for (const { credential } of saidOf(call, 'IMAGE_PULLED.RECORDED'))
        expect(credential).toEqual(tried?.credential);
    });
  });

  test('ask for the size exactly in the releases that do, once for a pull that gave a reference', () => {
    always((call, { input: { profile } }) => {
      const pulled = sentOf(call, 'IMAGE_PULL.SUCCEEDED').filter(({ imageRef }) => imageRef !== '').length;
      const sizes = saidOf(call, 'IMAGE_STATUS.REQUESTED').filter(({ forSize }) => forSize === true);
      expect(sizes).toHaveLength(profile.asksImageSize ? pulled : 0);
    });
  });
});
