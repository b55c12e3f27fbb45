import { describe, expect, test } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { pullRecordsMachine } from '../../machines/pull-records.ts';
import { explore, wayTo } from '../../src/models/explore.ts';
import { pullRecordsModel } from '../../src/models/pull-records-model.ts';
import { replayPath } from '../../src/models/replay-path.ts';
import { onEvery, waysOf } from './ways.ts';

/** Beside the usual ways: the question after each event in each state of the records under the default policy, where all of them matters. */
const questions = pullRecordsModel.starts.slice(0, 1).flatMap((start) => {
  const exploration = explore(pullRecordsModel, start);
  const kept = exploration.edges.filter(({ to }) => to.machine.matches('keeping'));
  return kept.map((edge) => {
    const steps = [...wayTo(exploration, edge.from), edge, { event: 'ACCESS.ASKED (present)' }];
    return replayPath(pullRecordsModel, { start: start.name, steps });
  });
});
const ways = [...waysOf(pullRecordsModel), ...questions];
const image = 'registry.example/app:1';

/** A dumb account of what the disk holds: names that were pulled, and intents, by the words of the events alone. */
function account() {
  const pulled = new Set<string>();
  let intents = 0;
  let isLeft = false;
  return {
    note: ({ type, ...rest }: { readonly type: string; readonly image?: string }) => {
      if (type === 'INTENT.RECORDED') intents += 1;
      if (type === 'KUBELET.GONE') [isLeft, intents] = [isLeft || intents > 0, 0];
      if (type === 'IMAGE_PULLED.RECORDED') pulled.add(rest.image ?? '');
      const ends = type === 'IMAGE_PULL_FAILED.RECORDED' || type === 'IMAGE_PULLED.RECORDED';
      if (!ends || rest.image !== image) return;
      intents = Math.max(0, intents - 1);
      if (intents === 0) isLeft = false;
    },
    intents: () => ({ underWay: intents, isLeft }),
    isPulledUnderName: () => pulled.has(image),
    isByKubelet: () => pulled.size > 0 || intents > 0 || isLeft,
  };
}

// PullManager in pkg/kubelet/images/pullmanager (v1.36.3, gate KubeletEnsureSecretPulledImages).
describe('the pull records, on every path and on random walks', () => {
  test('answer each question exactly once, and everything else with silence', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        expect(said.filter(({ to }) => to === 'pull')).toHaveLength(sent.type === 'ACCESS.ASKED' ? 1 : 0);
      }
    });
  });

  test('let a pod use what is present as its policy says, and never what is absent', () => {
    onEvery(ways, ({ start, steps }) => {
      const kept = account();
      for (const [index, { sent, said }] of steps.entries()) {
        if (steps[index - 1]?.state !== 'unused') kept.note(sent);
        if (sent.type !== 'ACCESS.ASKED') continue;
        const mayUse = {
          'default policy': !kept.isByKubelet() || kept.isPulledUnderName(),
          'never verify': true,
          'always verify': kept.isPulledUnderName(),
        }[start];
        const isPresent = (sent as { readonly imageRef?: string }).imageRef !== '';
        expect(said[0]?.message.type).toBe(isPresent && mayUse ? 'ACCESS.GRANTED' : 'ACCESS.REFUSED');
      }
    });
  });

  test('count the intents of pulls under way, and keep those of a kubelet that is gone until the name is tried again', () => {
    onEvery(ways, ({ steps }) => {
      const kept = account();
      for (const [index, { sent, snapshot }] of steps.entries()) {
        if (steps[index - 1]?.state !== 'unused') kept.note(sent);
        const { records }: ContextFrom<typeof pullRecordsMachine> = snapshot.context;
        expect({ underWay: records.intents.get(image) ?? 0, isLeft: records.leftIntents.has(image) }).toEqual(kept.intents());
      }
    });
  });

  test('are unused exactly while the gate of the last kubelet that started is off', () => {
    onEvery(ways, ({ steps }) => {
      let isOff = false;
      for (const { sent, state } of steps) {
        if (sent.type === 'KUBELET.STARTED') isOff = (sent as { readonly verifiesCredentials?: boolean }).verifiesCredentials === false;
        expect(state).toBe(isOff ? 'unused' : 'keeping');
      }
    });
  });
});
