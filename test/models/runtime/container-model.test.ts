import { expect, test } from 'vitest';
import { containerModel } from '../../../src/models/runtime/container-model.ts';
import { lastOf, onEvery, saidTo, waysOf } from '../ways.ts';

// A process ends once; the CRI keeps its exit code (ContainerStatus).
const ways = waysOf(containerModel);

test('a container tells the runtime of its end exactly once, with its exit code', () => {
  onEvery(ways, (replay) => {
    const exits = saidTo(replay, 'runtime');
    expect(exits).toHaveLength(lastOf(replay).state === 'exited' ? 1 : 0);
    for (const exit of exits) expect(exit).toMatchObject({ type: 'CONTAINER.EXITED', process: 'web/app/0/0', exitCode: 3 });
  });
});
