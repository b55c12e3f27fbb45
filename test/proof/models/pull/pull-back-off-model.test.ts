import { describe, expect, test } from 'vitest';
import type {
  Asked,
  BackOffAnswer,
  PullBackOffTable,
  Reported,
} from '../../../../machines/pull/pull-back-off.ts';
import { pullBackOffModel } from '../../../../src/proof/models/pull/pull-back-off-model.ts';
import { onEvery, waysOf } from '../ways.ts';

const ways = waysOf(pullBackOffModel);
const seconds = 1_000_000;

// flowcontrol.Backoff in client-go/util/flowcontrol/backoff.go (v0.36.3), with prevPullErrMsg of the image
// manager.
describe('the back-off, on every path and on random walks', () => {
  test('answers each question and each report exactly once, and sweeps in silence', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        const isAnswered = sent.type === 'BACK_OFF.ASKED' || sent.type === 'FAILURE.REPORTED';
        expect(said.filter(({ to }) => to === 'pull')).toHaveLength(isAnswered ? 1 : 0);
      }
    });
  });

  test('doubles from 10 s to 20 s per key, begins anew after twice the maximum, and refuses exactly within the window', () => {
    onEvery(ways, ({ steps }) => {
      const windows = new Map<string, { readonly fromMicros: number; readonly micros: number }>();
      for (const { sent, said, atMicros } of steps) {
        const answer = said.find(({ to }) => to === 'pull')?.message as unknown as BackOffAnswer | undefined;
        const { type, key } = sent as Asked | Reported;
        const before = windows.get(key);
        const isOld = before === undefined || atMicros - before.fromMicros > 40 * seconds;
        if (type === 'FAILURE.REPORTED') {
          const micros = isOld ? 10 * seconds : 20 * seconds;
          windows.set(key, { fromMicros: atMicros, micros });
          expect(answer).toEqual({
            type: 'BACK_OFF.EXTENDED',
            window: { windowMicros: micros, untilMicros: atMicros + micros },
          });
        } else if (type === 'BACK_OFF.ASKED') {
          const isWithin = !isOld && atMicros - before.fromMicros < before.micros;
          expect(answer?.type).toBe(isWithin ? 'BACK_OFF.ACTIVE' : 'BACK_OFF.CLEAR');
        }
      }
    });
  });

  test('tells the failure before as long as it refuses, and forgets it when it lets a pull go on', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, snapshot } of steps) {
        const answer = said.find(({ to }) => to === 'pull')?.message as unknown as BackOffAnswer | undefined;
        const { previousFailures }: PullBackOffTable = snapshot.context;
        if (answer?.type === 'BACK_OFF.ACTIVE')
          expect(answer.previous).toEqual({ reason: 'ErrImagePull', message: 'not found' });
        if (answer?.type === 'BACK_OFF.CLEAR') expect(previousFailures.has((sent as Asked).key)).toBe(false);
      }
    });
  });
});
