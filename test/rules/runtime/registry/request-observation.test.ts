import { describe, expect, it } from 'vitest';
import type { RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import {
  type RequestOutcome,
  type RequestWay,
  requestObservation,
} from '../../../../src/rules/runtime/registry/request-observation.ts';

const way: RequestWay = { registry: 'docker.io', image: 'redis:7' };
const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };
const layer: RequestPoint = { method: 'GET', kind: 'layer', digest: 'sha256:aa' };
const asked = { type: 'request', registry: 'docker.io', image: 'redis:7' };
const askedLayer = { ...asked, method: 'GET', kind: 'layer', digest: 'sha256:aa' };

describe('the record of a request', () => {
  it.each<readonly [string, RequestPoint, Partial<RequestWay>, RequestOutcome, object]>([
    [
      'a tag has no digest',
      head,
      {},
      { state: 'sent' },
      { ...asked, state: 'sent', method: 'HEAD', kind: 'tag' },
    ],
    ['a layer has one', layer, {}, { state: 'waiting' }, { ...askedLayer, state: 'waiting' }],
    [
      'the first connection is 0',
      layer,
      { connection: 0 },
      { state: 'sent' },
      { ...askedLayer, state: 'sent', connection: 0 },
    ],
    [
      'from the start on is no offset',
      layer,
      { offset: 0 },
      { state: 'sent' },
      { ...askedLayer, state: 'sent' },
    ],
    [
      'the rest is one',
      layer,
      { offset: 2_000_000 },
      { state: 'sent' },
      { ...askedLayer, state: 'sent', offset: 2_000_000 },
    ],
    [
      'an answer has a status',
      layer,
      {},
      { state: 'answered', status: 206 },
      { ...askedLayer, state: 'answered', status: 206 },
    ],
    [
      'no answer has a reason',
      layer,
      { connection: 3 },
      { state: 'failed', error: 'connection reset by peer' },
      { ...askedLayer, state: 'failed', connection: 3, error: 'connection reset by peer' },
    ],
  ])('%s', (_, point, by, outcome, told) => {
    expect(requestObservation(point, { ...way, ...by }, outcome)).toStrictEqual(told);
  });
});
