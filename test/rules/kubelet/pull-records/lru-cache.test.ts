import { describe, expect, it } from 'vitest';
import {
  emptyLruCache,
  fullPercent,
  type LruCache,
  peekCached,
  put,
  refreshed,
  used,
  without,
} from '../../../../src/rules/kubelet/pull-records/lru-cache.ts';

// lruCache of pkg/kubelet/images/pullmanager/mem_pullrecords.go, v1.36.3

const cacheOf = (...keys: string[]) =>
  keys.reduce((cache, key) => put(cache, key, key.toUpperCase()), emptyLruCache<string>(3));
const keysOf = (cache: LruCache<string>) =>
  ['a', 'b', 'c', 'd', 'e'].filter((key) => peekCached(cache, key) !== undefined);
const listed = (...keys: string[]) => keys.map((key) => [key, key.toUpperCase()] as const);

describe('a full cache', () => {
  it('drops the least recently used entry, and is no longer complete', () => {
    const known = { ...cacheOf('a', 'b', 'c'), isAuthoritative: true };
    const grown = put(known, 'd', 'D');
    expect([keysOf(grown), grown.size, grown.isAuthoritative]).toEqual([['b', 'c', 'd'], 3, false]);
    expect(keysOf(put(used(known, 'a'), 'd', 'D'))).toEqual(['a', 'c', 'd']);
    expect(keysOf(put(put(known, 'a', 'new'), 'd', 'D'))).toEqual(['a', 'c', 'd']);
  });

  it('stays as it is where a key of it is put again, used last or not there', () => {
    const known = { ...cacheOf('a', 'b', 'c'), isAuthoritative: true };
    const again = put(known, 'c', 'new');
    expect([peekCached(again, 'c'), again.size, again.isAuthoritative]).toEqual(['new', 3, true]);
    expect(used(known, 'c')).toBe(known);
    expect(used(known, 'e')).toBe(known);
    expect(without(known, 'e')).toBe(known);
    expect([keysOf(without(known, 'b')), without(known, 'b').size]).toEqual([['a', 'c'], 2]);
  });

  it('is given in percent', () => {
    expect([cacheOf(), cacheOf('a'), cacheOf('a', 'b', 'c')].map(fullPercent)).toEqual([0, 33, 100]);
  });
});

describe('after all files have been read', () => {
  it('it is complete if all entries fit with room to spare and each was readable', () => {
    const empty = emptyLruCache<string>(3);
    const of = (...keys: string[]) => refreshed(empty, listed(...keys), false);
    expect([keysOf(of('a', 'b')), of('a', 'b').isAuthoritative]).toEqual([['a', 'b'], true]);
    expect([keysOf(of('a', 'b', 'c')), of('a', 'b', 'c').isAuthoritative]).toEqual([['a', 'b', 'c'], false]);
    expect(keysOf(of('a', 'b', 'c', 'd'))).toEqual(['a', 'b', 'c']);
    const broken = refreshed(empty, listed('a'), true);
    expect([keysOf(broken), broken.isAuthoritative]).toEqual([['a'], false]);
  });

  it('it stays as it is where it knew all before, or has something while not everything is known', () => {
    const known = { ...cacheOf('a'), isAuthoritative: true };
    expect(refreshed(known, listed('b'), false)).toBe(known);
    const some = cacheOf('a');
    expect(refreshed(some, listed('b'), true)).toBe(some);
    expect(keysOf(refreshed(some, listed('b'), false))).toEqual(['b']);
  });
});
