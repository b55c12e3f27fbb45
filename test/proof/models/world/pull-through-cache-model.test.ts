import { describe, expect, test } from 'vitest';
import type { PullThroughCacheTable } from '../../../../machines/world/pull-through-cache-table.ts';
import { pullThroughCacheModel } from '../../../../src/proof/models/world/pull-through-cache-model.ts';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { entries } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// distribution/registry/proxy v3: proxyTagService, proxyManifestStore, proxyBlobStore.
const ways = waysOf(pullThroughCacheModel);

/** The requests that wait, but for those of whoever is far away. */
function nearIn(context: PullThroughCacheTable | undefined): readonly string[] {
  const calls = entries(context?.asked).flatMap(([, asked]) => items(asked));
  return calls.flatMap(({ request, travels }) => (travels === true ? [] : [request.id]));
}

describe('a pull-through cache', () => {
  test('answers each client once, unless it has gone: whoever is open waits for the upstream', () => {
    onEvery(ways, (replay) => {
      let cancelled = 0;
      replay.steps.forEach(({ sent, snapshot }, index) => {
        const before: PullThroughCacheTable | undefined = replay.steps[index - 1]?.snapshot.context;
        if (sent.type === 'HTTP.CANCELLED' && nearIn(before).includes(String(Reflect.get(sent, 'id'))))
          cancelled++;
        const beginning = upTo(replay, index);
        // What one far away hears, it hears when it has travelled: no replay shows it.
        const asks = sentOf(beginning, 'CONTENT.REQUESTED').filter(({ travels }) => travels !== true);
        expect(asks.length - saidTo(beginning, 'client').length - cancelled).toBe(
          nearIn(snapshot.context).length,
        );
      });
    });
  });

  test('has at most one request open for one thing, and none that nobody waits for', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const { asked, waiting }: PullThroughCacheTable = snapshot.context;
        const beginning = upTo(replay, index);
        const upstream = saidTo(beginning, 'upstream');
        const open = upstream.filter(({ type }) => type === 'HTTP.REQUESTED').length;
        const closed = upstream.filter(({ type }) => type === 'HTTP.CANCELLED').length;
        const answered = sentOf(beginning, 'HTTP.ANSWERED', 'HTTP.REFUSED', 'HTTP.RESET').length;
        expect(open - closed - answered).toBe(entries(asked).length);
        expect(entries(asked).flatMap(([, calls]) => items(calls)).length).toBe(entries(waiting).length);
        for (const [, calls] of entries(asked)) expect(calls.size).toBeGreaterThan(0);
      });
    });
  });

  test('never asks again for a layer that came', () => {
    onEvery(ways, (replay) => {
      let isStored = false;
      for (const { sent, said } of replay.steps) {
        if (isStored)
          expect(
            said.filter(
              ({ message }) =>
                JSON.stringify(message).includes('sha256:1') && message.type === 'HTTP.REQUESTED',
            ),
          ).toEqual([]);
        if (
          sent.type === 'HTTP.ANSWERED' &&
          String(Reflect.get(sent, 'id')).includes('layer') &&
          Reflect.get(sent, 'status') === 200
        )
          isStored = true;
      }
    });
  });

  test('tells of a tag what it was the last time, where the upstream does not tell', () => {
    let fallbacks = 0;
    onEvery(ways, (replay) => {
      let wasThere = false;
      for (const { sent, said } of replay.steps) {
        const isOfTag = sent.type.startsWith('HTTP.') && String(Reflect.get(sent, 'id')).includes('tag');
        if (isOfTag && sent.type !== 'HTTP.CANCELLED' && Reflect.get(sent, 'status') !== 200 && wasThere) {
          for (const { to, message } of said)
            if (to === 'client') expect(message).toMatchObject({ status: 200 });
          fallbacks++;
        }
        if (isOfTag && Reflect.get(sent, 'status') === 200) wasThere = true;
      }
    });
    expect(fallbacks).toBeGreaterThan(0);
  });
});
