import { describe, expect, test } from 'vitest';
import type { DownloadContext } from '../../../machines/runtime/download-context.ts';
import { downloadModel } from '../../../src/models/runtime/download-model.ts';
import { httpRulesOf } from '../../../src/runtime/registry/http-rules.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(downloadModel);

// `dockerFetcher.open` and the body that it returns (core/remotes/docker/fetcher.go), `request.doWithRetries` (resolver.go): what is
// taken is given back, and every request has an end.
describe('a download, on every path and on random walks', () => {
  test('holds one slot at most, and gives back each that it was granted exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const held = sentOf(beginning, 'SLOT.GRANTED').length - saidOf(beginning, 'SLOT.RELEASED').length;
        expect([0, 1]).toContain(held);
        if (state === 'idle' || state === 'queueing') expect(held).toBe(0);
      });
    });
  });

  test('lets go of each connection exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const given = sentOf(beginning, 'CONNECTION.GIVEN').length;
        const gone = saidOf(beginning, 'CONNECTION.RETURNED', 'CONNECTION.CLOSED').length;
        expect(given - gone).toBe(/^reading|settingUp|asking/.test(state) ? 1 : 0);
      });
    });
  });

  test('asks for nothing more often than its runtime does', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { requests, input }: DownloadContext = snapshot.context;
        expect(requests).toBeLessThanOrEqual(httpRulesOf(input.profile.wording).requestsMax);
      }
    });
  });

  test('asks again after a refusal only with what was refused before, or after a trouble that passes', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ sent, state }) => {
        if (!sent.type.startsWith('HTTP.') || Reflect.get(sent, 'id') === 'dropped') return;
        expect(['idle', 'exchanging.retrying', 'exchanging.authorizing', 'reading.opened']).toContain(state);
      });
      const notFound = replay.steps.findIndex(({ event }) => event === 'HTTP.ANSWERED (404)');
      if (notFound >= 0 && replay.steps[notFound + 1]?.sent.type !== 'DOWNLOAD.CANCELLED') {
        expect(replay.steps[notFound + 1]?.state ?? 'idle').toBe('idle');
      }
    });
  });

  test('leaves no flow behind', () => {
    onEvery(ways, (replay) => {
      const late = replay.steps.filter(({ event }) => event === 'FLOW.FINISHED (too late)').length;
      const ended = sentOf(replay, 'FLOW.FINISHED').length - late + saidOf(replay, 'FLOW.CANCELLED').length;
      const flows = ['reading.receiving', 'reading.slowed'].includes(replay.steps.at(-1)?.state ?? '') ? 1 : 0;
      expect(saidOf(replay, 'FLOW.REQUESTED').length - ended).toBe(flows);
    });
  });

  test('says how each download ended, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'DOWNLOAD.CANCELLED' && replay.steps[index - 1]?.state !== 'idle',
      ).length;
      const isOpen = replay.steps.at(-1)?.state === 'idle' ? 0 : 1;
      const ended = saidOf(replay, 'DOWNLOAD.ENDED', 'DOWNLOAD.FAILED').length;
      expect(ended).toBe(sentOf(replay, 'DOWNLOAD.REQUESTED').length - cancelled - isOpen);
    });
  });

  test('speaks of waiting and asking only where a watch goes by requests', () => {
    onEvery(ways, (replay) => {
      const asked = replay.steps.filter(
        ({ state }, index) => state.startsWith('exchanging') && replay.steps[index - 1]?.state.startsWith('exchanging') === false,
      ).length;
      const waited = sentOf(replay, 'SLOT.AWAITED').length;
      const told = [saidOf(replay, 'DOWNLOAD.ASKING').length, saidOf(replay, 'DOWNLOAD.QUEUED').length];
      expect(told).toEqual(replay.start === 'containerd 1.7' ? [asked, waited] : [0, 0]);
    });
  });

  test('keeps what it holds while the body stalls', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, said } of steps) {
        if (state !== 'reading.stalled') continue;
        expect(said.map(({ message }) => message.type)).not.toContain('SLOT.RELEASED');
        expect(said.map(({ message }) => message.type)).not.toContain('CONNECTION.CLOSED');
      }
    });
  });
});
