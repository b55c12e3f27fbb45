import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialsKind } from '../../../src/proof/conformance/credentials/credentials-kind.ts';
import { imageGcKind } from '../../../src/proof/conformance/imagegc/image-gc-kind.ts';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { kubeadmKind } from '../../../src/proof/conformance/kubeadm/kubeadm-kind.ts';
import { plegKind } from '../../../src/proof/conformance/pleg/pleg-kind.ts';
import { scriptKinds } from '../../../src/proof/conformance/script-kinds.ts';

// fast-check cuts every list whose size nobody says to about ten items, without a word: what is really drawn
// is measured here.

const runs = 400;

interface Spread {
  readonly median: number;
  readonly max: number;
}

/** The greatest of each dimension over so many scripts of a seed, and its median. */
function spreadOf<S, D extends string>(
  scripts: readonly S[],
  sizesOf: (script: S) => Readonly<Record<D, number>>,
): Record<D, Spread> {
  const sizes = scripts.map(sizesOf);
  const [first] = sizes;
  if (first === undefined) throw new Error('no scripts');
  const names = Object.keys(first) as D[];
  const spread = (name: D): Spread => {
    const sorted = sizes.map((size) => size[name]).sort((a, b) => a - b);
    return { median: sorted[sorted.length >> 1] ?? 0, max: sorted.at(-1) ?? 0 };
  };
  return Object.fromEntries(names.map((name) => [name, spread(name)])) as Record<D, Spread>;
}

const distinct = (values: readonly unknown[]) => new Set(values).size;
const longest = (lists: readonly (readonly unknown[])[]) => Math.max(0, ...lists.map(({ length }) => length));

const imageManagerScripts = fc.sample(imageManagerKind.random(), { seed: 3, numRuns: runs });
const imageManager = spreadOf(imageManagerScripts, ({ calls, runtime, kubelet }) => ({
  calls: calls.length,
  pods: distinct(calls.map(({ pod }) => pod.name)),
  images: distinct(calls.map(({ image }) => image)),
  keys: distinct(calls.map(({ pod, image }) => `${pod.uid} ${image}`)),
  atOnce: longest(calls.map(({ at }) => calls.filter((other) => other.at === at))),
  outcomes: longest(Object.values(runtime.pulls ?? {})),
  limit: kubelet.maxParallelImagePulls ?? 0,
  days: (calls.at(-1)?.at ?? 0) / 86_400_000,
}));
const imageManagerNames = distinct(
  imageManagerScripts.flatMap(({ calls }) => calls.map(({ image }) => image)),
);
const credentialsScripts = fc.sample(credentialsKind.random(), { seed: 3, numRuns: runs });
const credentials = spreadOf(credentialsScripts, ({ calls, steps = [], secrets = [] }) => ({
  calls: calls.length,
  steps: steps.length,
  secrets: secrets.length,
}));
const pleg = spreadOf(fc.sample(plegKind.random(), { seed: 3, numRuns: runs }), ({ steps }) => ({
  steps: steps.length,
  pods: longest(steps.map((step) => ('set' in step ? step.set.pods : []))),
}));
const imageGc = spreadOf(fc.sample(imageGcKind.random(), { seed: 3, numRuns: runs }), ({ steps }) => ({
  steps: steps.length,
}));
const kubeadm = spreadOf(fc.sample(kubeadmKind.random(), { seed: 3, numRuns: runs }), ({ calls }) => ({
  calls: calls.length,
}));

test.each<[string, Spread, Spread]>([
  ['calls of the image manager', imageManager.calls, { median: 7, max: 120 }],
  ['pods of the image manager', imageManager.pods, { median: 2, max: 11 }],
  ['images of the image manager', imageManager.images, { median: 2, max: 9 }],
  ['keys of the back-off', imageManager.keys, { median: 3, max: 45 }],
  ['calls of one instant', imageManager.atOnce, { median: 2, max: 20 }],
  ['outcomes of one image', imageManager.outcomes, { median: 2, max: 4 }],
  ['the limit of parallel pulls', imageManager.limit, { median: 0, max: 31 }],
  ['days until the last call', imageManager.days, { median: 0, max: 30 }],
  ['calls with credentials', credentials.calls, { median: 2, max: 30 }],
  ['steps between calls with credentials', credentials.steps, { median: 1, max: 12 }],
  ['pull secrets', credentials.secrets, { median: 2, max: 6 }],
  ['steps of the PLEG', pleg.steps, { median: 4, max: 60 }],
  ['pods in one set', pleg.pods, { median: 1, max: 9 }],
  ['steps of image garbage collection', imageGc.steps, { median: 3, max: 15 }],
  ['calls of kubeadm', kubeadm.calls, { median: 1, max: 4 }],
])('random scripts are as wide as they say: %s', (_, drawn, wanted) => {
  expect(drawn.median).toBeGreaterThanOrEqual(wanted.median);
  expect(drawn.max).toBeGreaterThanOrEqual(wanted.max);
});

test('random scripts have names that nobody thought of', () => {
  expect(imageManagerNames).toBeGreaterThan(300);
});

test('in enough random scripts a pull secret is renewed between two calls for one image that name it', () => {
  const renewing = credentialsScripts.filter(({ calls, secrets = [], steps = [] }) =>
    steps.some(({ at, secrets: [renewed] = [] }) => {
      const isIt = (one: typeof renewed) =>
        one?.name === renewed?.name && one?.namespace === renewed?.namespace && one?.uid === renewed?.uid;
      const naming = calls.filter(
        ({ pod, pullSecrets = [] }) =>
          pod.namespace === renewed?.namespace && pullSecrets.includes(renewed.name),
      );
      const before = naming.filter((call) => call.at < at).map(({ image }) => image);
      return secrets.some(isIt) && naming.some((call) => call.at > at && before.includes(call.image));
    }),
  );
  expect(renewing.length).toBeGreaterThan(runs / 40);
});

test('times of the image manager are whole microseconds, most of them no milliseconds', () => {
  const times = imageManagerScripts.flatMap(({ calls }) => calls.map(({ at }) => at)).filter((at) => at > 0);
  expect(times.filter((at) => at % 1 !== 0).length).toBeGreaterThan(times.length / 3);
});

test.each(scriptKinds)(
  'every list in random scripts of $kind says its size: the wider default of these tests changes nothing',
  (kind) => {
    const drawn = () => fc.sample(kind.random(), { seed: 3, numRuns: 100 });
    const inTests = drawn();
    const settings = fc.readConfigureGlobal();
    try {
      fc.configureGlobal({ ...settings, defaultSizeToMaxWhenMaxSpecified: false });
      expect(inTests).toEqual(drawn());
    } finally {
      fc.configureGlobal(settings);
    }
  },
);
