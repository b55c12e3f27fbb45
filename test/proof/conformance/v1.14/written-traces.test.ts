import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../../../src/proof/conformance/compare-traces.ts';
import { imageManagerKind } from '../../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { runScript } from '../../../../src/proof/conformance/imagemanager/run-script.ts';
import { root } from '../../../tidy/sources.ts';
import { basicScripts, profileOf, tracesIn } from '../conformance-data.ts';
import { plainImageManager } from './plain-image-manager.ts';

// No release of 1.14 can be built any more: these traces are written from its source (test/seeds, 004), not
// recorded.
const names = new Set([
  'policy-IfNotPresent-present-gate-off',
  'policy-IfNotPresent-absent-gate-off',
  'policy-IfNotPresent-absent-inspecterror-gate-off',
  'policy-Always-present-gate-off',
  'policy-Always-present-inspecterror-gate-off',
  'policy-Never-present-gate-off',
  'policy-Never-absent-gate-off',
  'policy-empty-absent-gate-off',
  'inspect-error-repeats',
  'backoff-each-10s-30min',
  'backoff-exact-edges',
  'backoff-reset-after-2max',
  'backoff-small-max',
  'backoff-key-pod-image',
  'backoff-other-success-gc',
  'success-does-not-reset-backoff',
  'error-message-changes',
  'concurrent-failures-same-key',
  'unlisted-image',
  'qps-5-10-each-1ms',
  'qps-serial-consumes-at-dequeue',
  'serial-more-than-10-queued',
  'serial-failures-interleaved',
  'parallel-max-2',
  'annotations',
]);
const scripts = basicScripts().filter(({ name }) => names.has(name));
const file = join(root, 'test/proof/conformance/v1.14/basic.ndjson');

const written = scripts.map((script) => `${JSON.stringify(plainImageManager(script))}\n`).join('');
if (process.env.WINDLASS_UPDATE === '1') writeFileSync(file, written);

test('the traces are those that the plain image manager writes', () => {
  expect(scripts).toHaveLength(names.size);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

describe('kubelet 1.14 does as written', () => {
  const traces = tracesIn('v1.14/basic.ndjson');

  test.each(scripts.map((script, index) => [script.name, script, index] as const))(
    '%s',
    (_, script, index) => {
      const expected = traces[index];
      if (expected === undefined) throw new Error('not written');
      const { divergence, entriesAgreeing } = compareTraces(
        expected,
        runScript(script, profileOf('1.14')),
        imageManagerKind,
      );
      expect(divergence).toBeUndefined();
      expect(entriesAgreeing).toBeGreaterThan(0);
    },
  );
});
