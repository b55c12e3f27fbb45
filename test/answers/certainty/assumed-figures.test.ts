import { describe, expect, test } from 'vitest';
import { assumedFigures } from '../../../src/answers/certainty/assumed-figures.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { accepted, podYaml, scenarioYaml, stream } from '../../inputs/reading.ts';

const pod = podYaml(
  'web',
  '{ containers: [{ name: a, image: acme/web:1 }, { name: b, image: acme/given:1 }] }',
);

function figuresOf(...scenario: readonly string[]) {
  const text = stream(
    pod,
    scenarioYaml(['images: [{ name: acme/given:1, size: 10MB }]', ...scenario].join('\n')),
  );
  const result = readInput([{ name: 'in.yaml', text }], {});
  if (!result.ok) throw new Error('refused');
  const figures = assumedFigures(result.input, result.origins);
  const scaled = (name: string, factor: number) => {
    const figure = figures.find((each) => each.name === name);
    if (figure === undefined) throw new Error(`no figure ${name}`);
    return figure.scaled(result.input, factor);
  };
  return { figures, input: result.input, scaled };
}

test('what nobody told is a figure of its own, with its mark', () => {
  const { figures } = figuresOf();
  expect(figures.map(({ name, value, mark }) => `${name}: ${value}, ${mark}`)).toEqual([
    'sizes of images: 1 not given, drawn',
    'cpus of nodes: 4, assumed',
    'link of nodes: 10Gbit/s, published',
    'diskBandwidth of nodes: 125MB/s, published',
    'unpack of nodes: 110MB/s, measured',
    'podSync: 6ms, measured',
    'sandbox: 180ms, assumed',
    'createContainer: 50ms, measured',
    'startContainer: 100ms, measured',
    'round trip to registries: 40ms, assumed',
    'rate of a connection: 25MB/s to 90MB/s, assumed',
  ]);
});

test('what somebody told is none', () => {
  const { figures } = figuresOf(
    'nodes: { defaults: { cpus: 2, link: 1MB/s, diskBandwidth: 1MB/s, timings: { unpack: 1MB/s, sandbox: 1s, podSync: 1s, createContainer: 1s, startContainer: 1s } } }',
    'registries: { "*": { roundTrip: 5ms } }',
  );
  expect(figures.map(({ name }) => name)).toEqual(['sizes of images', 'rate of a connection']);
});

describe('scaled, a figure changes alone', () => {
  const { input, scaled } = figuresOf();
  const bytesOf = ({ images }: typeof input, name: string) =>
    images[name]?.layers.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;

  test('sizes that nobody gave', () => {
    const other = scaled('sizes of images', 2);
    expect(bytesOf(other, 'acme/web:1') / bytesOf(input, 'acme/web:1')).toBeCloseTo(2);
    expect(bytesOf(other, 'acme/given:1')).toBe(10e6);
    expect(other.nodes).toEqual(input.nodes);
  });

  test('what a node has, and what it takes in by that', () => {
    const [node] = input.nodes;
    expect(node?.intake).toEqual({ bytesPerSecond: 125e6, limit: 'disk' });
    expect(scaled('diskBandwidth of nodes', 2).nodes[0]).toMatchObject({
      intake: { bytesPerSecond: 250e6, limit: 'disk' },
    });
    expect(scaled('diskBandwidth of nodes', 20).nodes[0]).toMatchObject({
      intake: { bytesPerSecond: 1200e6, limit: 'cpus' },
    });
    expect(scaled('link of nodes', 0.05).nodes[0]).toMatchObject({ linkBytesPerSecond: 62.5e6 });
    expect(scaled('link of nodes', 0.05).nodes[0]).not.toHaveProperty('intake');
    expect(scaled('cpus of nodes', 0.05).nodes[0]).toMatchObject({
      cpus: 0.2,
      intake: { bytesPerSecond: 60e6, limit: 'cpus' },
    });
  });

  test('what a node has; what somebody says it takes in stays', () => {
    const told = figuresOf('nodes: { defaults: { timings: { intake: 50MB/s } } }');
    expect(told.scaled('cpus of nodes', 0.5).nodes[0]?.intake).toEqual({
      bytesPerSecond: 50e6,
      limit: 'cpus',
    });
  });

  test('times and rates', () => {
    expect(scaled('sandbox', 0.5).nodes[0]?.timings).toEqual({
      ...input.nodes[0]?.timings,
      sandboxMicros: 90_000,
    });
    expect(scaled('unpack of nodes', 2).nodes[0]?.timings.unpackBytesPerSecond).toBe(220e6);
    const [before] = Object.values(input.registries);
    const [after] = Object.values(scaled('round trip to registries', 2).registries);
    expect(after).toEqual({ ...before, roundTripMicros: (before?.roundTripMicros ?? 0) * 2 });
    expect(scaled('rate of a connection', 2).registries['docker.io']?.bytesPerSecondPerResponse).toBe(50e6);
  });
});

test('the input of a figure that is not changed is the same', () => {
  const { input } = accepted(stream(pod));
  for (const { scaled } of assumedFigures(input, new Map())) {
    const { nodes, ...others } = scaled(input, 1);
    expect(others).toEqual({ ...others, images: input.images, registries: input.registries });
    expect(nodes.map(({ name, cpus, intake }) => [name, cpus, intake])).toEqual(
      input.nodes.map(({ name, cpus, intake }) => [name, cpus, intake]),
    );
  }
});
