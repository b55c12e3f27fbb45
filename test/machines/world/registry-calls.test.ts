import { describe, expect, it } from 'vitest';
import type { DrawAnswered, DrawRequested } from '../../../machines/world/random-source.ts';
import { registryMachine } from '../../../machines/world/registry.ts';
import type { RegistryAnswer } from '../../../machines/world/registry-protocol.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { stage } from '../stage.ts';

// One registry and its clients, request by request: docs of machines/world/registry.ts and
// src/rules/runtime/registry/registry-verdict.ts.

function registry() {
  const world = stage();
  const asked: DrawRequested[] = [];
  const random = world.listen<DrawRequested>('the random source', (event) => asked.push(event));
  const input = {
    name: 'registry/r.io',
    recorder: world.recorder,
    clock: world.clock,
    random,
    host: 'r.io',
    roundTripMicros: 9,
  };
  const actor = world.start(registryMachine, input);
  const answers: string[] = [];
  return {
    ...world,
    actor,
    answers,
    asked,
    ask(id: string, image = 'r.io/a:1', exists = true) {
      const requester = world.listen<RegistryAnswer>(id, (answer) => {
        const what = answer.type === 'HTTP.ANSWERED' ? answer.status : 'refused';
        answers.push(`${id} ${what} by ${answer.fault ?? 'nobody'} in ${answer.roundTripMicros}`);
      });
      actor.send({
        type: 'HTTP.REQUESTED',
        request: { id, method: 'GET', kind: 'layer', image, exists },
        requester,
      });
    },
    cancel: (id: string) => actor.send({ type: 'HTTP.CANCELLED', id }),
    begin: (id: string, fault: Fault) => actor.send({ type: 'FAULT.BEGAN', id, fault }),
    end: (id: string) => actor.send({ type: 'FAULT.ENDED', id }),
    roll: (value: number) => actor.send({ type: 'DRAW.ANSWERED', values: [value] } satisfies DrawAnswered),
    state: () => actor.getSnapshot().value,
  };
}

it('serves existing content and answers 404 for the rest', () => {
  const world = registry();
  world.ask('a');
  world.ask('b', 'r.io/none:1', false);
  world.cancel('a');
  expect(world.answers).toEqual(['a 200 by nobody in 9', 'b 404 by nobody in 9']);
});

describe('faults', () => {
  it('end one by one: the registry is healthy when the last has ended', () => {
    const world = registry();
    world.begin('down', { kind: 'registryDown' });
    world.begin('missing', { kind: 'notFound' });
    world.ask('a');
    world.end('down');
    expect(world.state()).toBe('faulty');
    world.ask('b');
    world.end('missing');
    expect(world.state()).toBe('healthy');
    world.ask('c');
    expect(world.answers).toEqual([
      'a refused by down in 9',
      'b 404 by missing in 9',
      'c 200 by nobody in 9',
    ]);
  });

  it('of another registry are none', () => {
    const world = registry();
    world.begin('down', { kind: 'registryDown', registry: 'else.io' });
    expect(world.state()).toBe('healthy');
    world.end('down');
    expect(world.unhandled).toEqual([]);
  });
});

describe('a rate limit', () => {
  it('does not count a request that is refused or held by a stall', () => {
    const world = registry();
    world.begin('limit', { kind: 'rateLimit', requestsMax: 1, windowMicros: 1_000_000 });
    world.begin('down', { kind: 'registryDown' });
    for (const id of ['a', 'b', 'c']) world.ask(id);
    world.end('down');
    world.begin('stall', { kind: 'stall' });
    for (const id of ['d', 'e']) world.ask(id);
    world.cancel('d');
    world.end('stall');
    world.ask('f');
    expect(world.answers.slice(3)).toEqual(['e 200 by nobody in 9', 'f 429 by limit in 9']);
  });
});

describe('a stall', () => {
  it('holds requests until it ends, in the order in which they came; others may stall them on', () => {
    const world = registry();
    world.begin('s1', { kind: 'stall' });
    world.begin('s2', { kind: 'stall' });
    world.ask('a');
    world.ask('b');
    world.end('s1');
    expect(world.answers).toEqual([]);
    expect(world.state()).toBe('faulty');
    world.begin('missing', { kind: 'notFound' });
    world.end('s2');
    expect(world.answers).toEqual(['a 404 by missing in 9', 'b 404 by missing in 9']);
    expect(world.state()).toBe('faulty');
  });

  it('forgets the requests of a client that has stopped, and no others', () => {
    const world = registry();
    world.begin('s', { kind: 'stall' });
    for (const id of ['a', 'b', 'c']) world.ask(id);
    world.cancel('b');
    world.cancel('stranger');
    world.end('s');
    expect(world.answers).toEqual(['a 200 by nobody in 9', 'c 200 by nobody in 9']);
  });
});

describe('an error rate', () => {
  it('draws one number for each request, and fails those below the rate', () => {
    const world = registry();
    world.begin('e', { kind: 'errorRate', rate: 0.5, status: 503 });
    for (const id of ['a', 'b', 'c']) world.ask(id);
    expect(world.asked.map(({ stream, count }) => [stream, count])).toEqual(
      Array(3).fill(['registry/r.io', 1]),
    );
    for (const value of [0.49, 0.5, 0.51]) world.roll(value);
    expect(world.answers).toEqual(['a 503 by e in 9', 'b 200 by nobody in 9', 'c 200 by nobody in 9']);
  });

  it('is applied to a request that a stall held before', () => {
    const world = registry();
    world.begin('s', { kind: 'stall' });
    world.begin('e', { kind: 'errorRate', rate: 0.5, status: 503 });
    world.ask('a');
    world.ask('b');
    expect(world.asked).toEqual([]);
    world.end('s');
    expect(world.asked).toHaveLength(2);
    world.roll(0.9);
    world.roll(0.1);
    expect(world.answers).toEqual(['a 200 by nobody in 9', 'b 503 by e in 9']);
  });
});
