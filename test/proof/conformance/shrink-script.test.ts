import { expect, it } from 'vitest';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { shrinkScript } from '../../../src/proof/conformance/shrink-script.ts';
import { simplerScripts } from '../../../src/proof/conformance/simpler-scripts.ts';
import { call, scriptOf } from '../model-testing/judged-script.ts';

const big = scriptOf(
  Array.from({ length: 40 }, (_, index) =>
    call(index * 1_234.567, `c${index}`, {
      policy: index === 25 ? 'Never' : 'Always',
      runtimeHandler: 'kata',
    }),
  ),
  { serializeImagePulls: true, maxParallelImagePulls: 7, registryPullQPS: 5, registryBurst: 10 },
  { images: [{ image: 'web:latest', ref: 'r', size: 9 }], removals: [{ at: 77, image: 'x' }] },
);

it('keeps only the call that matters, at the roundest time, and plain settings', async () => {
  const hasNever = async ({ calls }: Script) => calls.some(({ policy }) => policy === 'Never');
  const { script, runs } = await shrinkScript(big, imageManagerKind, hasNever);
  expect(script.calls).toEqual([
    { at: 0, id: 'c25', pod: { namespace: 'ns', name: 'c25', uid: 'c25' }, image: 'web', policy: 'Never' },
  ]);
  expect(script.kubelet).toMatchObject({
    serializeImagePulls: false,
    maxParallelImagePulls: null,
    registryPullQPS: 0,
  });
  expect(script.runtime).toEqual({ images: [] });
  expect(runs).toBeLessThan(100);
});

it('keeps what is needed together, in order of time', async () => {
  const shows = async ({ calls, kubelet }: Script) => {
    const own = calls.map(({ id }) => id);
    const [a, b] = ['c3', 'c30'].map((id) => calls.find((one) => one.id === id));
    return (
      own.includes('c3') &&
      own.includes('c30') &&
      (b?.at ?? 0) - (a?.at ?? 0) >= 10_000 &&
      (kubelet.maxParallelImagePulls ?? 0) >= 3
    );
  };
  const { script } = await shrinkScript(big, imageManagerKind, shows);
  expect(script.calls.map(({ id, at }) => [id, at])).toEqual([
    ['c3', 0],
    ['c30', 10_000],
  ]);
  expect(script.kubelet.maxParallelImagePulls).toBe(3);
});

it('gives up after so many scripts, with the smallest so far, and never asks for one without calls', async () => {
  let asked = 0;
  const { script, runs } = await shrinkScript(
    big,
    imageManagerKind,
    async ({ calls }) => {
      asked += 1;
      expect(calls.length).toBeGreaterThan(0);
      return calls.length >= 10;
    },
    5,
  );
  expect([asked, runs]).toEqual([5, 5]);
  expect(script.calls.length).toBeLessThan(40);
});

it('gives an image that is hard to read a plain name, wherever it is named', async () => {
  const long = `reg.example:5000/team/app@sha256:${'0123456789abcdef'.repeat(4)}`;
  const named = scriptOf(
    [call(0, 'a', { image: long }), call(0, 'b', { image: 'root' })],
    {},
    {
      images: [],
      pulls: { [long]: [{ error: 'no' }], 'root:latest': [{ ref: 'r' }] },
    },
  );
  const shows = async ({ runtime, calls }: Script) =>
    Object.keys(runtime.pulls ?? {}).length === 2 && calls.length === 2;
  const { script } = await shrinkScript(named, imageManagerKind, shows);
  expect(script.calls.map(({ image }) => image)).toEqual(['other', 'root']);
  expect(script.runtime.pulls).toEqual({ 'other:latest': [{}], 'root:latest': [{}] });
});

it('offers nothing simpler than the simplest, and everything it offers differs', () => {
  const simplest: Script = { ...scriptOf([call(0, 'a', { policy: 'Always' })], {}, { images: [] }) };
  const { featureGates: _, runtime: __, ...plain } = simplest;
  expect([...simplerScripts({ ...plain, runtime: { images: [] } }, imageManagerKind)]).toEqual([]);
  expect(
    [...simplerScripts(big, imageManagerKind)].filter(
      (edited) => JSON.stringify(edited) === JSON.stringify(big),
    ),
  ).toEqual([]);
});
