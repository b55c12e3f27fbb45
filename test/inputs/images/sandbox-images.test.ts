import { expect, it } from 'vitest';
import { formatInputError } from '../../../src/inputs/documents/input-error.ts';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { pause, podYaml } from '../reading.ts';

const pod = { name: 'pod.yaml', text: podYaml('x', '{ containers: [{ name: a, image: redis }] }') };
const config = (text: string, name = 'etc/config.toml') => ({ name, text });

function read(text: string, options: RunRequest = {}, name?: string) {
  const result = readInput([pod, config(text, name)], options);
  if (!result.ok) return { refused: result.errors.map(formatInputError).join('\n') };
  return {
    node: result.input.nodes[0],
    ignored: result.input.assumptions.filter((sentence) => sentence.includes('ignored')),
  };
}

// configMigration in plugins/cri/images/plugin.go (2.4.2): sandbox_image of older layouts is
// pinned_images.sandbox of layout 3.
it.each([
  ['layout 1', '[plugins.cri]\n  sandbox_image = "reg.example/pause:9"'],
  ['layout 2', 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\n  sandbox_image = "reg.example/pause:9"'],
  [
    'layout 3',
    'version = 3\n[plugins."io.containerd.cri.v1.images".pinned_images]\n  sandbox = "reg.example/pause:9"',
  ],
])("containerd's config.toml says in %s what sandboxes are made of", (_, text) => {
  const { node, ignored } = read(text);
  expect(node).toMatchObject({ sandboxImage: 'reg.example/pause:9', pinnedImages: ['reg.example/pause:9'] });
  expect(ignored).toEqual([]);
});

it('so does crio.conf, and an option comes before both', () => {
  const text = '[crio.image]\n  pause_image = "reg.example/pause:9"';
  expect(read(text, { runtime: 'cri-o://1.33' }, 'crio.conf').node?.sandboxImage).toBe('reg.example/pause:9');
  expect(
    read(text, { runtimeConfig: ['sandbox_image=reg.example/pause:10'] }, 'crio.conf').node?.sandboxImage,
  ).toBe('reg.example/pause:10');
});

it('is the runtime’s own where its name is empty, and refused where it is none', () => {
  expect(read('[plugins.cri]\n  sandbox_image = ""').node?.sandboxImage).toBe(pause);
  expect(read('[plugins.cri]\n  sandbox_image = "UPPER"').refused).toContain('etc/config.toml:2:');
  expect(read('version = 2', { runtimeConfig: ['sandbox_image=UPPER'] }).refused).toContain(
    'an image name such as registry.k8s.io/pause:3.10',
  );
});

it('is pinned by every runtime but containerd 1.6, and stays in a file that is shared', () => {
  expect(read('version = 2', { runtime: 'containerd://1.6' }).node).not.toHaveProperty('pinnedImages');
  const text =
    '[plugins.cri]\n  sandbox_image = "reg.example/pause:9"\n[plugins.cri.registry.auths."https://r.io"]\n  password = "hush"';
  const [shared] = withoutSecrets([config(text)]).sources;
  expect(shared?.text).toContain('reg.example/pause:9');
  expect(shared?.text).not.toContain('hush');
});
