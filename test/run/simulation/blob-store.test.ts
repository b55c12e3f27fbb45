import { describe, expect, it } from 'vitest';
import { networkView } from '../../../src/reports/run-view/network-view.ts';
import type { SimulationResult } from '../../../src/run/simulation/simulate.ts';
import { appYaml, recordsOf, scenarioYaml } from './pod-yaml.ts';
import { runYaml } from './run-yaml.ts';

const image = 'r.io/team/app:1';
const images = `images: [{ name: '${image}', layers: [{ size: 1MB, unpackedSize: 1MB }, { size: 2MB, unpackedSize: 1MB }] }]`;

function run(registries: string, faults: readonly string[] = [], more = ''): SimulationResult {
  return runYaml(
    appYaml('web', image) + scenarioYaml(faults, `${images}\nregistries: ${registries}\n${more}`),
  );
}

const separate =
  '{ r.io: { roundTrip: 10ms, blobStore: b.io }, b.io: { roundTrip: 30ms, perResponse: 8Mbit/s } }';

/** What was answered, by kind, host, connection and status. */
const answers = (result: SimulationResult) =>
  recordsOf(result, 'request')
    .filter(({ state }) => state === 'answered')
    .map(({ kind, registry, connection, status }) => `${kind} ${registry} #${connection} ${status}`);

const runningAt = (result: SimulationResult) =>
  recordsOf(result, 'container').find(({ state }) => state === 'running')?.at ?? Number.NaN;

const downloads = (result: SimulationResult) =>
  recordsOf(result, 'fetch').filter(({ state, layer }) => state === 'fetched' && layer === 1).length;

// Go's client follows a 307 at once, and has connections for each host (net/http client.go and transport.go):
// `request.do` of core/remotes/docker/resolver.go leaves redirects to it.
describe('a registry whose blobs are in a store of their own', () => {
  it('sends those who ask for one there, over connections of the store', () => {
    const result = run(separate);
    expect(answers(result)).toEqual([
      'tag r.io #0 200',
      'manifest r.io #1 200',
      'config r.io #1 307',
      'config b.io #2 200',
      'layer r.io #1 307',
      'layer r.io #3 307',
      'layer b.io #2 200',
      'layer b.io #4 200',
    ]);
    expect(networkView(result.records)).toMatchObject({ endErrorMsMax: 0 });
  });

  it('costs the way there: a round trip for each blob, and TCP and TLS of the first connection', () => {
    const alike = (store: string) =>
      run(`{ r.io: { roundTrip: 10ms, blobStore: ${store} }, b.io: { roundTrip: 10ms } }`);
    const added = runningAt(alike('b.io')) - runningAt(alike('none'));
    // The config: one request and a new connection; the layers, side by side: one request, over one that is
    // idle and a new one.
    expect(added).toBeGreaterThanOrEqual(10 + 20 + 10);
    expect(added).toBeLessThanOrEqual(10 + 20 + 10 + 20 + 1);
  });

  it('has the rates of the store', () => {
    const slow = run(separate);
    expect(runningAt(slow)).toBeGreaterThan(2_000);
    expect(runningAt(run(separate.replace('8Mbit/s', 'unlimited')))).toBeLessThan(1_500);
  });

  it.each([
    [
      'the body of a layer breaks off once, and its rest is asked for',
      'kind: cutBody, registry: r.io, layer: 1, afterBytes: 1MB, times: 1',
      1,
    ],
    [
      'the store refuses connections, and the pull fails with them',
      'kind: registryDown, registry: b.io, from: 0s, until: 5s',
      1,
    ],
    [
      'the store answers 503 twice, and one more try is not made',
      'kind: badStatus, registry: b.io, status: 503, times: 2',
      1,
    ],
    [
      'a fault of all registries meets a request once',
      'kind: badStatus, request: layer, layer: 1, status: 503, times: 1',
      1,
    ],
  ])('is a place where things fail: %s', (_, fault, fetched) => {
    const result = run(separate, [fault]);
    const failed = recordsOf(result, 'request').filter(
      ({ state, status = 0 }) => state === 'failed' || status >= 400,
    );
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThanOrEqual(3);
    expect(downloads(result)).toBe(fetched);
    expect(Number.isFinite(runningAt(result))).toBe(true);
  });

  it('stalls with its registry, as far as that sends bodies', () => {
    const result = run(separate, ['kind: stall, registry: r.io, from: 1500ms, until: 60s']);
    expect(runningAt(result)).toBeGreaterThan(60_000);
    expect(networkView(result.records)).toMatchObject({ endErrorMsMax: 0 });
  });

  it('names the store where it cannot be reached', () => {
    const result = run(separate, ['kind: registryDown, registry: b.io'], 'horizon: 5s');
    const message = recordsOf(result, 'event').find(({ reason }) => reason === 'Failed')?.message;
    expect(message).toContain('b.io');
    expect(message).toContain('connection refused');
  });

  it('gives a pull-through cache its blobs from there', () => {
    const cached = `{ m.io: { roundTrip: 1ms, cacheOf: r.io }, ${separate.slice(1, -1)} }`;
    const mirror = 'nodes: { defaults: { runtimeConfig: { hosts: { r.io: [https://m.io] } } } }';
    const result = run(cached, [], mirror);
    expect(new Set(recordsOf(result, 'request').map(({ registry }) => registry))).toEqual(new Set(['m.io']));
    // At the rate of the store, not at that of the cache, which has none yet.
    expect(runningAt(result)).toBeGreaterThan(2_000);
  });
});
