import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/rules/kubelet/go/decode-base64.ts';

// Go 1.26, encoding/base64: StdEncoding and RawStdEncoding
it.each([
  ['dTpw', true, 'u:p'],
  ['dTpw', false, 'u:p'],
  ['dTo=', true, 'u:'],
  ['dTo', false, 'u:'],
  ['dT\no\r=', true, 'u:'],
  ['dQ=\n=\n', true, 'u'],
  ['', true, ''],
  ['!!!', false, 0],
  ['dTo', true, 0],
  ['dTpwdTo', true, 4],
  ['dTo=', false, 3],
  ['dTpwd', false, 4],
  ['dTpwd=', true, 5],
  ['dQ=', true, 3],
  ['dQ=x', true, 2],
  ['dTo=x', true, 4],
  ['dTpw=', true, 4],
  ['dTé', true, 2],
  ['édT', true, 0],
  ['d-_=', true, 1],
])('%j, padded %s: %j', (encoded, isPadded, decoded) => {
  const read = decodeBase64(encoded, isPadded);
  expect('bytes' in read ? Buffer.from(read.bytes).toString() : read.badAt).toBe(decoded);
});

it('gives back any bytes, with and without padding and line breaks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40, size: 'max' }), fc.nat(50), (bytes, breakAt) => {
      const encoded = Buffer.from(bytes).toString('base64');
      const broken = `${encoded.slice(0, breakAt)}\n${encoded.slice(breakAt)}`;
      expect(decodeBase64(broken)).toEqual({ bytes });
      expect(decodeBase64(broken.replaceAll('=', ''), false)).toEqual({ bytes });
    }),
  );
});
