import { describe, expect, it } from 'vitest';
import type { Registry, RegistryAnswer, RegistryRequest } from '../../../machines/world/registry-protocol.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { xstateEngine } from '../../../src/run/engine/select-engine.ts';
import {
  createRegistries,
  type RegistrySurroundings,
} from '../../../src/run/simulation/create-registries.ts';
import { rootCreator } from '../../../src/run/simulation/root-actors.ts';
import type { RegistryInput } from '../../../src/run/simulation-input.ts';
import { type Stage, stage } from '../stage.ts';

const head: Omit<RegistryRequest, 'id'> = { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true };
const manifest: Omit<RegistryRequest, 'id'> = {
  ...head,
  method: 'GET',
  kind: 'manifest',
  digest: 'sha256:m',
};
const layer: Omit<RegistryRequest, 'id'> = {
  ...head,
  method: 'GET',
  kind: 'layer',
  layer: 0,
  digest: 'sha256:1',
  bytes: 1_000_000,
};

const hub: RegistryInput = {
  host: 'docker.io',
  roundTripMicros: 20_000,
  egressBytesPerSecond: null,
  bytesPerSecondPerResponse: 10_000_000,
};
const mirror: RegistryInput = {
  host: 'mirror.example',
  roundTripMicros: 1_000,
  egressBytesPerSecond: null,
  bytesPerSecondPerResponse: null,
  cacheOf: 'docker.io',
};

function surroundings({ recorder, clock, random, kernel }: Stage): RegistrySurroundings {
  return {
    recorder,
    clock,
    random,
    createRoot: rootCreator({ engine: xstateEngine, kernel, clock }),
  };
}

function world(changes: Partial<RegistryInput> = {}, more: Partial<RegistryInput> = {}) {
  const on = stage();
  const registries = createRegistries(
    { 'docker.io': { ...hub, ...changes }, 'mirror.example': { ...mirror, ...more } },
    surroundings(on),
  );
  const client = on.listen<RegistryAnswer>('client');
  const to = (host: string): Registry => {
    const registry = registries.get(host);
    if (registry === undefined) throw new Error(`no ${host}`);
    return registry;
  };
  let faults = 0;
  return {
    ...on,
    cancel: (id: string) => to('mirror.example').send({ type: 'HTTP.CANCELLED', id }),
    ask: (id: string, request: Omit<RegistryRequest, 'id'>, host = 'mirror.example', isFar = false) =>
      to(host).send({
        type: 'HTTP.REQUESTED',
        request: { ...request, id },
        requester: client,
        ...(isFar ? { travels: true } : {}),
      }),
    fault: (fault: Fault) => {
      const id = `fault-${++faults}`;
      for (const registry of registries.values()) registry.send({ type: 'FAULT.BEGAN', id, fault });
      return () => {
        for (const registry of registries.values()) registry.send({ type: 'FAULT.ENDED', id });
      };
    },
    /** Each answer as [id, status, round trip in ms, where the body comes from]. */
    answers: () =>
      on
        .messagesTo('client')
        .map((answer) => [
          answer.id,
          answer.status,
          Number(answer.roundTripMicros) / 1_000,
          Reflect.get(Object(answer.body), 'from'),
        ]),
  };
}

describe('a pull-through cache', () => {
  it('asks upstream for the first, and serves later ones itself', () => {
    const { ask, at, run, answers, unhandled } = world();
    ask('first', layer);
    at(1e6, () => ask('later', { ...layer, image: 'other:1' }));
    run(2e6);
    expect(answers()).toEqual([
      ['first', 200, 21, 'docker.io'],
      ['later', 200, 1, undefined],
    ]);
    expect(unhandled).toEqual([]);
  });

  it("delivers its answers over both registries' round trips", () => {
    const { ask, at, run, timesOf } = world();
    ask('first', layer, 'mirror.example', true);
    at(5_000, () => ask('second', layer, 'mirror.example', true));
    at(1e6, () => ask('later', layer, 'mirror.example', true));
    run(2e6);
    expect(timesOf('client')).toEqual([21, 21, 1_001]);
  });

  it('sends bytes that are still arriving no sooner and no faster than they arrive', () => {
    const { ask, at, run, answers } = world();
    ask('first', layer);
    at(5_000, () => ask('second', layer));
    // 1 MB at 10 MB/s: all of it is there 120 ms after it was asked for.
    at(119_999, () => ask('third', layer));
    at(120_000, () => ask('fourth', layer));
    run(1e6);
    expect(answers()).toEqual([
      ['first', 200, 21, 'docker.io'],
      ['second', 200, 16, 'docker.io'],
      ['third', 200, 1, 'docker.io'],
      ['fourth', 200, 1, undefined],
    ]);
  });

  it('asks upstream once for simultaneous requests of the same content', () => {
    const { ask, answers, fault } = world({ pullLimit: { pullsMax: 1, windowMicros: 60e6 } });
    const endOfStall = fault({ kind: 'stall', registry: 'docker.io' });
    for (const id of ['a', 'b', 'c']) ask(id, manifest);
    expect(answers()).toEqual([]);
    endOfStall();
    expect(answers()).toEqual(['a', 'b', 'c'].map((id) => [id, 200, 21, undefined]));
    ask('d', manifest);
    expect(answers()[3]).toEqual(['d', 200, 21, undefined]);
  });

  it('withdraws its request when no client waits any more', () => {
    const { ask, answers, fault, cancel, unhandled } = world({
      pullLimit: { pullsMax: 1, windowMicros: 60e6 },
    });
    const endOfStall = fault({ kind: 'stall', registry: 'docker.io' });
    ask('a', manifest);
    ask('b', manifest);
    cancel('a');
    cancel('b');
    cancel('b');
    endOfStall();
    expect(answers()).toEqual([]);
    // Nothing was counted, and nothing is kept.
    ask('c', manifest, 'docker.io');
    expect(answers()).toEqual([['c', 200, 20, undefined]]);
    expect(unhandled).toEqual([]);
  });

  it('asks for tags each time, and gives the last answer where the upstream has none', () => {
    const { ask, answers, fault } = world();
    ask('first', head);
    fault({ kind: 'registryDown', registry: 'docker.io' });
    ask('second', head);
    ask('unknown', { ...head, image: 'other:1' });
    expect(answers()).toEqual([
      ['first', 200, 21, undefined],
      ['second', 200, 21, undefined],
      ['unknown', 502, 21, undefined],
    ]);
  });

  it('passes on the reason of the upstream’s refusal, and counts as one client of it', () => {
    const { ask, messagesTo } = world({ pullLimit: { pullsMax: 1, windowMicros: 60e6 } });
    ask('a', { ...manifest, client: 'node-1' });
    ask('b', { ...manifest, digest: 'sha256:n', client: 'node-2' });
    ask('c', { ...manifest, digest: 'sha256:o', client: 'node-3', exists: false });
    expect(messagesTo('client')).toMatchObject([
      { status: 200 },
      {
        id: 'b',
        status: 429,
        message: expect.stringContaining('toomanyrequests'),
        because: { kind: 'pullLimit', actor: 'registry/docker.io/registry/mirror.example/cache' },
      },
      { id: 'c', status: 404 },
    ]);
  });

  it('has a token for its upstream, and does not show its challenge', () => {
    const open = world({ authentication: 'bearer' });
    open.ask('a', manifest);
    const closed = world({ authentication: 'bearer', private: [{ repositories: '*', identities: ['x'] }] });
    closed.ask('a', manifest);
    expect(open.answers()).toEqual([['a', 200, 21, undefined]]);
    expect(closed.answers()).toEqual([['a', 401, 21, undefined]]);
    expect(closed.messagesTo('client')[0]).not.toHaveProperty('challenge');
  });

  it('keeps no broken content', () => {
    const { ask, messagesTo, fault } = world();
    fault({ kind: 'cutBody', registry: 'docker.io', afterBytes: 10, times: 1 });
    ask('first', layer);
    ask('second', layer);
    expect(messagesTo('client')).toMatchObject([
      { body: { from: 'docker.io', bodyFault: { kind: 'cut', afterBytes: 10, fault: 'fault-1' } } },
      { roundTripMicros: 21_000, body: { from: 'docker.io' } },
    ]);
  });

  it('applies its own faults to stored content', () => {
    const { ask, at, run, messagesTo, fault } = world({}, { ranges: false });
    ask('first', layer);
    at(1e6, () => {
      fault({ kind: 'stalledBody', registry: 'mirror.example', afterBytes: 10 });
      ask('second', { ...layer, offset: 5 });
    });
    run(2e6);
    expect(messagesTo('client')[1]).toMatchObject({
      status: 200,
      body: { from: 'mirror.example', bodyFault: { kind: 'stalled' } },
    });
  });

  it('may ask another cache', () => {
    const on = stage();
    const second = { ...mirror, host: 'second.example', cacheOf: 'mirror.example' };
    const registries = createRegistries(
      { 'second.example': second, 'mirror.example': mirror, 'docker.io': hub },
      surroundings(on),
    );
    const client = on.listen<RegistryAnswer>('client');
    registries
      .get('second.example')
      ?.send({ type: 'HTTP.REQUESTED', request: { ...layer, id: 'a' }, requester: client });
    expect(on.messagesTo('client')).toMatchObject([
      { id: 'a', roundTripMicros: 22_000, body: { from: 'docker.io' } },
    ]);
    expect(() => createRegistries({ 'mirror.example': mirror }, surroundings(on))).toThrow(
      'docker.io, which is no registry',
    );
    const loop = { ...mirror, cacheOf: 'mirror.example' };
    expect(() => createRegistries({ 'mirror.example': loop }, surroundings(on))).toThrow(
      'pull-through cache of itself',
    );
  });
});
