import { describe, expect, test } from 'vitest';
import type { RuntimePullContext } from '../../../../machines/runtime/runtime-pull-context.ts';
import { runtimePullModel } from '../../../../src/proof/models/runtime/runtime-pull-model.ts';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { lastOf, onEvery, saidOf, saidTo, sentOf, waysOf } from '../ways.ts';

// containerd's unpacker (pkg/unpack, Unpacker.unpack): chain order, one reply, leases that go with a failed
// pull.
const ways = waysOf(runtimePullModel);

describe('a PullImage call', () => {
  test('ends once, and tells the service how', () => {
    onEvery(ways, (replay) => {
      const ends = saidTo(replay, 'imageService').map(({ type }) => type);
      const { state, snapshot } = lastOf(replay);
      const { outcome }: RuntimePullContext = snapshot.context;
      const end =
        outcome === 'going'
          ? 'RUNTIME_PULL.SUCCEEDED'
          : outcome === 'cancelled'
            ? 'RUNTIME_PULL.ABANDONED'
            : 'RUNTIME_PULL.FAILED';
      expect(ends).toEqual(state === 'ended' ? [end] : []);
    });
  });

  test('completes its content exactly where it succeeds, and drops it otherwise', () => {
    onEvery(ways, (replay) => {
      const { state, snapshot } = lastOf(replay);
      if (state !== 'ended') return expect(saidOf(replay, 'CONTENT.COMPLETED')).toEqual([]);
      const isPulled = (snapshot.context as RuntimePullContext).outcome === 'going';
      expect(saidOf(replay, 'CONTENT.COMPLETED')).toHaveLength(isPulled ? 1 : 0);
      expect(saidOf(replay, 'CONTENT.DROPPED').length > 0).toBe(!isPulled);
    });
  });

  test('cancels each of its connections once where it does not succeed, and none where it does', () => {
    onEvery(ways, (replay) => {
      const { state, snapshot } = lastOf(replay);
      if (state !== 'ended') return;
      const {
        fetches: { fetchers },
        outcome,
      }: RuntimePullContext = snapshot.context;
      fetchers.forEach((_, fetch) => {
        const cancels = saidTo(replay, `fetch-${fetch}`).filter(({ type }) => type === 'FETCH.CANCELLED');
        expect(cancels).toHaveLength(outcome === 'going' ? 0 : 1);
      });
    });
  });

  test('tells the one that unpacks of every blob that arrives, and commits those that it has fetched, each once', () => {
    onEvery(ways, (replay) => {
      const committed = saidOf(replay, 'BLOB.COMMITTED').map(({ layer }) => layer);
      expect(new Set(committed).size).toBe(committed.length);
      const told = saidTo(replay, 'unpack').flatMap(({ type, layer }) =>
        type === 'LAYER.ARRIVED' ? [Number(layer)] : [],
      );
      // What was said before a cancellation came reaches the pull when nobody unpacks for it any more.
      const lives = {
        ...replay,
        steps: replay.steps.filter((_, index) => replay.steps[index - 1]?.state !== 'cancelling'),
      };
      const came = sentOf(lives, 'FETCH.FINISHED', 'FETCH.KEPT', 'BLOB.ARRIVED');
      const arrived = came.flatMap(({ layer }) => (Number(layer) < 0 ? [] : [Number(layer)]));
      expect(told).toEqual(arrived);
    });
  });

  test('has somebody unpack from the first grant on, and ends that once where the pull does not succeed', () => {
    onEvery(ways, (replay) => {
      const begun = replay.steps.filter(({ said }) =>
        said.some(({ to, message }) => to === 'unpack' && message.type === 'xstate.init'),
      );
      expect(begun.map(({ sent }) => sent.type)).toEqual(
        sentOf(replay, 'CHAIN.GRANTED').map(({ type }) => type),
      );
      const { state, snapshot } = lastOf(replay);
      if (state !== 'ended') return;
      const isPulled = (snapshot.context as RuntimePullContext).outcome === 'going';
      expect(saidOf(replay, 'UNPACKS.CANCELLED')).toHaveLength(isPulled ? 0 : begun.length);
    });
  });

  test('opens no more connections than its runtime allows a pull, also for blobs that another pull has let go of', () => {
    onEvery(ways, ({ start, steps }) => {
      for (const { snapshot } of steps) {
        const {
          fetches: { fetchers, idle },
        }: RuntimePullContext = snapshot.context;
        if (start === 'a slot of its own') expect(fetchers.length).toBe(1);
        expect(new Set(idle).size).toBe(idle.length);
      }
    });
  });

  test('fetches each layer at once or as soon as a connection is idle, the inherited ones after those that wait already', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, snapshot, said }, index) => {
        const {
          layers: { waiting },
          fetches: { idle },
        }: RuntimePullContext = snapshot.context;
        if (waiting.size > 0) expect(idle).toEqual([]);
        if (sent.type !== 'BLOB.GRANTED' || steps[index - 1]?.state === 'cancelling') return;
        const before: RuntimePullContext | undefined = steps[index - 1]?.snapshot.context;
        const begins = said.some(
          ({ message }) => message.type === 'FETCH.REQUESTED' || message.type === 'xstate.init',
        );
        const expected = [
          ...items(before?.layers.waiting ?? waiting).map(({ layer }) => layer),
          ...(begins ? [] : [Reflect.get(sent, 'layer')]),
        ];
        expect(items(waiting).map(({ layer }) => layer)).toEqual(expected);
      });
    });
  });
});
