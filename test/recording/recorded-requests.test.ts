import { expect, test } from 'vitest';
import { recordedRequest, type ServedRequest } from '../../tools/recording/recorded-requests.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const reading = {
  offsetMs: 1_000,
  blobs: new Map([[digest, 'eq8:1/layer0']]),
  rules: [
    { match: 'manifests/', status: 503 },
    { match: 'blobs/', kind: 'stall' as const },
  ],
};

function requested(more: Partial<ServedRequest>): ReturnType<typeof recordedRequest> {
  const request = {
    atMicros: 1_050_000,
    answeredMicros: 1_056_000,
    tookMicros: 20_000,
    method: 'GET',
    path: `/v2/eq8/blobs/${digest}?ns=127.0.0.1`,
    status: 200,
    bodyBytes: 500,
    bodyBytesPromised: 500,
    connection: 7,
  };
  return recordedRequest({ ...request, ...more }, reading);
}

test('a layer has its name, and times since the first call', () => {
  expect(requested({})).toEqual({
    ev: 'http',
    ms: 50,
    first: 56,
    end: 70,
    method: 'GET',
    kind: 'blobs',
    blob: 'eq8:1/layer0',
    status: 200,
    bytes: 500,
    conn: 7,
  });
});

test('a body that was cut off has the length that was promised, and what came of it', () => {
  expect(
    requested({ bodyBytes: 200, range: 'bytes=300-', status: 206, fault: 'faults/2-stalledBody' }),
  ).toMatchObject({ bytes: 200, length: 500, range: 'bytes=300-', status: 206, fault: 'stall' });
});

test('a HEAD has a length and no bytes, and a tag is what was asked for', () => {
  const head = requested({
    method: 'HEAD',
    path: '/v2/eq8/manifests/1',
    bodyBytes: 0,
    bodyBytesPromised: 1_512,
  });
  expect(head).toMatchObject({ method: 'HEAD', kind: 'manifests', blob: '1', length: 1_512 });
  expect(head).not.toHaveProperty('bytes');
});

test('a rule that was applied is named by its kind or status, and 401 where credentials were missing', () => {
  const failed = { path: '/v2/eq8/manifests/1', bodyBytes: 90, bodyBytesPromised: 90 };
  expect(requested({ ...failed, status: 503, fault: 'faults/1-badStatus' })).toMatchObject({ fault: '503' });
  const refused = requested({ ...failed, status: 401 });
  expect(refused).toMatchObject({ status: 401, fault: '401' });
  expect(refused).not.toHaveProperty('bytes');
});

test('without an answer there is no first byte', () => {
  const hung = requested({
    status: undefined,
    answeredMicros: undefined,
    bodyBytes: 0,
    bodyBytesPromised: undefined,
  });
  expect(hung).toMatchObject({ status: 0, end: 70 });
  expect(hung).not.toHaveProperty('first');
});

test('the token server has a path of its own, and other methods are no part of a pull', () => {
  expect(requested({ path: '/token?service=a' })).toMatchObject({ kind: 'other', blob: '/token' });
  expect(requested({ method: 'POST' })).toBeUndefined();
});
