import { expect, test } from 'vitest';
import { runFigures } from '../../../src/answers/certainty/run-figures.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { podYaml, scenarioYaml, stream } from '../../inputs/reading.ts';

const pod = podYaml(
  'web',
  '{ containers: [{ name: a, image: acme/web:1 }, { name: b, image: ghcr.io/acme/told:1 }, { name: c, image: redis:7.0.12 }] }',
);

function figuresOf(scenario: string, request = {}) {
  const text = stream(pod, scenarioYaml(`images: [{ name: ghcr.io/acme/told:1, size: 10MB }]\n${scenario}`));
  const result = readInput([{ name: 'in.yaml', text }], request);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const figures = runFigures(result.input, result.origins);
  const of = (name: string, whose?: string) => {
    const found = figures.filter(
      (figure) => figure.name === name && (whose === undefined || figure.of === whose),
    );
    return found.map(({ of, value, mark }) => `${whose === undefined ? `${of}: ` : ''}${value} ${mark}`);
  };
  return { figures, of };
}

test('every figure has all of its fields, and stands once', () => {
  const { figures } = figuresOf('');
  for (const figure of figures) {
    expect(Object.keys(figure)).toEqual(['name', 'of', 'value', 'mark', 'source', 'where']);
    expect(Object.values(figure).filter((text) => text === '')).toEqual([]);
  }
  const names = figures.map(({ name, of }) => `${name} of ${of}`);
  expect(names).toEqual([...new Set(names)]);
});

test('a size is given, published or drawn, or assumed where it is that of another version', () => {
  const { of } = figuresOf('');
  expect(of('size', 'acme/web:1')).toEqual([expect.stringMatching(/^\d+B drawn$/)]);
  expect(of('size', 'ghcr.io/acme/told:1')).toEqual(['10000000B given']);
  expect(of('size', 'redis:7.0.12')).toEqual([expect.stringMatching(/^\d+B (published|assumed)$/)]);
});

test('the sandbox image is no image of the input, unless its size is given', () => {
  const { of } = figuresOf('');
  expect(of('sandboxImage')).toEqual([
    expect.stringMatching(/^registry.k8s.io\/pause:.*: 320000B published$/),
  ]);
  expect(of('size')).toHaveLength(3);
});

test('what a node has is marked as its kind has it, or given', () => {
  const told = figuresOf(
    'nodes: { defaults: { nodeProfile: edge, cpus: 2, timings: { sandbox: 1s, unpack: 50MB/s, intake: 5MB/s }, runtimeDelays: { commit: 3ms } } }',
  );
  expect(told.of('cpus')).toEqual(['nodes: 2 given']);
  expect(told.of('link')).toEqual(['nodes: 50Mbit/s assumed']);
  expect(told.of('intake')).toEqual(['nodes: 5MB/s given']);
  expect(told.of('unpack')).toEqual(['nodes: 50MB/s given']);
  expect(told.of('sandbox')).toEqual(['nodes: 1000ms given']);
  expect(told.of('podSync')).toEqual(['nodes: 6ms measured']);
  expect(told.of('runtimeDelays.commit')).toEqual(['nodes: 3ms given']);
  expect(told.of('runtimeDelays.unpack')).toEqual(['nodes: 0.6ms measured']);
  expect(figuresOf('').of('diskBandwidth')).toEqual(['nodes: 125MB/s published']);
});

test('nodes that differ are told apart, nodes that are alike stand once', () => {
  const { of } = figuresOf('nodes: { count: 4, defaults: { cpus: 2 }, named: { node-3: { cpus: 8 } } }');
  expect(of('cpus')).toEqual(['node-1 and 2 more: 2 given', 'node-3: 8 given']);
  expect(of('link')).toEqual(['nodes: 10Gbit/s published']);
});

test('figures of a runtime that was not measured are guesses', () => {
  const { of } = figuresOf('', { runtime: 'cri-o://1.33' });
  expect(of('unpack')).toEqual(['nodes: 110MB/s assumed']);
  expect(of('intake')).toEqual([expect.stringMatching(/ assumed$/)]);
  expect(of('runtimeDelays.commit')).toEqual([expect.stringMatching(/ assumed$/)]);
});

test('a registry is told, known, or has the default; a blob store is as its registry', () => {
  const { of } = figuresOf('registries: { ghcr.io: { roundTrip: 7ms }, "*": { egress: 1MB/s } }');
  expect(of('roundTrip', 'ghcr.io')).toEqual(['7ms given']);
  expect(of('roundTrip', 'pkg-containers.githubusercontent.com')).toEqual(['7ms given']);
  expect(of('perResponse', 'ghcr.io')).toEqual(['250MB/s published']);
  expect(of('perResponse', 'pkg-containers.githubusercontent.com')).toEqual(['250MB/s published']);
  expect(of('egress', 'docker.io')).toEqual(['1MB/s given']);
  expect(of('connect', 'docker.io')).toEqual(['80ms published']);
  expect(of('perClient', 'docker.io')).toEqual(['unlimited assumed']);
  expect(of('authentication', 'docker.io')).toEqual(['bearer published']);
  expect(of('authentication', 'pkg-containers.githubusercontent.com')).toEqual([]);
});

test('nodes that give to each other are a registry of their own', () => {
  const { of } = figuresOf('peers: { share: layers, perResponse: 5MB/s }');
  expect(of('roundTrip', 'peers')).toEqual(['20ms published']);
  expect(of('perResponse', 'peers')).toEqual(['5MB/s given']);
});

test('the link is in the unit of --link, whoever says it', () => {
  expect(figuresOf('', { link: '100Mbit/s' }).of('link')).toEqual(['nodes: 100Mbit/s given']);
  expect(figuresOf('nodes: { defaults: { machine: m7i.large } }').of('link')).toEqual([
    'nodes: 12.5Gbit/s published',
  ]);
});
