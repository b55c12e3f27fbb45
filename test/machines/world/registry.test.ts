import { describe, expect, it } from 'vitest';
import type { PullThroughCacheEvent } from '../../../machines/world/pull-through-cache-table.ts';
import { registryMachine } from '../../../machines/world/registry.ts';
import type { RegistryMachineInput } from '../../../machines/world/registry-context.ts';
import type { RegistryAnswer, RegistryRequest } from '../../../machines/world/registry-protocol.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { stage } from '../stage.ts';

const tag: Omit<RegistryRequest, 'id'> = {
  method: 'HEAD',
  kind: 'tag',
  image: 'app:1',
  exists: true,
  client: 'node-1',
};
const manifest: Omit<RegistryRequest, 'id'> = { ...tag, method: 'GET', kind: 'manifest' };
const layer: Omit<RegistryRequest, 'id'> = {
  ...tag,
  method: 'GET',
  kind: 'layer',
  layer: 0,
  digest: 'sha256:1',
  bytes: 1_000,
};

function world(more: Partial<RegistryMachineInput> = {}) {
  const on = stage();
  const input = {
    name: 'registry/docker.io',
    recorder: on.recorder,
    clock: on.clock,
    random: on.random,
    host: 'docker.io',
    roundTripMicros: 1_000,
  };
  const registry = on.start(registryMachine, { ...input, ...more });
  const client = on.listen<RegistryAnswer>('client');
  let faults = 0;
  return {
    ...on,
    registry,
    ask: (id: string, request: Omit<RegistryRequest, 'id'>, isFar = false) =>
      registry.send({
        type: 'HTTP.REQUESTED',
        request: { ...request, id },
        requester: client,
        ...(isFar ? { travels: true } : {}),
      }),
    /** Begins a fault and returns how to end it. */
    fault: (fault: Fault) => {
      const id = `fault-${++faults}`;
      registry.send({ type: 'FAULT.BEGAN', id, fault });
      return () => registry.send({ type: 'FAULT.ENDED', id });
    },
    answers: () =>
      on.messagesTo('client') as unknown as readonly (RegistryAnswer & {
        readonly id: string;
        readonly status?: number;
      })[],
  };
}

describe('a registry', () => {
  it('answers at once, and gives the travel time of the answer', () => {
    const { ask, answers } = world();
    ask('a', tag);
    ask('b', { ...tag, exists: false });
    ask('c', layer);
    const answer = { type: 'HTTP.ANSWERED', roundTripMicros: 1_000, fault: undefined };
    expect(answers()).toEqual([
      { ...answer, id: 'a', status: 200 },
      { ...answer, id: 'b', status: 404 },
      { ...answer, id: 'c', status: 200 },
    ]);
  });

  it('delays its answers by their travel time, good or bad', () => {
    const { ask, fault, run, timesOf } = world();
    ask('near', tag);
    ask('far', tag, true);
    run(5_000);
    expect(timesOf('client')).toEqual([0, 1]);
    fault({ kind: 'connectionReset', requests: ['tag'] });
    ask('far', tag, true);
    run(10_000);
    expect(timesOf('client', 'HTTP.RESET')).toEqual([6]);
  });

  it('answers 206 to a range of a blob, unless it does not know ranges', () => {
    const statuses = [world(), world({ ranges: false })].map(({ ask, answers }) => {
      ask('whole', layer);
      ask('from the start', { ...layer, offset: 0 });
      ask('rest', { ...layer, offset: 500 });
      ask('config', { ...layer, kind: 'config', offset: 0 });
      ask('manifest', { ...manifest, offset: 0 });
      return answers().map(({ status }) => status);
    });
    expect(statuses).toEqual([
      [200, 206, 206, 206, 200],
      [200, 200, 200, 200, 200],
    ]);
  });

  it('asks for a token, gives one, and lets it in', () => {
    const { ask, answers } = world({ authentication: 'bearer' });
    ask('a', tag);
    ask('a', { ...tag, method: 'GET', kind: 'token' });
    ask('a', { ...tag, authorization: 'bearer' });
    expect(answers().map((answer) => [answer.status, Reflect.get(answer, 'challenge')])).toEqual([
      [401, 'bearer'],
      [200, undefined],
      [200, undefined],
    ]);
  });

  it('lets a token server have faults of its own', () => {
    const { ask, answers, fault } = world({ authentication: 'bearer' });
    fault({ kind: 'errorRate', rate: 1, status: 500 });
    fault({ kind: 'badStatus', status: 503, requests: ['token'], times: 1 });
    const token = { ...tag, method: 'GET', kind: 'token' } as const;
    ask('a', token);
    ask('b', token);
    expect(answers().map(({ status, fault }) => [status, fault])).toEqual([
      [503, 'fault-2'],
      [200, undefined],
    ]);
  });

  it('gives the fault of a body with its answer', () => {
    const { ask, answers, fault } = world();
    fault({ kind: 'cutBody', afterBytes: 300, times: 1 });
    ask('a', layer);
    ask('b', layer);
    expect(answers()[0]).toMatchObject({
      body: { from: 'docker.io', bodyFault: { kind: 'cut', afterBytes: 300, fault: 'fault-1' } },
    });
    expect(answers()[1]).not.toHaveProperty('body');
  });

  it('resets, refuses, and leaves unanswered', () => {
    const { ask, answers, fault, registry, unhandled } = world();
    const endOf = fault({ kind: 'unanswered', requests: ['manifest'] });
    fault({ kind: 'connectionReset', requests: ['tag'], times: 1 });
    ask('silent', manifest);
    ask('gone', manifest);
    ask('reset', tag);
    ask('well', tag);
    registry.send({ type: 'HTTP.CANCELLED', id: 'gone' });
    expect(answers().map(({ id, type }) => [id, type])).toEqual([
      ['reset', 'HTTP.RESET'],
      ['well', 'HTTP.ANSWERED'],
    ]);
    endOf();
    expect(answers().slice(2)).toMatchObject([{ id: 'silent', status: 200 }]);
    expect(unhandled).toEqual([]);
  });

  it('lets clients wait for a bad end', () => {
    const { ask, answers, fault } = world();
    fault({ kind: 'badStatus', status: 504, requests: ['tag'], pauseMicros: 60e6 });
    fault({ kind: 'connectionReset', requests: ['manifest'], pauseMicros: 30e6 });
    ask('a', tag);
    ask('b', manifest);
    expect(answers()).toEqual([
      { type: 'HTTP.ANSWERED', id: 'a', status: 504, roundTripMicros: 60_001_000, fault: 'fault-1' },
      { type: 'HTTP.RESET', id: 'b', roundTripMicros: 30_001_000, fault: 'fault-2' },
    ]);
  });

  it('judges requests again that an ended fault had held, in the order of their arrival', () => {
    const { ask, answers, fault } = world();
    const endOfSilence = fault({ kind: 'unanswered', requests: ['manifest'] });
    ask('b', manifest);
    ask('a', manifest);
    const endOfStall = fault({ kind: 'stall' });
    ask('c', tag);
    endOfSilence();
    expect(answers()).toEqual([]);
    fault({ kind: 'connectionReset', requests: ['tag'] });
    endOfStall();
    expect(answers().map(({ id, type }) => [id, type])).toEqual([
      ['c', 'HTTP.RESET'],
      ['b', 'HTTP.ANSWERED'],
      ['a', 'HTTP.ANSWERED'],
    ]);
  });

  it('draws for each request that chance decides, and keeps its other faults', () => {
    const { ask, answers, fault, seed } = world();
    fault({ kind: 'errorRate', rate: 0.5, status: 500 });
    fault({ kind: 'wrongDigest' });
    seed.draw = 0.4;
    ask('unlucky', layer);
    seed.draw = 0.6;
    ask('lucky', layer);
    expect(answers()).toMatchObject([
      { id: 'unlucky', status: 500, fault: 'fault-1' },
      { id: 'lucky', status: 200, body: { bodyFault: { kind: 'corrupt' } } },
    ]);
  });
});

describe('the pull limit of a registry', () => {
  it('answers 429 with its name as the cause, and records the limit once until it allows a pull again', () => {
    const { ask, answers, at, run, observed } = world({ pullLimit: { pullsMax: 1, windowMicros: 60e6 } });
    for (const seconds of [0, 10, 20, 60, 70]) at(seconds * 1e6, () => ask(`${seconds}`, manifest));
    run(100e6);
    expect(answers().map(({ status }) => status)).toEqual([200, 429, 429, 200, 429]);
    expect(answers()[1]).toMatchObject({
      fault: undefined,
      because: { kind: 'pullLimit', actor: 'registry/docker.io/node-1' },
      message: expect.stringContaining('toomanyrequests'),
    });
    const told = {
      type: 'pullLimit',
      registry: 'docker.io',
      client: 'node-1',
      pullsMax: 1,
      windowMs: 60_000,
    };
    expect(observed).toEqual([
      { atMicros: 10e6, actor: 'registry/docker.io/node-1', observation: { ...told, untilMs: 60_000 } },
      { atMicros: 70e6, actor: 'registry/docker.io/node-1', observation: { ...told, untilMs: 120_000 } },
    ]);
  });

  it('costs no more with a thousand clients than with one', () => {
    const { ask, answers, registry } = world({ pullLimit: { pullsMax: 1, windowMicros: 60e6 } });
    const clients = Array.from({ length: 1_000 }, (_, index) => `node-${index}`);
    for (const client of clients) ask(client, { ...manifest, client });
    ask('again', { ...manifest, client: 'node-500' });
    expect(
      answers()
        .filter(({ status }) => status === 429)
        .map(({ id }) => id),
    ).toEqual(['again']);
    // A balanced tree of clients: no branch is much deeper than the logarithm of their number.
    const depth = (map: unknown): number => {
      if (typeof map !== 'object' || map === null) return 0;
      return 1 + Math.max(depth(Reflect.get(map, 'left')), depth(Reflect.get(map, 'right')));
    };
    expect(depth(registry.getSnapshot().context.state.pulls)).toBeLessThan(40);
  });
});

describe('a registry before a pull-through cache', () => {
  it('refuses what it can judge alone, and passes the rest to the cache', () => {
    const heard: PullThroughCacheEvent[] = [];
    const on = stage();
    const cache = on.listen<PullThroughCacheEvent>('cache', (event) => heard.push(event));
    const input = {
      name: 'registry/m',
      recorder: on.recorder,
      clock: on.clock,
      random: on.random,
      host: 'm',
      roundTripMicros: 1,
      cache,
    };
    const registry = on.start(registryMachine, { ...input, images: ['library/*'] });
    const client = on.listen<RegistryAnswer>('client');
    const requester = client;
    registry.send({ type: 'FAULT.BEGAN', id: 'fault-1', fault: { kind: 'cutBody', afterBytes: 5 } });
    registry.send({ type: 'HTTP.REQUESTED', request: { ...layer, id: 'a' }, requester });
    registry.send({ type: 'HTTP.REQUESTED', request: { ...layer, id: 'b', image: 'team/app:1' }, requester });
    registry.send({ type: 'HTTP.REQUESTED', request: { ...layer, id: 'c', kind: 'token' }, requester });
    registry.send({ type: 'HTTP.CANCELLED', id: 'a' });
    expect(heard).toMatchObject([
      { type: 'CONTENT.REQUESTED', request: { id: 'a' }, bodyFault: { kind: 'cut' } },
      { type: 'HTTP.CANCELLED', id: 'a' },
    ]);
    expect(on.messagesTo('client')).toMatchObject([
      { id: 'b', status: 404 },
      { id: 'c', status: 200 },
    ]);
  });
});
