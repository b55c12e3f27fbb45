import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { describe, expect, test } from 'vitest';
import { WatchedActors } from '../../../src/page/replay/watched-actors.ts';

const epochMs = 1_767_225_600_000;

/** What a viewer knows that heard these messages; a moment counts from `epochMs`. */
function watchedOf(messages: readonly object[], from?: number): WatchedActors {
  const watched = new WatchedActors(from);
  for (const message of messages) watched.hear({ createdAt: String(epochMs), ...message } as unknown as StatelyInspectionEvent);
  return watched;
}

const met = (sessionId: string, more: object = {}) => ({
  type: '@xstate.actor',
  sessionId,
  name: sessionId,
  snapshot: { status: 'active', value: 'idle', context: { n: 1 } },
  ...more,
});
const took = (sessionId: string, type: string, more: object = {}) => ({ type: '@xstate.event', sessionId, event: { type }, ...more });
const is = (sessionId: string, value: unknown, more: object = {}, snapshot: object = {}) => ({
  type: '@xstate.snapshot',
  sessionId,
  snapshot: { status: 'active', value, context: {}, ...snapshot },
  ...more,
});
const at = (ms: number) => ({ createdAt: String(epochMs + ms) });

describe('an actor', () => {
  test('is known with all that its first message tells', () => {
    const definition = { id: 'imagePull', states: { idle: {} } };
    const watched = watchedOf([met('a', { definition: JSON.stringify(definition) })]);
    expect(watched.actors.get('a')).toEqual({
      id: 'a',
      name: 'a',
      parentId: undefined,
      depth: 0,
      definition,
      status: 'active',
      value: 'idle',
      context: { n: 1 },
      events: 0,
      counts: new Map(),
      lastTaken: [],
    });
  });

  test('is called so that everything in its name is seen: it comes from a manifest', () => {
    const watched = watchedOf([met('a', { name: 'node-1/kubelet/default/web\u202egnp\u0007' })]);
    expect(watched.actors.get('a')?.name).toBe('node-1/kubelet/default/web\\u202egnp\\x07');
  });

  test('is active where its message says nothing of it', () => {
    expect(watchedOf([met('a', { snapshot: undefined })]).actors.get('a')).toMatchObject({
      status: 'active',
      value: undefined,
      context: undefined,
    });
  });

  test.each([
    ['is not told', undefined],
    ['is a number', 7],
    ['is no JSON', '{'],
    ['is null', 'null'],
    ['is a text', '"idle"'],
  ])('whose definition %s has none', (_, definition) => {
    expect(watchedOf([met('a', { definition })]).actors.get('a')?.definition).toBeUndefined();
  });

  test('is below its parent where that is known, in order of arrival', () => {
    const watched = watchedOf([
      met('a'),
      met('b', { parentId: 'a' }),
      met('c', { parentId: 'b' }),
      met('d', { parentId: 'a' }),
      met('e', { parentId: 'x' }),
    ]);
    expect([undefined, 'a', 'b', 'c', 'x'].map((id) => watched.childrenOf(id))).toEqual([['a', 'e'], ['b', 'd'], ['c'], [], []]);
    expect([...watched.actors.values()].map(({ parentId, depth }) => [parentId, depth])).toEqual([
      [undefined, 0],
      ['a', 1],
      ['b', 2],
      ['a', 1],
      [undefined, 0],
    ]);
  });

  test('that is told of again is the same, with its events', () => {
    const watched = watchedOf([met('a'), took('a', 'GO'), met('a', { snapshot: { status: 'done', value: 'over' } })]);
    expect(watched.childrenOf(undefined)).toEqual(['a']);
    expect(watched.actors.get('a')).toMatchObject({ status: 'done', value: 'over', events: 1 });
  });
});

describe('what happens', () => {
  test('is in the log, with its time, its source and the state that it led to', () => {
    const watched = watchedOf([
      met('a'),
      took('a', 'GO', { sourceId: 's', ...at(40) }),
      is('a', 'gone', at(40)),
      took('nobody', 'LOST', at(70)),
      is('a', 'back', at(80)),
    ]);
    expect(watched.log).toEqual([
      { number: 1, atMs: 40, actor: 'a', source: 's', event: { type: 'GO' }, value: 'gone' },
      { number: 2, atMs: 70, actor: 'nobody', source: undefined, event: { type: 'LOST' }, value: undefined },
    ]);
    expect(watched.actors.get('a')).toMatchObject({ events: 1, value: 'back' });
    expect(watched.atMs).toBe(80);
  });

  test('is not the beginning of an actor', () => {
    const watched = watchedOf([met('a'), took('a', 'xstate.init'), is('a', 'idle')]);
    expect(watched.actors.get('a')?.events).toBe(0);
    expect(watched.log).toEqual([]);
  });

  test('changes the state of its actor, where that is known', () => {
    const watched = watchedOf([met('a'), is('a', 'over', {}, { status: 'done', context: { n: 2 } }), is('b', 'x')]);
    expect(watched.actors.get('a')).toMatchObject({ status: 'done', value: 'over', context: { n: 2 } });
    expect([...watched.actors.keys()]).toEqual(['a']);
    expect(watchedOf([met('a', { snapshot: { status: 'done' } }), is('a', 'x', {}, { status: undefined })]).actors.get('a')?.status).toBe(
      'active',
    );
  });

  test('counts the transitions that were taken, where the sender tells', () => {
    const watched = watchedOf([met('a'), is('a', 'x', { taken: ['t', 'u'] }), is('a', 'y', { taken: ['t', 7] })]);
    expect(watched.actors.get('a')).toMatchObject({
      counts: new Map([
        ['t', 2],
        ['u', 1],
      ]),
      lastTaken: ['t'],
    });
    expect(watchedOf([met('a'), is('a', 'x'), is('a', 'y', { taken: 'all' })]).actors.get('a')?.lastTaken).toEqual([]);
  });

  test('is forgotten when it is long ago, many at once', () => {
    const lengths = [4_000, 4_001].map((count) => {
      const watched = watchedOf([met('a'), ...Array.from({ length: count }, () => took('a', 'GO'))]);
      return [watched.log.length, watched.log[0]?.number, watched.log.at(-1)?.number];
    });
    expect(lengths).toEqual([
      [4_000, 1, 4_000],
      [2_000, 2_002, 4_001],
    ]);
  });
});

test('virtual time begins when it is told to, else with the first message; one without a time is of the moment before', () => {
  expect(watchedOf([met('a', at(500)), took('a', 'GO', at(700))], epochMs).atMs).toBe(700);
  expect(watchedOf([met('a', at(500)), took('a', 'GO', at(700))]).atMs).toBe(200);
  expect(watchedOf([met('a', at(500)), took('a', 'GO', at(700)), took('a', 'GO', { createdAt: 'soon' })], epochMs).atMs).toBe(700);
  expect(watchedOf([met('a', { createdAt: 'soon' }), took('a', 'GO', { createdAt: '9' })]).atMs).toBe(9);
});
