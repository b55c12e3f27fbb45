import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { containerPhases, podPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { inputOf } from '../run-yaml.ts';

// What the file systems of stargz, SOCI and nydus document (src/rules/runtime/profiles/lazy-pull.ts).
const image = 'registry.example/app:1';
const layers = Array.from({ length: 4 }, () => '{ size: 500MB, unpackedSize: 1GB }').join(', ');
const scenario = (fields = '') =>
  scenarioYaml(
    `images: [{ name: '${image}', layers: [${layers}] }, { name: 'registry.example/tool:1', size: 400MB }]
nodes: { defaults: { link: 1Gbit/s, disk: 50GB } }
${fields}`,
  );
const pod = (name: string, more = '') =>
  podYaml(name, `{ ${more}containers: [{ name: app, image: '${image}' }] }`);
const lazily = (kind: string, ...more: readonly string[]): RunRequest => ({
  runtimeConfig: [`lazy_pull=${kind}`, ...more],
});

function run(yaml: string, request: RunRequest = {}): readonly TraceRecord[] {
  const input = inputOf(yaml, request);
  const { records } = simulate(input);
  expect(checkInvariants(records)).toEqual([]);
  expect(simulate(input, { engine: 'xstate' }).records).toEqual(records);
  return records;
}

function reads(records: readonly TraceRecord[], state: string) {
  return records.flatMap((record) => (record.type === 'imageRead' && record.state === state ? [record] : []));
}

function phasesOf(records: readonly TraceRecord[], name: string) {
  const container = containerPhases(records).find((one) => one.pod.name === name && one.name === 'app');
  return container?.phases.map(({ phase }) => phase) ?? [];
}

function startOf(records: readonly TraceRecord[], name: string): number {
  const started = records.find(
    (record) => record.type === 'container' && record.state === 'running' && record.pod.name === name,
  );
  return started?.at ?? Number.NaN;
}

function readyOf(records: readonly TraceRecord[], name: string): number {
  return podPhases(records).pods.find((one) => one.pod.name === name)?.timeToRunningMs ?? Number.NaN;
}

describe('a container of an image that is pulled lazily', () => {
  test('starts long before its image is there, and runs when it has read 6.4 % of it', () => {
    const whole = run(stream(pod('a'), scenario()));
    const lazy = run(stream(pod('a'), scenario()), lazily('stargz'));
    expect(startOf(lazy, 'a')).toBeLessThan(startOf(whole, 'a') / 10);
    expect(phasesOf(lazy, 'a').slice(-2)).toEqual(['starting', 'readingImage']);
    // 128 MB at 125 MB/s, and 256 MB of files at 4.25 ms/MB, beside the connection and the request.
    expect(readyOf(lazy, 'a') - startOf(lazy, 'a')).toBeCloseTo(1_024 + 1_088 + 60, -1);
  });

  test('reads more where the image or the node says so', () => {
    const some = run(stream(pod('a'), scenario()), lazily('stargz', 'lazy_pull.read_at_start=50%'));
    expect(readyOf(some, 'a') - startOf(some, 'a')).toBeCloseTo(8_000 + 8_500 + 60, -1);
  });

  test('works on its own start only then', () => {
    const rules = 'containers: [{ container: app, startup: 3s }]';
    const lazy = run(stream(pod('a'), scenario(rules)), lazily('stargz'));
    expect(phasesOf(lazy, 'a').slice(-2)).toEqual(['readingImage', 'startingUp']);
    expect(readyOf(lazy, 'a') - startOf(lazy, 'a')).toBeCloseTo(1_024 + 1_088 + 60 + 3_000, -1);
  });

  test('waits for nothing if another has read the image on this node', () => {
    const arrivals = 'arrivals: { pods: [{ match: b, at: 60s }] }';
    const lazy = run(stream(pod('a'), pod('b'), scenario(arrivals)), lazily('stargz'));
    expect(reads(lazy, 'read').map((record) => record.pod?.name)).toEqual(['a']);
    expect(phasesOf(lazy, 'b')).not.toContain('readingImage');
  });

  test('reads together with others that start meanwhile', () => {
    const arrivals = 'arrivals: { pods: [{ match: b, at: 500ms }] }';
    const lazy = run(stream(pod('a'), pod('b'), scenario(arrivals)), lazily('stargz'));
    expect(new Set(reads(lazy, 'read').map(({ at }) => at)).size).toBe(1);
    expect(reads(lazy, 'reading')).toHaveLength(2);
  });

  test('ends after its time, which begins when it has read', () => {
    const init = `initContainers: [{ name: setup, image: '${image}' }], `;
    const rules = 'containers: [{ container: setup, runsFor: 5s }]';
    const lazy = run(stream(pod('a', init), scenario(rules)), lazily('stargz'));
    const exited = lazy.find((record) => record.type === 'container' && record.state === 'exited');
    expect(exited?.at).toBe((reads(lazy, 'read')[0]?.at ?? 0) + 5_000);
  });

  test('hangs while the registry does not answer, which is asked again each 5 s', () => {
    const down = 'faults: [{ kind: registryDown, registry: registry.example, from: 1s, until: 12s }]';
    const lazy = run(stream(pod('a'), scenario(down)), lazily('stargz'));
    expect(startOf(lazy, 'a')).toBeLessThan(2_000);
    expect(reads(lazy, 'failed')[0]?.error).toMatch(/connection refused/);
    expect(reads(lazy, 'failed').length).toBeGreaterThan(1);
    const [read] = reads(lazy, 'read');
    expect(read?.at).toBeGreaterThan(12_000);
    expect(read?.at).toBeLessThan(20_000);
  });

  test('comes in pieces where layers do', () => {
    const request = lazily('stargz', 'concurrent_layer_fetch_buffer=10MB');
    const lazy = run(stream(pod('a'), scenario()), request);
    const pieces = lazy.filter(
      (record) => record.type === 'request' && record.actor.includes('/reads/0#fetch/'),
    );
    expect(pieces.length).toBeGreaterThan(5);
    expect(reads(lazy, 'read')).toHaveLength(1);
  });

  test('begins anew after its node has gone down', () => {
    const reboot = 'faults: [{ kind: nodeReboot, at: 1500ms }]';
    const lazy = run(stream(pod('a'), scenario(reboot)), lazily('stargz'));
    expect(reads(lazy, 'reading')).toHaveLength(2);
    expect(reads(lazy, 'read')).toHaveLength(1);
  });
});

describe('the rest of an image that is pulled lazily', () => {
  const arrivals = 'arrivals: { pods: [{ match: tool, at: 4s }] }';
  const tool = podYaml('tool', '{ containers: [{ name: app, image: "registry.example/tool:1" }] }');
  const pulled = (kind: string) => {
    const records = run(stream(pod('a'), tool, scenario(arrivals)), {
      runtimeConfig: [`lazy_pull=${kind}`],
    });
    return { records, startedMs: startOf(records, 'tool') };
  };

  test('takes a share of the link where it comes behind, and none where it does not come', () => {
    const [stargz, nydus] = [
      readyOf(pulled('stargz').records, 'tool'),
      readyOf(pulled('nydus').records, 'tool'),
    ];
    expect(stargz).toBeGreaterThan(nydus);
  });

  test('is all there in the end, and keeps no run going', () => {
    const late = 'arrivals: { pods: [{ match: tool, at: 60s }] }';
    const records = run(stream(pod('a'), tool, scenario(late)), lazily('stargz'));
    expect(reads(records, 'complete')[0]?.bytes).toBe(2e9);
    const alone = run(stream(pod('a'), scenario()), lazily('stargz'));
    expect(reads(alone, 'complete')).toEqual([]);
    expect(alone.at(-1)).toMatchObject({ type: 'end', reason: 'settled' });
  });
});

test('a removed image takes what was read of it along, and is read anew when it comes again', () => {
  const fields = `arrivals: { pods: [{ match: b, at: 60s }] }
faults: [{ kind: imageRemoved, image: '${image}', at: 50s }]`;
  const records = run(stream(pod('a'), pod('b'), scenario(fields)), lazily('nydus'));
  expect(reads(records, 'read').map((record) => record.pod?.name)).toEqual(['a', 'b']);
});

test('images of other registries are pulled whole with image streaming of GKE', () => {
  const whole = run(stream(pod('a'), scenario()));
  const other = run(stream(pod('a'), scenario()), lazily('gke'));
  expect(startOf(other, 'a')).toBe(startOf(whole, 'a'));
  expect(reads(other, 'reading')).toEqual([]);
});
