import { expect, it } from 'vitest';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { outcomesInTurn } from '../../../src/proof/orders/outcomes-of-orders.ts';
import { simulatedInTurn } from '../../../src/proof/orders/simulated-in-turn.ts';

const script: Script = imageManagerKind.schema.parse({
  name: 's',
  kubelet: {
    serializeImagePulls: true,
    maxParallelImagePulls: null,
    registryPullQPS: 0,
    registryBurst: 0,
    imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
  },
  runtime: {
    images: [],
    pulls: { 'a:1': [{ takesMs: 1_000, ref: 'a' }], 'b:1': [{ takesMs: 3_000, ref: 'b' }] },
  },
  calls: ['a', 'b'].map((name) => ({
    at: 0,
    id: name,
    pod: { namespace: 'n', name, uid: name },
    image: `${name}:1`,
    policy: 'IfNotPresent',
  })),
});

it('lets either of two serial pulls of one time come first, and repeats a seed', async () => {
  const runner = imageManagerKind.runnerOf('1.37');
  if ('error' in runner) throw new Error(runner.error);
  const system = simulatedInTurn(runner);
  const outcomes = await outcomesInTurn(script, system, 20);
  const ends = outcomes.map(({ outcome }) => outcome.map(({ at }) => at).join(' '));
  expect(ends.sort()).toEqual(['1000 4000', '3000 4000']);
  expect(await outcomesInTurn(script, system, 20)).toEqual(outcomes);
});

it('has no other orders', async () => {
  const runner = imageManagerKind.runnerOf('1.37');
  if ('error' in runner) throw new Error(runner.error);
  const run = simulatedInTurn(runner).run({ ...script, order: { seed: 0, inTurn: false } });
  await expect(run).rejects.toThrow('one after the other');
});
