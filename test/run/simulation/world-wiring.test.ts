import { describe, expect, it } from 'vitest';
import { sendTo } from 'xstate';
import { nodeMachine } from '../../../machines/world/node.ts';
import { contentBytes } from '../../../src/rules/runtime/images/content-store.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { SimulationError } from '../../../src/run/simulation/simulation-error.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { createWorld } from '../../../src/run/simulation/world.ts';
import type { NodeInput, RegistryInput, SimulationInput } from '../../../src/run/simulation-input.ts';
import { image } from '../../machines/runtime/runtime-world.ts';
import { appYaml, recordsOf, scenarioYaml } from './pod-yaml.ts';
import { inputOf } from './run-yaml.ts';

// That every setting of the input reaches the actor it is for: docs of src/run/simulation/world.ts.

const app = image('sim.local/a:1', 10_000_000);
const other = image('sim.local/b:1', 10_000_000);
const registry: RegistryInput = {
  host: 'sim.local',
  roundTripMicros: 1_000,
  egressBytesPerSecond: null,
  bytesPerSecondPerResponse: null,
};

function input(node: Partial<NodeInput> = {}, host: Partial<RegistryInput> = {}): SimulationInput {
  const read = inputOf(appYaml('web', app.name) + scenarioYaml([], 'horizon: 5m'));
  return {
    ...read,
    nodes: read.nodes.map((one) => ({ ...one, linkBytesPerSecond: null, diskBytes: null, ...node })),
    images: { [app.name]: app, [other.name]: other },
    registries: { 'sim.local': { ...registry, ...host } },
  };
}

/** How long the pull took, or why it failed. */
function pull(of: SimulationInput): number | string {
  const ended = recordsOf(simulate(of), 'pull', 'web').find(
    ({ state }) => state === 'pulled' || state === 'failed',
  );
  return ended?.error ?? ended?.tookMs ?? 'never ended';
}

describe('a pull of 10 MB', () => {
  it('takes less than ten seconds where nothing is slow', () => {
    expect(pull(input())).toBeLessThan(10_000);
  });

  it.each([
    ['what the node takes in', { intake: { bytesPerSecond: 1_000_000, limit: 'disk' as const } }, {}],
    ['the registry’s egress', {}, { egressBytesPerSecond: 1_000_000 }],
    ['what the registry gives one response', {}, { bytesPerSecondPerResponse: 1_000_000 }],
    ['what the registry gives one node', {}, { bytesPerSecondPerClient: 1_000_000 }],
    ['the round trip to the registry', {}, { roundTripMicros: 4_000_000 }],
    ['a fixed cost of the runtime', { runtimeDelays: { beforeHead: 10_000_000 } }, {}],
  ])('takes longer by ten seconds or more with %s', (_, node, host) => {
    expect(pull(input(node, host))).toBeGreaterThanOrEqual(Number(pull(input())) + 9_900);
  });

  it('leaves the runtime’s other fixed costs as they are', () => {
    const slow = Number(pull(input({ runtimeDelays: { beforeHead: 10_000_000 } })));
    const slower = Number(pull(input({ runtimeDelays: { beforeHead: 11_000_000 } })));
    expect(slower - slow).toBeCloseTo(1_000);
    expect(slow - 10_000).toBeGreaterThan(Number(pull(input())) / 2);
  });

  it('fits on a disk beside the images that are there at the start, or does not', () => {
    const plain = pull(input());
    const diskBytes = contentBytes([app]) + contentBytes([other]);
    expect(pull(input({ diskBytes, presentImages: [other.name] }))).toBe(plain);
    expect(pull(input({ diskBytes: diskBytes - 1, presentImages: [other.name] }))).toContain(
      'no space left on device',
    );
    expect(pull(input({ diskBytes: contentBytes([app]), presentImages: [] }))).toBe(plain);
  });
});

describe('a root that fails', () => {
  const breaking = (error: unknown) => {
    const kernel = new Kernel();
    const toApiServer = sendTo(
      () => {
        throw error;
      },
      { type: 'NEVER.SENT' } as never,
    );
    const broken = nodeMachine.provide({ actions: { toApiServer } as never });
    const read = input();
    const world = createWorld(read, kernel, new TraceRecorder(kernel, () => {}), { nodeMachine: broken });
    const [spec] = read.pods;
    if (spec === undefined) throw new Error('no pod');
    kernel.schedule(60_000_000, () => world.nodes.get(spec.nodeName)?.send({ type: 'POD.ARRIVED', spec }));
    return () => kernel.run(120_000_000);
  };

  it('ends the run with its name and reason', () => {
    const cause = new Error('boom');
    expect(breaking(cause)).toThrow(
      expect.objectContaining({ code: 'actor-failed', message: 'node-1: boom', cause }),
    );
    expect(breaking('text')).toThrow(
      expect.objectContaining({ code: 'actor-failed', message: 'node-1: text', cause: 'text' }),
    );
  });

  it('that has a message of its own is reported with it', () => {
    const own = new SimulationError('limit', 'too much');
    expect(breaking(own)).toThrow(own);
  });
});

it.each([
  ['network', 'network'],
  ['registry', 'registry/sim.local'],
])('the %s reports an unexpected event under its own name', (_, name) => {
  const kernel = new Kernel();
  const world = createWorld(input(), kernel, new TraceRecorder(kernel, () => {}));
  const root = name === 'network' ? world.network : world.registries.get('sim.local');
  kernel.schedule(1, () => root?.send({ type: 'SURPRISE' } as never));
  expect(() => kernel.run(10)).toThrow(`${name} has no transition for SURPRISE`);
});
