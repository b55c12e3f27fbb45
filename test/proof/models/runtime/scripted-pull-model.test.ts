import { expect, test } from 'vitest';
import { scriptedPullModel } from '../../../../src/proof/models/runtime/scripted-pull-model.ts';
import { lastOf, onEvery, saidTo, sentOf, waysOf } from '../ways.ts';

// CRI v1 PullImage: one reply a call.
const ways = waysOf(scriptedPullModel);

test('a scripted pull ends once: as its script says, or abandoned where it was cancelled before', () => {
  onEvery(ways, (replay) => {
    const ends = saidTo(replay, 'imageService').map(({ type }) => type);
    if (lastOf(replay).state !== 'ended') return expect(ends).toEqual([]);
    const first = sentOf(replay, 'RUNTIME_PULL.CANCELLED', 'xstate.after.takes.scriptedPull.pulling')[0]
      ?.type;
    const scripted = replay.start === 'succeeds' ? 'RUNTIME_PULL.SUCCEEDED' : 'RUNTIME_PULL.FAILED';
    expect(ends).toEqual([first === 'RUNTIME_PULL.CANCELLED' ? 'RUNTIME_PULL.ABANDONED' : scripted]);
  });
});
