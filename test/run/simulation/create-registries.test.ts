import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { RegistryAnswer, RegistryRequest } from '../../../machines/world/registry-protocol.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { createWorld } from '../../../src/run/simulation/world.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { appYaml, scenarioYaml } from './pod-yaml.ts';
import { inputOf } from './run-yaml.ts';

const manifest: Omit<RegistryRequest, 'id'> = {
  method: 'GET',
  kind: 'manifest',
  image: 'sim.local/a:1',
  exists: true,
  client: 'node-1',
};
const layer: Omit<RegistryRequest, 'id'> = {
  ...manifest,
  kind: 'layer',
  digest: 'sha256:1',
  bytes: 1_000_000,
  offset: 10,
};

/** What a registry of a run with these settings answers to requests, one second after another. */
function answers(settings: string, requests: readonly Omit<RegistryRequest, 'id'>[]) {
  const kernel = new Kernel();
  const records: TraceRecord[] = [];
  const input = inputOf(appYaml('web', 'sim.local/a:1') + scenarioYaml([], `registries: ${settings}`));
  const world = createWorld(input, kernel, new TraceRecorder(kernel, (record) => records.push(record)));
  const heard: RegistryAnswer[] = [];
  const requester = createActor(
    fromTransition((state: undefined, event: RegistryAnswer) => {
      heard.push(event);
      return state;
    }, undefined),
  ).start();
  requests.forEach((request, index) => {
    const ask = () =>
      world.registries
        .get('sim.local')
        ?.send({ type: 'HTTP.REQUESTED', request: { ...request, id: `${index}` }, requester });
    kernel.schedule(index * 1e6, ask);
  });
  kernel.run(requests.length * 1e6);
  return { heard, told: records.filter(({ type }) => type === 'pullLimit') };
}

// That every setting of a Scenario's registries reaches the registry: docs of
// src/run/simulation/create-registries.ts.
describe('a registry of a run', () => {
  it.each([
    ['{}', [layer], [{ status: 206, roundTripMicros: 20_000 }]],
    ['{ sim.local: { roundTrip: 5ms, ranges: false } }', [layer], [{ status: 200, roundTripMicros: 5_000 }]],
    ['{ sim.local: { authentication: basic } }', [manifest], [{ status: 401, challenge: 'basic' }]],
    ['{ sim.local: { images: [b] } }', [manifest], [{ status: 404 }]],
    ['{ sim.local: { private: { a: [nobody] } } }', [manifest], [{ status: 401 }]],
    [
      '{ sim.local: { cacheOf: up.local, roundTrip: 1ms }, up.local: { perResponse: 8Mbit/s } }',
      [layer, layer, layer],
      [
        { roundTripMicros: 21_000, body: { from: 'up.local' } },
        { roundTripMicros: 1_000, body: { from: 'up.local' } },
        { roundTripMicros: 1_000 },
      ],
    ],
  ])('%s', (settings, requests, expected) => {
    expect(answers(settings, requests).heard).toMatchObject(expected);
  });

  it('has its pull limit, and the trace records when it is reached', () => {
    const { heard, told } = answers('{ sim.local: { pullLimit: { pulls: 1, per: 1m } } }', [
      manifest,
      manifest,
    ]);
    expect(heard).toMatchObject([{ status: 200 }, { status: 429 }]);
    expect(told).toEqual([
      {
        id: expect.any(Number),
        at: 1_000,
        type: 'pullLimit',
        actor: 'registry/sim.local/node-1',
        registry: 'sim.local',
        client: 'node-1',
        pullsMax: 1,
        untilMs: 60_000,
        windowMs: 60_000,
      },
    ]);
  });
});
