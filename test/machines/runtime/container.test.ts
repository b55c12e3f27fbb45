import { expect, it } from 'vitest';
import { type ContainerExited, containerMachine } from '../../../machines/runtime/container.ts';
import { stage } from '../stage.ts';

it.each([0, 1, 60_000_000])('a process that runs for %i µs tells its end once, with its code', (runsForMicros) => {
  const world = stage();
  const runtime = world.listen<ContainerExited>('runtime');
  const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
  const process = 'uid-1/app/0/0';
  const input = { name: 'app', recorder: world.recorder, runtime, pod, container: 'app', process, runsForMicros, exitCode: 7 };
  const actor = world.start(containerMachine, input);
  world.run(120_000_000);
  expect(world.timesOf('runtime')).toEqual([runsForMicros / 1000]);
  expect(world.messagesTo('runtime')).toEqual([{ type: 'CONTAINER.EXITED', pod, container: 'app', process, exitCode: 7 }]);
  expect(actor.getSnapshot().value).toBe('exited');
});
