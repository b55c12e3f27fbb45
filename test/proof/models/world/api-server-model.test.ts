import { describe, expect, test } from 'vitest';
import type { ApiServerContext } from '../../../../machines/world/api-server.ts';
import { apiServerModel } from '../../../../src/proof/models/world/api-server-model.ts';
import { VersionedMap } from '../../../../src/rules/collections/versioned-map.ts';
import { onEvery, saidOf, saidTo, waysOf } from '../ways.ts';

const ways = waysOf(apiServerModel);

function knownTo(snapshot: { readonly context: unknown } | undefined): ApiServerContext['pods'] {
  return (snapshot?.context as ApiServerContext | undefined)?.pods ?? new VersionedMap();
}

// The kubelet's list and watch of pods (pkg/kubelet/config/apiserver.go), and what it makes of deletions
// (config.go), v1.36.3.
describe('the API server', () => {
  test('tells a kubelet that begins to watch of all its pods, in order of their arrival', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, snapshot } of steps) {
        if (sent.type !== 'WATCH.BEGAN') continue;
        const added = said
          .filter(({ message }) => message.type === 'POD.ADDED')
          .map(({ message }) => message.spec);
        expect(added).toEqual([...knownTo(snapshot).values()]);
      }
    });
  });

  test('says nothing to a kubelet that is down', () => {
    onEvery(ways, ({ steps }) => {
      for (const [index, { said, sent }] of steps.entries()) {
        const before = steps[index - 1]?.state ?? 'unwatched';
        if (before === 'unwatched' && sent.type !== 'WATCH.BEGAN')
          expect(said.filter(({ to }) => to === 'kubelet')).toEqual([]);
      }
    });
  });

  test('deletes each pod once: its kubelet stops it first, unless it is over', () => {
    onEvery(ways, (replay) => {
      for (const [index, { sent, said, snapshot }] of replay.steps.entries()) {
        if (sent.type !== 'POD.DELETED') continue;
        const { uid } = Reflect.get(sent, 'spec') as { readonly uid: string };
        const before = knownTo(replay.steps[index - 1]?.snapshot).get(uid);
        const removed = said.filter(({ message }) => message.type === 'POD.REMOVED');
        expect(removed).toHaveLength(before === undefined ? 1 : 0);
        if (before !== undefined) expect(knownTo(snapshot).get(uid)?.deletionGraceMicros).toBe(30_000_000);
        if (before?.deletionGraceMicros !== undefined) expect(said).toEqual([]);
      }
    });
  });

  test('keeps a pod until it is over or gone, and changes none that is deleted', () => {
    onEvery(ways, (replay) => {
      for (const [index, { sent, snapshot }] of replay.steps.entries()) {
        const before = knownTo(replay.steps[index - 1]?.snapshot);
        const gone = [...before.keys()].filter((uid) => !knownTo(snapshot).has(uid));
        expect(gone).toEqual(sent.type === 'POD.ENDED' || sent.type === 'POD.GONE' ? gone.slice(0, 1) : []);
        if (sent.type !== 'POD.EDITED') continue;
        for (const [uid, spec] of before)
          if (spec.deletionGraceMicros !== undefined) expect(knownTo(snapshot).get(uid)).toBe(spec);
      }
      expect(saidTo(replay, 'kubelet').length).toBeGreaterThanOrEqual(saidOf(replay, 'POD.UPDATED').length);
    });
  });
});
