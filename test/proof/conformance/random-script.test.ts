import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { randomScript } from '../../../src/proof/conformance/imagemanager/random-script.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { parseScript } from '../../../src/proof/conformance/parse-script.ts';
import { simplerScripts } from '../../../src/proof/conformance/simpler-scripts.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { profileOf } from './conformance-data.ts';

const sample = fc.sample(randomScript(), { seed: 3, numRuns: 600 });

const timesOf = ({ calls, runtime }: Script): number[] => [
  ...calls.map(({ at }) => at),
  ...(runtime.removals ?? []).map(({ at }) => at),
  ...Object.values(runtime.pulls ?? {}).flatMap((outcomes) => outcomes.map(({ takesMs = 0 }) => takesMs)),
];

test('times are whole microseconds, and calls come in order of time', () => {
  const micros = sample.flatMap(timesOf).map((ms) => ms * 1_000);
  expect(micros.filter((time) => Math.abs(time - Math.round(time)) > 1e-3 || time < 0)).toEqual([]);
  for (const { calls } of sample)
    expect(calls.map(({ at }) => at)).toEqual(calls.map(({ at }) => at).sort((a, b) => a - b));
});

test('one seed gives the same scripts again', () => {
  expect(fc.sample(randomScript(), { seed: 3, numRuns: 20 })).toEqual(sample.slice(0, 20));
});

const present: readonly [string, (script: Script) => boolean][] = [
  [
    'serial pulls with more callers than the queue holds',
    ({ kubelet, calls }) => kubelet.serializeImagePulls && calls.length > 11,
  ],
  ['a limit of parallel pulls', ({ kubelet }) => kubelet.maxParallelImagePulls === 2],
  ['more parallel pulls than lock stripes', ({ kubelet }) => (kubelet.maxParallelImagePulls ?? 0) > 31],
  [
    'a throttle that refuses all',
    ({ kubelet }) => kubelet.registryPullQPS > 0 && kubelet.registryBurst === 0,
  ],
  ['an initial back-off above the maximum', ({ kubelet: { imagePullBackOff: b } }) => b.initialMs > b.maxMs],
  ['the gate off', ({ featureGates }) => featureGates?.KubeletEnsureSecretPulledImages === false],
  [
    'a verification policy',
    ({ kubelet }) => kubelet.imagePullCredentialsVerificationPolicy === 'AlwaysVerify',
  ],
  [
    'inspections that fail',
    ({ runtime }) =>
      Object.values(runtime.inspect ?? {}).some((outcomes) => outcomes.some(({ error }) => error)),
  ],
  ['removals', ({ runtime }) => (runtime.removals ?? []).length > 0],
  ['calls at one instant', ({ calls }) => calls.some(({ at }, index) => at === calls[index - 1]?.at)],
  ['a policy that is none', ({ calls }) => calls.some(({ policy }) => policy === '')],
  ['names that are refused', ({ calls }) => calls.some(({ image }) => /[A-Z ]/.test(image))],
  ['one UID for two pods', ({ calls }) => calls.some(({ pod }) => pod.name === 'p1' && pod.uid === 'u0')],
  ['annotations', ({ calls }) => calls.some(({ pod }) => pod.annotations?.a !== undefined)],
  ['a runtime handler', ({ calls }) => calls.some(({ runtimeHandler }) => runtimeHandler === 'kata')],
  [
    'a call at the very end of a back-off window',
    ({ calls, kubelet, runtime }) => {
      const takes = Object.values(runtime.pulls ?? {}).flatMap((outcomes) =>
        outcomes.map(({ takesMs = 0 }) => takesMs),
      );
      const first = calls[0]?.at ?? 0;
      return calls.some(
        ({ at }) =>
          at > first && [0, ...takes].some((ms) => at === first + ms + kubelet.imagePullBackOff.initialMs),
      );
    },
  ],
];

test.each(present)('among 600 scripts there are some with %s', (_, has) => {
  expect(sample.filter(has).length).toBeGreaterThan(2);
});

test('their calls end in every way in which EnsureImageExists can end', () => {
  const errors = sample
    .slice(0, 120)
    .flatMap((script) =>
      runScript(script, profileOf('1.36')).trace.flatMap((entry) =>
        entry.type === 'result' ? [entry.error] : [],
      ),
    );
  expect([...new Set(errors)].sort()).toEqual([
    '',
    'ErrImageNeverPull',
    'ErrImagePull',
    'ImageInspectError',
    'ImagePullBackOff',
    'InvalidImageName',
    'RegistryUnavailable',
    'SignatureValidationFailed',
  ]);
});

test('options leave out what another system need not bear', () => {
  const plain = fc.sample(randomScript({ oddNames: false, panics: false, callsMax: 3 }), {
    seed: 3,
    numRuns: 300,
  });
  for (const { calls, kubelet } of plain) {
    expect(calls.length).toBeLessThanOrEqual(3);
    expect(kubelet.maxParallelImagePulls ?? 0).toBeLessThan(32);
    for (const { image } of calls)
      for (const profile of profiles) expect(profile.applyDefaultImageTag(image)).toHaveProperty('image');
  }
});

test('simpler scripts keep to the protocol, and taking them again and again comes to an end', () => {
  for (const script of sample.slice(0, 8)) {
    const steps: Script[] = [];
    // Now this step, now that: no way down may lead back.
    for (let simpler: Script | undefined = script; simpler !== undefined && steps.length < 500; ) {
      steps.push(simpler);
      // One of the first ones, or of all of them the last, for which all have to be made.
      let left = steps.length % 24 === 0 ? Infinity : steps.length % 11;
      const candidates: Generator<Script> = simplerScripts(simpler, imageManagerKind);
      simpler = undefined;
      for (const candidate of candidates) {
        simpler = candidate;
        if (left-- === 0) break;
      }
    }
    expect(steps.length).toBeLessThan(500);
    expect(steps.map((step) => parseScript(JSON.stringify(step)).ok)).not.toContain(false);
    expect(steps.at(-1)).toMatchObject({
      kubelet: { registryPullQPS: 0, maxParallelImagePulls: null },
      runtime: { images: [] },
    });
  }
});
