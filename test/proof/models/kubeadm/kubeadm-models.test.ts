import { describe, expect, test } from 'vitest';
import { kubeadmCommandModel } from '../../../../src/proof/models/kubeadm/kubeadm-command-model.ts';
import { kubeadmImagePullModel } from '../../../../src/proof/models/kubeadm/kubeadm-image-pull-model.ts';
import { kubeadmRuntimeModel } from '../../../../src/proof/models/kubeadm/kubeadm-runtime-model.ts';
import { kubeadmSandboxRemovalModel } from '../../../../src/proof/models/kubeadm/kubeadm-sandbox-removal-model.ts';
import { prePullModel } from '../../../../src/proof/models/kubeadm/pre-pull-model.ts';
import { lastOf, onEvery, saidTo, sentOf, waysOf } from '../ways.ts';

// cmd/kubeadm/app/util/runtime/runtime.go and preflight/checks.go (v1.36.3), along every way of their models.
describe('on every way', () => {
  test('a command ends once, and never before it is answered or its deadline has passed', () => {
    onEvery(waysOf(kubeadmCommandModel), (replay) => {
      const ends = saidTo(replay, 'owner').map(({ type }) => type);
      expect(ends).toEqual(lastOf(replay).state === 'ended' ? ['COMMAND.ENDED'] : []);
    });
  });

  test('an image is told of once, with the error of its fifth failure', () => {
    onEvery(waysOf(kubeadmImagePullModel), (replay) => {
      const { state } = lastOf(replay);
      const isOver = ['present', 'pulled', 'failed'].includes(String(state));
      const told = saidTo(replay, 'owner');
      expect(told.length).toBe(isOver ? 1 : 0);
      if (isOver)
        expect(told[0]).toMatchObject({ error: state === 'failed' ? expect.any(String) : undefined });
    });
  });

  test('a sandbox is given up after five tries, and each failure costs one', () => {
    onEvery(waysOf(kubeadmSandboxRemovalModel), (replay) => {
      const failures = sentOf(replay, 'COMMAND.ENDED').filter(
        (event) => Reflect.get(Reflect.get(event, 'answer') as object, 'ok') === false,
      );
      const { state } = lastOf(replay);
      expect(failures.length).toBeLessThanOrEqual(5);
      expect(state === 'failed').toBe(failures.length === 5);
      expect(saidTo(replay, 'owner').length).toBe(state === 'failed' || state === 'removed' ? 1 : 0);
    });
  });

  test('the runtime returns once for each call', () => {
    onEvery(waysOf(kubeadmRuntimeModel), (replay) => {
      const { state } = lastOf(replay);
      if (state !== 'ready') return;
      expect(saidTo(replay, 'caller').length).toBe(sentOf(replay, 'CALL.REQUESTED').length);
    });
  });

  test('a pre-pull that has begun is finished or interrupted before the next one begins', () => {
    onEvery(waysOf(prePullModel), (replay) => {
      const told = saidTo(replay, 'recorder').filter(({ type }) => type === 'RECORD');
      const states = told.map((event) => Reflect.get(Reflect.get(event, 'observation') as object, 'state'));
      states.forEach((state, index) => {
        expect(state === 'started').toBe(index % 2 === 0);
      });
      expect(states.length % 2).toBe(lastOf(replay).state === 'idle' ? 0 : 1);
    });
  });
});
