import { expect, test } from 'vitest';
import type { RequestEntry } from '../../../src/interfaces/registry/request-entry.ts';
import { requestLine } from '../../../src/interfaces/registry/request-line.ts';

const entry: RequestEntry = {
  atMicros: 1_204_000,
  tookMicros: 1_260_000,
  method: 'GET',
  path: '/blobs/blobs.example/shop.example/web/sha256:12?Expires=1202&Signature=secret',
  role: 'blobStore',
  registry: 'blobs.example',
  authorization: 'none',
  status: 200,
  bytesSent: 2_000_264,
  bodyBytes: 2_000_000,
  connection: 1,
  isAbandoned: false,
};

test('the line of a blob store shows no signature, and says if a client sent credentials', () => {
  expect(requestLine(entry)).toBe(
    '+1.204 s blobs.example GET /blobs/blobs.example/shop.example/web/sha256:12 200, 2000264 B in 1.260 s',
  );
  expect(requestLine({ ...entry, status: 400, authorization: 'bearer' })).toMatch(
    / 400, .*, with credentials \(bearer\)$/,
  );
});

test('the line of a registry shows its query, no credentials, and whether the client left before the end', () => {
  const ofRegistry = { ...entry, role: 'registry', path: '/v2/web/manifests/1?ns=shop.example' } as const;
  const line = requestLine({
    ...ofRegistry,
    authorization: 'basic',
    isAbandoned: true,
    fault: 'faults/1-trickle',
  });
  expect(line).toBe(
    '+1.204 s blobs.example GET /v2/web/manifests/1?ns=shop.example 200, 2000264 B in 1.260 s, the client left (faults/1-trickle)',
  );
});
