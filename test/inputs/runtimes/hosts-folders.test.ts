import { expect, test } from 'vitest';
import { readInputParts } from '../../../src/inputs/read-input.ts';
import { hostsFolders } from '../../../src/inputs/runtimes/hosts-folders.ts';
import { podYaml } from '../reading.ts';

const kind = (patch: string) => ({
  name: 'kind.yaml',
  text: `apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nname: k\ncontainerdConfigPatches:\n- |-\n  version = 2\n  ${patch}\n`,
});
const cri = '[plugins."io.containerd.grpc.v1.cri"';
const hostsToml = { name: 'certs.d/docker.io/hosts.toml', text: '[host."https://mirror.example"]\n' };
const pod = { name: 'pod.yaml', text: podYaml('web', '{ containers: [{ name: a, image: redis }] }') };

/** Where the node looks for images of docker.io. */
function places(...files: readonly { readonly name: string; readonly text: string }[]) {
  const result = readInputParts([pod, hostsToml, ...files], { runtime: 'containerd://2.1' });
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  const [node] = result.input.nodes;
  return {
    hosts: (node?.registryHosts?.['docker.io'] ?? []).map(({ host }) => host),
    unread: result.parts.unreadFiles,
  };
}

test('a part of config.toml in a document of the cluster counts as config.toml', () => {
  expect(places().hosts).toEqual(['mirror.example', 'docker.io']);
  expect(places(kind(`${cri}]\n  max_concurrent_downloads = 5`)).hosts).toEqual([]);
  const path = kind(`${cri}.registry]\n  config_path = "/etc/containerd/certs.d"`);
  expect(places(path).hosts).toEqual(['mirror.example', 'docker.io']);
});

const reader = { runtime: 'containerd://2.1', usesTransfer: false };

test.each([
  // What the provider writes stands beside the part.
  [{ hasConfigPart: true }, '/etc/containerd/certs.d', true, false],
  [{ hasConfigPart: true }, 'unset', false, false],
  [{ hasConfigPart: true }, undefined, true, true],
  // A whole file stands in place of it.
  [{ hasConfigFile: true }, '/etc/containerd/certs.d', false, false],
  [{}, '/etc/containerd/certs.d', true, false],
  [{}, 'unset', true, true],
])(
  'with %j and %s of the provider hosts.toml is read: %s, assumed: %s',
  (configuration, path, reads, assumes) => {
    const found = hostsFolders(configuration, { ...reader, providerPath: path });
    expect(found.unreadReason === undefined).toBe(reads);
    expect(found.assumption !== undefined).toBe(assumes);
  },
);

test('two folders of the provider are one name for the transfer service', () => {
  const two = { providerPath: '/etc/containerd/certs.d:/etc/docker/certs.d' };
  const unread = (usesTransfer: boolean) =>
    hostsFolders({}, { ...reader, usesTransfer, ...two }).unreadReason;
  expect(unread(true)).toContain('containerd#12808');
  expect(unread(false)).toBeUndefined();
});
