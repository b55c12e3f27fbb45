import { expect, it } from 'vitest';
import { networkErrorText } from '../../../../src/rules/runtime/errors/network-error-text.ts';
import type { RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import { imageLocation } from '../../../../src/rules/runtime/images/image-location.ts';

// Go's net package; test/validation/runs e6-fail has the first of each

const head: RequestPoint = { method: 'HEAD', kind: 'tag', digest: '' };

it.each([
  ['127.0.0.1:5001/x:1', '127.0.0.1:PORT->127.0.0.1:5001'],
  ['127.0.0.1/x:1', '127.0.0.1:PORT->127.0.0.1:80'],
  ['localhost/x:1', '127.0.0.1:PORT->localhost:80'],
  ['localhost:5000/x:1', '127.0.0.1:PORT->localhost:5000'],
  ['quay.io/x:1', 'NODE:PORT->quay.io:443'],
  ['10.127.0.5:5000/x:1', 'NODE:PORT->10.127.0.5:5000'],
])('a broken connection to %s has the ends %s', (image, ends) => {
  expect(networkErrorText({ kind: 'reset', at: head, inBody: true }, imageLocation(image))).toBe(
    `read tcp ${ends}: read: connection reset by peer`,
  );
});

it.each([
  ['no-such-registry.invalid/x:1', 'lookup no-such-registry.invalid on NAMESERVER:53: no such host'],
  ['registry.invalid:5000/x:1', 'lookup registry.invalid on NAMESERVER:53: no such host'],
])('of %s the name alone is looked up, without a port', (image, words) => {
  expect(networkErrorText({ kind: 'noSuchHost', at: head }, imageLocation(image))).toMatch(
    new RegExp(`: dial tcp: ${words}$`),
  );
});
