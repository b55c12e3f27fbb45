import { expect, it } from 'vitest';
import { wrongDigestOf } from '../../../src/runtime/registry/body-fault.ts';

it('the digest of what came instead is one of the same kind and length, and another', () => {
  expect(wrongDigestOf('sha256:acc99b3e')).toBe('sha256:e3b99cca');
});
