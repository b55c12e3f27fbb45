import { expect, it } from 'vitest';
import { unhandled } from '../../../machines/world/recorder.ts';

// How a machine's wildcard transition reports what it does not expect: docs/architecture.md, "The dialect of
// the machines".

it('an event that no state expects is named', () => {
  expect(unhandled('node-1', { type: 'SURPRISE', error: 'not told' })).toStrictEqual({
    type: 'UNHANDLED',
    actor: 'node-1',
    event: 'SURPRISE',
  });
});

it('the failure of a child brings its error', () => {
  const error = new Error('boom');
  expect(unhandled('node-1', { type: 'xstate.error.actor.kubelet', error })).toStrictEqual({
    type: 'UNHANDLED',
    actor: 'node-1',
    event: 'xstate.error.actor.kubelet',
    error,
  });
});
