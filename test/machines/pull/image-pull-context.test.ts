import { expect, it } from 'vitest';
import {
  type ImagePullContext,
  requireOutcome,
  requireRequester,
} from '../../../machines/pull/image-pull-context.ts';

// A pull that answers before it was asked, or ends without having concluded, is a defect of the machine: it
// says so.

const context = (changes: object) =>
  ({
    input: { name: 'node-1/kubelet/p/app' },
    outcome: undefined,
    request: undefined,
    ...changes,
  }) as ImagePullContext;

it('an end without an outcome throws, with the name of the pull', () => {
  expect(() => requireOutcome(context({}))).toThrow('node-1/kubelet/p/app ends without an outcome');
  const outcome = { observations: [], imageRef: 'sha256:r', failure: undefined };
  expect(requireOutcome(context({ outcome }))).toBe(outcome);
});

it('an answer without a request throws, with the name of the pull', () => {
  expect(() => requireRequester(context({}))).toThrow('node-1/kubelet/p/app has no request to answer');
  const requester = {};
  expect(requireRequester(context({ request: { requester } }))).toBe(requester);
});
