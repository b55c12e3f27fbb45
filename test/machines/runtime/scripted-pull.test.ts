import { expect, it } from 'vitest';
import type { PullEnded } from '../../../machines/runtime/pull-protocol.ts';
import { scriptedPullMachine } from '../../../machines/runtime/scripted-pull.ts';
import { stage } from '../stage.ts';

// A PullImage call whose time and outcome the scenario has set: docs of machines/runtime/scripted-pull.ts.

function scripted(error: string | undefined) {
  const world = stage();
  const service = world.listen<PullEnded>('service');
  const actor = world.start(scriptedPullMachine, {
    name: 'p',
    recorder: world.recorder,
    service,
    takesMicros: 1_000,
    error,
  });
  return { ...world, actor };
}

it.each([
  [undefined, { type: 'RUNTIME_PULL.SUCCEEDED', pull: 'p' }],
  ['boom', { type: 'RUNTIME_PULL.FAILED', pull: 'p', error: 'boom' }],
  ['', { type: 'RUNTIME_PULL.FAILED', pull: 'p', error: '' }],
])('with the error %j ends after its time', (error, told) => {
  const world = scripted(error);
  world.run(999);
  expect(world.messagesTo('service')).toEqual([]);
  world.run(1_000);
  expect(world.messagesTo('service')).toEqual([told]);
});

it('that is cancelled is abandoned at once, and says nothing later', () => {
  const world = scripted('boom');
  world.run(500);
  world.actor.send({ type: 'RUNTIME_PULL.CANCELLED' });
  world.run(5_000);
  world.actor.send({ type: 'RUNTIME_PULL.CANCELLED' });
  expect(world.messagesTo('service')).toEqual([{ type: 'RUNTIME_PULL.ABANDONED', pull: 'p' }]);
  expect(world.unhandled).toEqual([]);
});
