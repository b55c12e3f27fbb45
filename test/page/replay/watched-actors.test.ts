import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { expect, test } from 'vitest';
import { WatchedActors } from '../../../src/page/replay/watched-actors.ts';

test('an actor is called so that everything in its name is seen: it comes from a manifest', () => {
  const watched = new WatchedActors();
  const message = {
    type: '@xstate.actor',
    name: 'node-1/kubelet/default/web\u202egnp\u0007',
    sessionId: 'a',
    createdAt: '0',
    snapshot: { status: 'active' },
  };
  watched.hear(message as unknown as StatelyInspectionEvent);
  expect(watched.actors.get('a')?.name).toBe('node-1/kubelet/default/web\\u202egnp\\x07');
});
