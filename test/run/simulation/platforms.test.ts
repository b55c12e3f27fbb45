import { expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';

const node = (name: string, architecture: string, runtime: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      nodeInfo: {
        kubeletVersion: 'v1.36.3',
        containerRuntimeVersion: runtime,
        architecture,
        operatingSystem: 'linux',
      },
    },
  });
const pod = (name: string, nodeName: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName, containers: [{ name: 'app', image: 'acme/app:1' }] },
  });
const manifest = (architecture: string, bytes: number) => ({
  Ref: `docker.io/acme/app:1@sha256:${architecture}`,
  Descriptor: { platform: { os: 'linux', architecture } },
  OCIManifest: {
    config: { digest: `sha256:config-${architecture}`, size: 100 },
    layers: [
      { digest: `sha256:${architecture}`, size: bytes, mediaType: 'application/vnd.oci.image.layer.v1.tar' },
    ],
  },
});

function records(runtime: string, architectures: readonly string[]) {
  const text = [
    node('x86', 'amd64', runtime),
    node('arm', 'arm64', runtime),
    pod('a', 'x86'),
    pod('b', 'arm'),
  ].join('\n---\n');
  const listing = JSON.stringify(architectures.map((each, index) => manifest(each, 1_000 * (index + 1))));
  const result = readInput(
    [
      { name: 'in.yaml', text },
      { name: 'index.json', text: listing },
    ],
    { horizon: '60s' },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const nodes = result.input.nodes.map(({ sandboxImage: _, ...rest }) => rest);
  return [...simulate({ ...result.input, nodes }).records];
}

// LimitManifests in core/images/handlers.go (containerd 2.1.4); manifest/oci_index.go of containers/image.
test.each([
  [
    'containerd://2.1.4',
    'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/acme/app:1": no match for platform in manifest: not found',
  ],
  [
    'cri-o://1.33.1',
    'choosing an image from manifest list docker://acme/app:1: no image found in image index for architecture arm64, variant "", OS linux',
  ],
])(
  '%s fails on a node whose platform the index lacks, and nothing but the index is asked for',
  (runtime, error) => {
    const run = records(runtime, ['amd64']);
    const told = run.flatMap((record) =>
      record.type === 'event' && record.reason === 'Failed' && record.pod?.name === 'b'
        ? [record.message]
        : [],
    );
    expect(told[0]).toContain(error);
    const requests = run.flatMap((record) =>
      record.type === 'request' && record.node === 'arm' ? [record.kind] : [],
    );
    expect(new Set(requests)).toEqual(new Set(['tag', 'token', 'index']));
    const started = run.flatMap((record) =>
      record.type === 'event' && record.reason === 'Started' ? [record.node] : [],
    );
    expect(started).toEqual(['x86']);
  },
);

test('each node gets the layers of its platform', () => {
  const run = records('containerd://2.1.4', ['amd64', 'arm64']);
  const layers = run.flatMap((record) =>
    record.type === 'fetch' && record.state === 'fetched' ? [[record.node, record.digest]] : [],
  );
  expect(layers.toSorted()).toEqual([
    ['arm', 'sha256:arm64'],
    ['x86', 'sha256:amd64'],
  ]);
});
