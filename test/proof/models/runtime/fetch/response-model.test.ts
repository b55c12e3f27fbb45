import { describe, expect, test } from 'vitest';
import type { FetchContext } from '../../../../../machines/runtime/fetch/fetch-context.ts';
import type { RegistryResponse } from '../../../../../machines/runtime/fetch/fetch-protocol.ts';
import type { Replay } from '../../../../../src/proof/models/exploration/replay-path.ts';
import { chunkFetchModel } from '../../../../../src/proof/models/runtime/fetch/chunk-fetch-model.ts';
import { fetchModel } from '../../../../../src/proof/models/runtime/fetch/fetch-model.ts';
import { selectHttpRules } from '../../../../../src/rules/runtime/registry/http-rules.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../../ways.ts';

const fetches = waysOf(fetchModel);
const chunks = waysOf(chunkFetchModel);

type Steps = Pick<Replay, 'steps'>;

/**
 * Responses that a fetch has handed over, or that one for chunks was handed: those of them that hold a slot.
 */
function handedOver(steps: Steps, by: typeof saidOf): number {
  return by(steps, 'CHUNK.OPENED').filter(
    ({ response }) => (response as RegistryResponse).wanted?.takesSlot === true,
  ).length;
}

// `dockerFetcher.open` and the body that it returns (core/remotes/docker/fetcher.go), `request.doWithRetries`
// (resolver.go): what is taken is given back, and every request has an end.
describe.each([
  ['a fetch', fetches],
  ['one that fetches chunks', chunks],
])('the responses of %s, on every path and on random walks', (_, ways) => {
  test('hold one slot at most, and give back each that was granted exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state, snapshot }, index) => {
        const beginning = upTo(replay, index);
        const taken = sentOf(beginning, 'SLOT.GRANTED').length + handedOver(beginning, sentOf);
        const held = taken - saidOf(beginning, 'SLOT.RELEASED').length - handedOver(beginning, saidOf);
        const takes = (snapshot.context as FetchContext).request.wanted?.takesSlot === true;
        const isOpen = /opening\.(?!queueing)|receiving|claiming/.test(state);
        expect(held).toBe(takes && isOpen ? 1 : 0);
      });
    });
  });

  test('let go of each connection exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const given = sentOf(beginning, 'CONNECTION.GIVEN', 'CHUNK.OPENED').length;
        const gone = saidOf(beginning, 'CONNECTION.RETURNED', 'CONNECTION.CLOSED', 'CHUNK.OPENED').length;
        expect(given - gone).toBe(/receiving|claiming|settingUp|asking/.test(state) ? 1 : 0);
      });
    });
  });

  test('are asked for no more often than the runtime does, and never twice without a pause', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ sent, snapshot, state }) => {
        const {
          request: { requests },
          input,
        }: FetchContext = snapshot.context;
        expect(requests).toBeLessThanOrEqual(selectHttpRules(input.profile.wording).requestsMax);
        if (sent.type.startsWith('HTTP.') && Reflect.get(sent, 'id') !== 'dropped')
          expect(state).not.toBe('opening.exchanging.asking');
      });
    });
  });

  test('leave no flow behind', () => {
    onEvery(ways, (replay) => {
      const late = replay.steps.filter(({ event }) => event === 'FLOW.FINISHED (too late)').length;
      const stalled = replay.steps.filter(
        ({ sent }, index) =>
          sent.type === 'FETCH.CANCELLED' &&
          /stalled|stalledBeforeBreak/.test(replay.steps[index - 1]?.state ?? ''),
      ).length;
      const ended =
        sentOf(replay, 'FLOW.FINISHED').length - late + saidOf(replay, 'FLOW.CANCELLED').length - stalled;
      const flows = /flowing|slowed/.test(replay.steps.at(-1)?.state ?? '') ? 1 : 0;
      expect(saidOf(replay, 'FLOW.REQUESTED').length - ended).toBe(flows);
    });
  });

  test('keep what they hold while the body stalls', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, said } of steps) {
        if (!state.endsWith('receiving.stalled')) continue;
        expect(said.map(({ message }) => message.type)).not.toContain('SLOT.RELEASED');
        expect(said.map(({ message }) => message.type)).not.toContain('CONNECTION.CLOSED');
      }
    });
  });

  test('are told to the watch as requests only where it goes by those, and only by the fetch', () => {
    onEvery(ways, (replay) => {
      // Neither what is asked once more nor what a blob store is asked for is a request of its own.
      const goesOn = ['opening.exchanging.retrying', 'opening.exchanging.asking'];
      const asked = replay.steps.filter(
        ({ said }, index) =>
          said.some(({ message }) => message.type === 'CONNECTION.REQUESTED') &&
          !goesOn.includes(replay.steps[index - 1]?.state ?? ''),
      ).length;
      const waited = saidOf(replay, 'SLOT.REQUESTED').length;
      const told = [saidOf(replay, 'PROGRESS.ASKING').length, saidOf(replay, 'PROGRESS.SETTLED').length];
      expect(told).toEqual(replay.start.endsWith('by the local path') ? [asked, waited] : [0, 0]);
    });
  });
});

test('one that fetches chunks says how each ended, unless it is cancelled', () => {
  onEvery(chunks, (replay) => {
    const cancelled = replay.steps.filter(
      ({ sent }, index) => sent.type === 'FETCH.CANCELLED' && replay.steps[index - 1]?.state !== 'idle',
    ).length;
    const isOpen = replay.steps.at(-1)?.state === 'idle' ? 0 : 1;
    const ended = saidOf(replay, 'CHUNK.ENDED', 'CHUNK.FAILED').length;
    expect(ended).toBe(sentOf(replay, 'CHUNK.REQUESTED', 'CHUNK.OPENED').length - cancelled - isOpen);
    const notFound = replay.steps.findIndex(({ event }) => event === 'HTTP.ANSWERED (404)');
    if (notFound >= 0) expect(replay.steps[notFound]?.state).toBe('idle');
  });
});
