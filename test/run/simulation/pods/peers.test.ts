import { describe, expect, it } from 'vitest';
import { networkView } from '../../../../src/reports/run-view/network-view.ts';
import { pullFigures } from '../../../../src/reports/summary/pull-figures.ts';
import { invariants } from '../../../../src/run/invariants/invariants.ts';
import { type SimulationResult, simulate } from '../../../../src/run/simulation/simulate.ts';
import { formatRecord } from '../../../../src/trace/write-trace.ts';
import { podYaml, recordsOf, scenarioYaml } from '../pod-yaml.ts';
import { inputOf } from '../run-yaml.ts';

// docs/guides/registry.md: whole layers as Spegel has them, pieces as Kraken and Dragonfly do.

const image = 'sim.local/app:1';
const node = (name: string) =>
  podYaml(name, `nodeName: ${name}\ncontainers: [{ name: app, image: '${image}' }]`);

/** Nodes that pull one image of these layers; the first at once, the others `late`. */
function runOf(
  peers: string,
  {
    nodes = 3,
    late = '30s',
    layers = '[{ size: 20MB }]',
    link = '100MB/s',
    named = '',
    faults = [] as string[],
  } = {},
) {
  const pods = Array.from({ length: nodes }, (_, index) => node(`node-${index + 1}`)).join('');
  const scenario = scenarioYaml(
    faults,
    `arrivals: { interval: 0s, pods: [{ match: node-1, at: 0s }, { match: '*', at: ${late} }] }
nodes: { count: ${nodes}, defaults: { link: ${link}, timings: { intake: ${link} } }, ${named} }
images: [{ name: '${image}', layers: ${layers} }]
peers: ${peers}`,
  );
  const input = inputOf(pods + scenario);
  const run = simulate(input);
  for (const { name, check } of invariants) expect(check(run.records), name).toEqual([]);
  const xstate = simulate(input, { engine: 'xstate' });
  expect(xstate.records.map(formatRecord)).toEqual(run.records.map(formatRecord));
  // What carried bytes is worked out anew from the trace, to the microsecond.
  expect(networkView(run.records).endErrorMsMax).toBe(0);
  return run;
}

/** How long each layer took to come, in seconds, by its node, and who sent it. */
function layersOf(
  run: SimulationResult,
): readonly (readonly [node: string, seconds: number, from: string])[] {
  const requests = recordsOf(run, 'request').filter(
    ({ kind, status }) => kind === 'layer' && (status === 200 || status === 206),
  );
  return recordsOf(run, 'fetch')
    .filter(({ state }) => state === 'fetched')
    .map(({ actor, node, at, digest }) => {
      const asked = requests.findLast(
        (request) => request.actor === actor && request.digest === digest && request.at <= at,
      );
      return [
        node,
        Math.round((at - (asked?.at ?? 0)) / 10) / 100,
        asked?.from ?? asked?.registry ?? '',
      ] as const;
    });
}

const statusesOf = (run: SimulationResult, node: string) =>
  recordsOf(run, 'request').flatMap((record) =>
    record.node === node && record.state === 'answered'
      ? [`${record.kind} ${record.registry} ${record.status}`]
      : [],
  );

describe('nodes that share whole layers', () => {
  it('are asked in vain for content that none has, then give it to each other, each with its uplink', () => {
    const run = runOf('{ share: layers, uplink: 10MB/s }');
    expect(layersOf(run)).toEqual([
      ['node-1', 0.2, 'sim.local'],
      ['node-2', 4, 'peers/node-1'],
      ['node-3', 4, 'peers/node-1'],
    ]);
    expect(statusesOf(run, 'node-1')).toEqual(
      ['tag', 'manifest', 'config', 'layer'].flatMap((kind) => [
        `${kind} peers 404`,
        `${kind} sim.local 200`,
      ]),
    );
    expect(statusesOf(run, 'node-2')).toEqual(
      ['tag', 'manifest', 'config', 'layer'].map((kind) => `${kind} peers 200`),
    );
    expect(pullFigures(run.records, run.end.at)).toMatchObject({
      downloadedBytes: 60e6,
      fromPeersBytes: 40e6,
    });
  });

  it('all ask the registry where all begin at once', () => {
    const run = runOf('{ share: layers }', { late: '0s' });
    expect(layersOf(run).map(([, , from]) => from)).toEqual(['sim.local', 'sim.local', 'sim.local']);
  });

  it('send one answer as fast as they may, and get no more than their link', () => {
    expect(layersOf(runOf('{ share: layers, perResponse: 5MB/s }')).map(([, seconds]) => seconds)).toEqual([
      0.2, 4, 4,
    ]);
    expect(
      layersOf(runOf('{ share: layers, uplink: unlimited }', { link: '40MB/s' })).map(
        ([, seconds]) => seconds,
      ),
    ).toEqual([0.5, 0.5, 0.5]);
  });

  it('serve while the registry is down', () => {
    const run = runOf('{ share: layers }', {
      faults: ['kind: registryDown, from: 20s', 'kind: stall, from: 20s'],
    });
    expect(layersOf(run).map(([, , from]) => from)).toEqual(['sim.local', 'peers/node-1', 'peers/node-1']);
  });

  it('are passed over while they are down themselves', () => {
    const run = runOf('{ share: layers }', { faults: ['kind: registryDown, registry: peers, from: 20s'] });
    expect(layersOf(run).map(([, , from]) => from)).toEqual(['sim.local', 'sim.local', 'sim.local']);
  });

  it('give images that were there at the start, and none that are gone', () => {
    const named = `named: { node-1: { presentImages: ['${image}'] } }`;
    expect(layersOf(runOf('{ share: layers }', { named }))).toEqual([
      ['node-2', 0.4, 'peers/node-1'],
      ['node-3', 0.4, 'peers/node-1'],
    ]);
    const removed = [`kind: imageRemoved, node: node-1, image: '${image}', at: 20s`];
    expect(
      layersOf(runOf('{ share: layers }', { named, faults: removed })).map(([, , from]) => from),
    ).toEqual(['sim.local', 'sim.local']);
  });

  it('may leave tags to the registry', () => {
    expect(statusesOf(runOf('{ share: layers, resolveTags: false }'), 'node-2')).toEqual([
      'tag sim.local 200',
      'manifest peers 200',
      'config peers 200',
      'layer peers 200',
    ]);
  });
});

describe('nodes that share pieces', () => {
  it('share what the origin and those send that download', () => {
    // (10 + 3 × 5) MB/s for three.
    const run = runOf('{ share: pieces, origin: 10MB/s, uplink: 5MB/s }', { late: '0s' });
    expect(layersOf(run)).toEqual(['node-1', 'node-2', 'node-3'].map((name) => [name, 2.4, 'peers']));
    expect(pullFigures(run.records, run.end.at)).toMatchObject({
      downloadedBytes: 60e6,
      fromPeersBytes: 60e6,
    });
  });

  it('get a blob no faster than the origin puts it in', () => {
    const run = runOf('{ share: pieces, origin: 10MB/s, uplink: unlimited }', { late: '0s' });
    expect(layersOf(run).map(([, seconds]) => seconds)).toEqual([2, 2, 2]);
  });

  it('get no more than the cap of a client, in all layers together', () => {
    const run = runOf('{ share: pieces, perClient: 10MB/s }', {
      late: '0s',
      layers: '[{ size: 10MB }, { size: 10MB }]',
    });
    expect(layersOf(run).map(([, seconds]) => seconds)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it('ask the registry while they are down', () => {
    const run = runOf('{ share: pieces }', { faults: ['kind: registryDown, registry: peers, from: 20s'] });
    expect(layersOf(run).map(([, , from]) => from)).toEqual(['peers', 'sim.local', 'sim.local']);
  });
});
