import { expect, it } from 'vitest';
import { type ImagePullContext, outcomeOf, requesterOf } from '../../../machines/pull/image-pull-context.ts';

// A pull that answers before it was asked, or ends without having concluded, is a defect of the machine: it
// says so.

const context = (changes: object) =>
  ({ name: 'node-1/kubelet/p/app', outcome: undefined, request: undefined, ...changes }) as ImagePullContext;

it('an end without an outcome throws, with the name of the pull', () => {
  expect(() => outcomeOf(context({}))).toThrow('node-1/kubelet/p/app ends without an outcome');
  const outcome = { observations: [], imageRef: 'sha256:r', failure: undefined };
  expect(outcomeOf(context({ outcome }))).toBe(outcome);
});

it('an answer to nobody throws, with the name of the pull', () => {
  expect(() => requesterOf(context({}))).toThrow('node-1/kubelet/p/app answers nobody');
  const requester = {};
  expect(requesterOf(context({ request: { requester } }))).toBe(requester);
});
