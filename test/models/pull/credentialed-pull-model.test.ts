import { describe, expect, test } from 'vitest';
import type { CredentialedPullContext } from '../../../machines/pull/credentialed-pull.ts';
import { credentialedPullModel } from '../../../src/models/pull/credentialed-pull-model.ts';
import { lastOf, onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(credentialedPullModel);

/** Judges each replay after each of its steps. */
function always(judge: (so: { readonly steps: (typeof ways)[number]['steps'] }, context: CredentialedPullContext) => void): void {
  onEvery(ways, (way) => {
    for (const index of way.steps.keys()) {
      const so = upTo(way, index);
      judge(so, lastOf(so).snapshot.context);
    }
  });
}

// PullImage of throttledImageService (helpers.go), of kubeGenericRuntimeManager (kuberuntime_image.go) and of the pullers (v1.36.3).
describe('the part of a pull that holds the slot, on every path and on random walks', () => {
  test('takes one token, whatever number of credentials it tries', () => {
    always((so) => {
      expect(saidOf(so, 'TOKEN.REQUESTED')).toHaveLength(1);
    });
  });

  test('calls the runtime only with a token, and again only after a refusal', () => {
    always((so, { credentials }) => {
      const calls = saidOf(so, 'IMAGE_PULL.REQUESTED').length;
      const refusals = sentOf(so, 'IMAGE_PULL.FAILED').length;
      if (sentOf(so, 'TOKEN.GRANTED').length === 0 || 'error' in credentials) expect(calls).toBe(0);
      else expect(calls).toBe(Math.min(refusals + 1, Math.max(1, credentials.credentials.length)));
    });
  });

  test('tries each credential once, in their order', () => {
    always((so, { credentials }) => {
      const tried = saidOf(so, 'IMAGE_PULL.REQUESTED').map(({ credential }) => credential);
      const wanted = 'credentials' in credentials && credentials.credentials.length > 0 ? credentials.credentials : [undefined];
      expect(tried).toEqual(wanted.slice(0, tried.length));
    });
  });

  test('answers once, and only when it has ended', () => {
    always((so) => {
      expect(saidTo(so, 'imagePull')).toHaveLength(lastOf(so).state === 'ended' ? 1 : 0);
    });
  });

  test('asks for the size exactly in the releases that do, once for a pull that gave a reference', () => {
    always((so, { call }) => {
      const pulled = sentOf(so, 'IMAGE_PULL.SUCCEEDED').filter(({ imageRef }) => imageRef !== '').length;
      expect(saidOf(so, 'IMAGE_STATUS.REQUESTED')).toHaveLength(call.profile.asksImageSize ? pulled : 0);
    });
  });
});
