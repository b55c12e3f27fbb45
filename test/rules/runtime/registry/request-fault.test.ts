import { describe, expect, it } from 'vitest';
import {
  meetsRequest,
  type RequestKind,
  type RequestMatch,
  reversedDigest,
} from '../../../../src/rules/runtime/registry/request-fault.ts';

const kinds: readonly RequestKind[] = ['tag', 'index', 'manifest', 'config', 'layer', 'token'];

describe('a fault meets', () => {
  it.each<{ readonly match: RequestMatch; readonly met: readonly RequestKind[] }>([
    { match: {}, met: ['tag', 'index', 'manifest', 'config', 'layer'] },
    { match: { requests: ['token'] }, met: ['token'] },
    { match: { requests: ['manifest', 'layer'] }, met: ['manifest', 'layer'] },
    { match: { requests: [] }, met: [] },
    { match: { layer: 0 }, met: [] },
  ])('of the requests for an image, where it says $match: $met', ({ match, met }) => {
    expect(kinds.filter((kind) => meetsRequest(match, { image: 'nginx', kind }, 0))).toEqual(met);
  });

  it.each<{ readonly match: RequestMatch; readonly layers: readonly number[] }>([
    { match: {}, layers: [0, 1, 2] },
    { match: { layer: 0 }, layers: [0] },
    { match: { layer: 2, requests: ['layer'] }, layers: [2] },
    { match: { layer: 2, requests: ['config'] }, layers: [] },
  ])('of the layers, where it says $match: $layers', ({ match, layers }) => {
    expect(
      [0, 1, 2].filter((layer) => meetsRequest(match, { image: 'nginx', kind: 'layer', layer }, 0)),
    ).toEqual(layers);
  });

  it.each([
    { image: 'nginx:1.27', isMet: true },
    { image: 'docker.io/library/nginx:1.27', isMet: true },
    { image: 'nginx:latest', isMet: false },
    { image: 'quay.io/library/nginx:1.27', isMet: false },
  ])('requests for its image in any spelling: nginx:1.27 as $image, $isMet', ({ image, isMet }) => {
    expect(meetsRequest({ image: 'nginx:1.27' }, { image, kind: 'layer', layer: 0 }, 0)).toBe(isMet);
  });

  it.each<{ readonly match: RequestMatch; readonly count: number }>([
    { match: {}, count: 4 },
    { match: { times: 0 }, count: 0 },
    { match: { times: 2 }, count: 2 },
  ])('no more than its times of four requests: $match, $count', ({ match, count }) => {
    expect(
      [0, 1, 2, 3].filter((met) => meetsRequest(match, { image: 'nginx', kind: 'tag' }, met)),
    ).toHaveLength(count);
  });
});

it('a wrong digest has the same kind and length, and another value', () => {
  expect(reversedDigest('sha256:acc99b3e')).toBe('sha256:e3b99cca');
});
