import { describe, expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';

const images = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    // The lowest layer is the largest: whoever waits for it waits long.
    layers: [400, 40, 80, 20].map((megabytes) => ({
      size: `${megabytes}MB`,
      unpackedSize: `${megabytes * 2}MB`,
    })),
  }));

/** Runs a pod for each image on one node, with this `parallel_pull_unpack`. */
function recordsOf(
  parallel: object | boolean,
  names = ['r.example/one:1'],
  perResponse = '20MB/s',
): readonly TraceRecord[] {
  const pods = names.map((image, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}` },
    spec: { containers: [{ name: 'app', image }] },
  }));
  const scenario = {
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'Scenario',
    nodes: {
      defaults: {
        runtime: 'containerd://2.1.5',
        cpus: 16,
        link: '10Gbit/s',
        diskBandwidth: 'unlimited',
        runtimeConfig: { parallel_pull_unpack: parallel },
      },
    },
    registries: { 'r.example': { perResponse } },
    images: images(names),
  };
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...pods, scenario] });
  const result = readInput([{ name: 'run.json', text }], { set: ['serializeImagePulls=false'] });
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return simulate(result.input).records.filter(
    (record) => !('image' in record) || names.includes(record.image ?? ''),
  );
}

function mostAtOnce(records: readonly TraceRecord[], type: 'unpack', image?: string): number {
  let open = 0;
  let most = 0;
  for (const record of records) {
    if (record.type !== type || (image !== undefined && record.image !== image)) continue;
    if (record.state === 'started') most = Math.max(most, ++open);
    if (record.state === 'finished') open--;
  }
  return most;
}

const unpacked = (records: readonly TraceRecord[]) =>
  records.flatMap((record) => (record.type === 'unpack' && record.state === 'started' ? [record.layer] : []));

const lastAt = (records: readonly TraceRecord[], type: 'fetch' | 'unpack') =>
  Math.max(...records.flatMap((record) => (record.type === type ? [record.at] : [])));

// awslabs/soci-snapshotter fs/parallel_artifact_fetcher.go, fs/parallel_unpacker.go (v0.14)
describe('the parallel pull of the SOCI snapshotter', () => {
  test('unpacks layers in the order in which they have come, whatever is below them', () => {
    const one = { max_concurrent_downloads_per_image: 8, max_concurrent_unpacks_per_image: 1 };
    expect(unpacked(recordsOf(one))).toEqual([3, 1, 2, 0]);
    expect(unpacked(recordsOf(false))).toEqual([0, 1, 2, 3]);
  });

  test('has no more layers of an image in hand than it may, and of two images twice as many', () => {
    const two = { max_concurrent_downloads_per_image: -1, max_concurrent_unpacks_per_image: 2 };
    const records = recordsOf(two, ['r.example/one:1', 'r.example/two:1'], 'unlimited');
    expect(mostAtOnce(records, 'unpack', 'r.example/one:1')).toBe(2);
    expect(mostAtOnce(records, 'unpack')).toBeGreaterThan(2);
    const onNode = recordsOf({ ...two, max_concurrent_unpacks: 1 }, ['r.example/one:1'], 'unlimited');
    expect(mostAtOnce(onNode, 'unpack')).toBe(1);
  });

  test('fetches a layer over as many connections as an image may have', () => {
    const pieces = { concurrent_download_chunk_size: '8MiB' };
    const seconds = (downloads: number) =>
      lastAt(recordsOf({ ...pieces, max_concurrent_downloads_per_image: downloads }), 'fetch') / 1_000;
    // 540 MB at 20 MB/s for each connection.
    expect(seconds(1)).toBeGreaterThan(27);
    expect(seconds(10)).toBeLessThan(5);
  });

  test('a limit of the node is that of all images together', () => {
    const two = ['r.example/one:1', 'r.example/two:1'];
    const each = { max_concurrent_downloads_per_image: 2, concurrent_download_chunk_size: '8MiB' };
    const free = lastAt(recordsOf(each, two), 'fetch');
    const limited = lastAt(recordsOf({ ...each, max_concurrent_downloads: 2 }, two), 'fetch');
    expect(limited / free).toBeGreaterThan(1.8);
  });

  test('is over sooner than the pull of containerd, for all layers are unpacked beside each other', () => {
    expect(lastAt(recordsOf(true), 'unpack')).toBeLessThan(lastAt(recordsOf(false), 'unpack') / 2);
  });
});
