import { describe, expect, test } from 'vitest';
import { judgeApplications, tallyOf } from '../../tools/published/judge-applications.ts';
import { knownApplications } from '../../tools/published/known-applications.ts';

// docs/published.md has the table; it is made of these.
const sizes = judgeApplications(knownApplications);
const of = (name: string) => sizes.filter(({ application }) => application === name);

test('there are the thirteen images of the Online Boutique, and three other applications at least', () => {
  expect(of('Online Boutique v0.10.6')).toHaveLength(13);
  expect(knownApplications.length).toBeGreaterThanOrEqual(4);
});

test('each image stands there once, with its source', () => {
  expect(new Set(sizes.map(({ size }) => size.image)).size).toBe(sizes.length);
  expect(sizes.filter(({ size }) => size.source === '')).toEqual([]);
});

describe.each(knownApplications)('$name', ({ name }) => {
  test('eight in ten of its sizes are within 30 % of the real ones that were found', () => {
    const { near, of: known } = tallyOf(of(name)).taken;
    expect(known / of(name).length).toBeGreaterThan(0.6);
    expect(near / known).toBeGreaterThanOrEqual(0.8);
  });
});

test('held out, a size is of another document, or drawn', () => {
  const [redis] = sizes.filter(({ size }) => size.image === 'redis:alpine');
  expect([redis?.taken, redis?.heldOut]).toMatchObject([
    { megabytes: expect.closeTo(39, 0), isDrawn: false, isNear: true },
    { isDrawn: false, isNear: false },
  ]);
  const [cart] = sizes.filter(({ size }) => size.image.includes('cartservice'));
  expect(cart).toMatchObject({
    taken: { isDrawn: false, isNear: undefined },
    heldOut: { isDrawn: true, isNear: undefined },
  });
});

test('eight in ten of those that are taken from other documents are within 30 % of the real ones', () => {
  expect(tallyOf(sizes).fromOthers).toEqual({ near: 19, of: 23 });
});
