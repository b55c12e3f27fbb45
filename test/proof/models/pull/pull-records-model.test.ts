import { describe, expect, test } from 'vitest';
import type { PullRecordsTable } from '../../../../machines/pull/pull-records.ts';
import type { ReplayedStep } from '../../../../src/proof/models/exploration/replay-path.ts';
import { pullRecordsModel } from '../../../../src/proof/models/pull/pull-records-model.ts';
import { get } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, waysOf } from '../ways.ts';

const ways = waysOf(pullRecordsModel);
const image = 'registry.example/app:1';

// PullManager in pkg/kubelet/images/pullmanager (v1.36.3, gate KubeletEnsureSecretPulledImages).
describe('the pull records, on every path and on random walks', () => {
  test('answer each question exactly once, and everything else with silence', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        expect(said.filter(({ to }) => to === 'pull')).toHaveLength(sent.type === 'ACCESS.ASKED' ? 1 : 0);
      }
    });
  });

  test('under NeverVerify refuse only what they cannot read', () => {
    onEvery(ways, ({ start, steps }) => {
      if (start !== 'never verify') return;
      for (const { said } of steps) {
        for (const { message } of said.filter(({ to }) => to === 'pull')) {
          if (message.type !== 'ACCESS.GRANTED')
            expect(message).toMatchObject({ type: 'ACCESS.REFUSED', check: 'error' });
        }
      }
    });
  });

  test('let a pod without secrets use what the kubelet pulled only where an anonymous pull has succeeded, until a file is touched', () => {
    onEvery(ways, ({ start, steps }) => {
      let isAnonymous = false;
      let isKnown = true;
      for (const [index, { sent, said }] of steps.entries()) {
        const { image: name, credential } = sent as {
          readonly image?: string;
          readonly credential?: unknown;
        };
        const isUsed = wasKept(steps[index - 1]);
        if (sent.type === 'IMAGE_PULLED.RECORDED' && isUsed && name === image && credential === undefined)
          isAnonymous = true;
        if (sent.type === 'PULLED_FILE.CHANGED' || sent.type === 'RECORDS.PRUNED') isKnown = false;
        if (start !== 'always verify' || !isKnown || sent.type !== 'ACCESS.ASKED') continue;
        const { credentials } = sent as {
          readonly credentials?: { readonly credentials?: readonly unknown[] };
        };
        if (credentials?.credentials?.length !== 0) continue;
        expect(said.find(({ to }) => to === 'pull')?.message.type).toBe(
          isAnonymous ? 'ACCESS.GRANTED' : 'ACCESS.REFUSED',
        );
      }
    });
  });

  test('count the pulls under way, and forget the count with the kubelet', () => {
    onEvery(ways, ({ steps }) => {
      let underWay = 0;
      for (const [index, { sent, snapshot }] of steps.entries()) {
        const { image: name, verifiesCredentials } = sent as {
          readonly image?: string;
          readonly verifiesCredentials?: boolean;
        };
        if (sent.type === 'KUBELET.STARTED' && verifiesCredentials === true) underWay = 0;
        if (wasKept(steps[index - 1]) && name === image) {
          if (sent.type === 'INTENT.RECORDED') underWay += 1;
          if (sent.type === 'IMAGE_PULLED.RECORDED' || sent.type === 'IMAGE_PULL_FAILED.RECORDED')
            underWay = Math.max(0, underWay - 1);
        }
        const { records }: PullRecordsTable = snapshot.context;
        expect(get(records.underWay, image) ?? 0).toBe(underWay);
      }
    });
  });

  test('are not kept exactly while the gate of the last kubelet that started is off', () => {
    onEvery(ways, ({ steps }) => {
      let isOff = false;
      for (const { sent, snapshot } of steps) {
        if (sent.type === 'KUBELET.STARTED')
          isOff = (sent as { readonly verifiesCredentials?: boolean }).verifiesCredentials === false;
        expect((snapshot.context as PullRecordsTable).isKept).toBe(!isOff);
      }
    });
  });
});

function wasKept(before: ReplayedStep | undefined): boolean {
  return before === undefined || (before.snapshot.context as PullRecordsTable).isKept;
}
