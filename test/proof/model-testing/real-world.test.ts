import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomScript } from '../../../src/proof/conformance/imagemanager/random-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { simulatedSystem } from '../../../src/proof/conformance/system-under-test.ts';
import { pathScripts } from '../../../src/proof/model-testing/path-scripts.ts';
import { randomScripts } from '../../../src/proof/model-testing/random-scripts.ts';
import { digestOf, inRealWorld } from '../../../src/proof/model-testing/real-world.ts';
import { testSession } from '../../../src/proof/model-testing/test-session.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { runScript as runSut } from '../../sut/run-script.mjs';

/** The references and sizes of a script's images. */
function imagesOf({ runtime: { images, pulls = {} } }: Script) {
  const pulled = Object.values(pulls)
    .flat()
    .filter(({ error = '' }) => error === '');
  return [...images, ...pulled].map(({ ref = '', size = 0 }) => ({ ref, size }));
}

test('random scripts have digests for references, or none, and sizes above zero', () => {
  const images = randomScripts(1, 60).flatMap(({ script }) => imagesOf(script));
  expect(images.length).toBeGreaterThan(100);
  for (const { ref, size } of images) {
    expect(ref).toMatch(/^(sha256:[0-9a-f]{64})?$/);
    expect(size).toBeGreaterThan(0);
  }
});

test('what was one reference stays one, and two stay two', () => {
  fc.assert(
    fc.property(randomScript(), (script) => {
      const refs = imagesOf(script).map(({ ref }) => ref);
      const real = imagesOf(inRealWorld(script)).map(({ ref }) => ref);
      expect(new Set(real).size).toBe(new Set(refs).size);
    }),
  );
  expect(digestOf(digestOf('sha256:aa'))).toBe(digestOf('sha256:aa'));
});

test('path scripts are of that world too', () => {
  for (const { script } of pathScripts(v1_36, 'all-transitions'))
    for (const { ref, size } of imagesOf(script))
      expect([ref, size > 0]).toEqual([expect.stringMatching(/^(sha256:[0-9a-f]{64})?$/), true]);
});

test('a script is made small without an image of no bytes or a reference that is no digest', async () => {
  const mutation = 'size-not-asked';
  const system = simulatedSystem({
    version: mutation,
    run: (script: Script) => runSut(script, { mutation }),
  });
  const { findings } = await testSession({ system, profile: v1_36, scripts: randomScripts(1, 20) });
  expect(findings.length).toBeGreaterThan(0);
  for (const { script } of findings)
    for (const { ref, size } of imagesOf(script))
      expect([ref, size > 0]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), true]);
});
