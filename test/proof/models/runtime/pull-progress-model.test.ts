import { describe, expect, test } from 'vitest';
import { pullProgressModel } from '../../../../src/proof/models/runtime/pull-progress-model.ts';
import { onEvery, saidOf, saidTo, sentOf, waysOf } from '../ways.ts';

// transferProgressReporter and pullProgressReporter of containerd's CRI plugin
// (internal/cri/server/images/image_pull.go, v2.4).
const ways = waysOf(pullProgressModel);
const timeoutMicros = 4_000_000;
const intervalMicros = 2_000_000;

describe('the watch over a pull', () => {
  test('says once that it has stalled, and then asks no more', () => {
    onEvery(ways, (replay) => {
      const stalls = saidTo(replay, 'pull').filter(({ type }) => type === 'RUNTIME_PULL.STALLED');
      expect(stalls).toHaveLength(replay.steps.at(-1)?.state === 'ended' ? 1 : 0);
    });
  });

  test('never says so where there is no timeout, nor ever asks', () => {
    onEvery(ways, (replay) => {
      if (replay.start === 'no timeout')
        expect(saidOf(replay, 'RUNTIME_PULL.STALLED', 'FLOWS.ASKED')).toEqual([]);
    });
  });

  test('says so only after the timeout without a byte that is new, or at it where chance has it so', () => {
    onEvery(ways, ({ steps }) => {
      let most = 0;
      let progressMicros = 0;
      for (const { sent, said, atMicros } of steps) {
        const [bytes = 0] =
          sent.type === 'FLOWS.MEASURED' ? (Reflect.get(sent, 'bytes') as readonly number[]) : [];
        // Smaller steps are not seen: a file grows by 1 MiB.
        if (bytes >= most + 2 ** 20) progressMicros = atMicros;
        most = Math.max(most, bytes);
        if (!said.some(({ message }) => message.type === 'RUNTIME_PULL.STALLED')) continue;
        const silentMicros = atMicros - progressMicros;
        if (sent.type === 'DRAW.ANSWERED') expect(silentMicros).toBeGreaterThanOrEqual(timeoutMicros);
        else expect(silentMicros).toBeGreaterThan(timeoutMicros);
      }
    });
  });

  test('checks at whole intervals after its start', () => {
    onEvery(ways, (replay) => {
      for (const { said, atMicros } of replay.steps) {
        if (!said.some(({ message }) => message.type === 'FLOWS.ASKED')) continue;
        expect(atMicros % intervalMicros).toBe(0);
      }
      expect(sentOf(replay, 'FLOWS.MEASURED').length).toBeLessThanOrEqual(
        saidOf(replay, 'FLOWS.ASKED').length,
      );
    });
  });
});
