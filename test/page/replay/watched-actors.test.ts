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

test('the beginning of an actor is nothing that happened to it', () => {
  const watched = new WatchedActors();
  const told = { sessionId: 'a', createdAt: '0', snapshot: { status: 'active' } };
  const heard = [
    { ...told, type: '@xstate.actor', name: 'a' },
    { ...told, type: '@xstate.event', event: { type: 'xstate.init' } },
    { ...told, type: '@xstate.snapshot', event: { type: 'xstate.init' } },
  ];
  for (const message of heard) watched.hear(message as unknown as StatelyInspectionEvent);
  expect(watched.actors.get('a')?.events).toBe(0);
  expect(watched.log).toEqual([]);
});
