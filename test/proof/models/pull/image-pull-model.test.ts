import { describe, expect, test } from 'vitest';
import type { ImagePullContext } from '../../../../machines/pull/image-pull-context.ts';
import { imagePullModel } from '../../../../src/proof/models/pull/image-pull-model.ts';
import type { Observation } from '../../../../src/trace/observation.ts';
import { lastOf, onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(imagePullModel);

/** Judges each replay after each of its steps. */
function always(
  judge: (so: { readonly steps: (typeof ways)[number]['steps'] }, state: string) => void,
): void {
  onEvery(ways, (way) => {
    for (const index of way.steps.keys()) {
      const so = upTo(way, index);
      judge(so, lastOf(so).state);
    }
  });
}

// EnsureImageExists in pkg/kubelet/images/image_manager.go (v1.36.3): what its callers and its parts rely on.
describe('a pull, on every path and on random walks', () => {
  test('answers each request exactly once, and only when it has ended', () => {
    always((so, state) => {
      const open = sentOf(so, 'PULL.REQUESTED').length - saidTo(so, 'podWorker').length;
      expect(open).toBe(state.startsWith('settled') ? 0 : 1);
    });
  });

  test('holds or awaits exactly one slot while it waits or pulls, and none before or after', () => {
    always((so, state) => {
      const owed = saidOf(so, 'SLOT.REQUESTED').length - saidOf(so, 'SLOT.RELEASED').length;
      expect(owed).toBe(state === 'waitingForSlot' || state.startsWith('pulling') ? 1 : 0);
    });
  });

  test('reports each failed pull to the back-off, a refused token too, and sweeps after each success', () => {
    always((so) => {
      const entries = (state: string) =>
        so.steps.filter(({ entered }) => entered.includes(`imagePull.${state}`)).length;
      expect(saidOf(so, 'FAILURE.REPORTED')).toHaveLength(entries('failing'));
      expect(entries('failing')).toBeGreaterThanOrEqual(sentOf(so, 'THROTTLE.REFUSED').length);
      expect(saidOf(so, 'SWEEP.REQUESTED')).toHaveLength(entries('settled.pulled'));
    });
  });

  test('closes each intent that it has recorded, with success or failure', () => {
    always((so, state) => {
      const closed = saidOf(so, 'IMAGE_PULLED.RECORDED', 'IMAGE_PULL_FAILED.RECORDED').length;
      const isOpen = ['checkingBackOff', 'waitingForSlot', 'pulling'].some((open) => state.startsWith(open));
      expect(saidOf(so, 'INTENT.RECORDED').length - closed).toBe(isOpen ? 1 : 0);
    });
  });

  test('never pulls for the policy Never', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, said } of steps) {
        const {
          call: { policy },
        }: ImagePullContext = snapshot.context;
        if (policy === 'Never')
          expect(saidOf({ steps: [{ said } as never] }, 'SLOT.REQUESTED', 'IMAGE_PULL.REQUESTED')).toEqual(
            [],
          );
      }
    });
  });

  test('tells one result for each answer, with the state in which it ended', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, said } of steps) {
        const told = said.flatMap(({ message }) => (message.observations ?? []) as readonly Observation[]);
        const results = told.filter(({ type }) => type === 'result');
        expect(results).toHaveLength(said.filter(({ to }) => to === 'podWorker').length);
        if (results.length === 0) continue;
        const last = told.filter((one) => one.type === 'pull').at(-1)?.state;
        expect(state).toBe(`settled.${last}`);
      }
    });
  });

  test('keeps silence about everything that it does not expect but one unknown event', () => {
    onEvery(ways, (way) => {
      expect(saidOf(way, 'UNHANDLED')).toHaveLength(sentOf(way, 'UNKNOWN.SENT').length);
    });
  });
});
