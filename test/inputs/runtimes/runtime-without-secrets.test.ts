import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';

describe('a file without what is secret', () => {
  const kept = (text: string, name = 'etc/config.toml') =>
    withoutSecrets([{ name, text: `${text}\n# password` }]).sources[0]?.text;
  const lines = (...of: readonly string[]) => of.join('\n');

  it('has numbers, switches, words and names of images of the settings that are read', () => {
    const text = lines(
      'version = 2',
      'root = "/x"',
      '[plugins.cri]',
      'max_concurrent_downloads = 6',
      'use_local_image_pull = true',
      'snapshotter = "over lay"',
      'sandbox_image = "r.io/pause:3"',
      'image_pull_progress_timeout = "5m0s"',
      'pinned_images = { sandbox = "p:1", other = "q:1" }',
      'containerd = { snapshotter = "native", more = 1 }',
      'concurrent_layer_fetch_buffer = [1]',
      '[plugins."io.containerd.transfer.v1.local"]',
      'max_concurrent_unpacks = 2',
      '[plugins.other]',
      'max_concurrent_downloads = 7',
    );
    expect(parse(kept(text) ?? '')).toEqual({
      version: 2,
      plugins: {
        cri: {
          max_concurrent_downloads: 6,
          image_pull_progress_timeout: '5m0s',
          use_local_image_pull: true,
          sandbox_image: 'r.io/pause:3',
          pinned_images: { sandbox: 'p:1' },
          containerd: { snapshotter: 'native' },
        },
        'io.containerd.transfer.v1.local': { max_concurrent_unpacks: 2 },
      },
    });
  });

  it('has that there are credentials, and plain addresses of mirrors', () => {
    const text = lines(
      '[plugins.cri.registry.auths."r.io"]',
      'password = "x"',
      '[plugins.cri.registry.configs]',
      '[plugins.cri.registry.mirrors."r.io"]',
      'endpoint = ["http://u:p@m.io/x?y", "n.io", "ftp://o.io", 3]',
      '[plugins.cri.registry.mirrors."s.io"]',
      'endpoint = "x"',
    );
    expect(parse(kept(text) ?? '')).toEqual({
      plugins: {
        cri: {
          registry: {
            auths: { registry: {} },
            mirrors: { 'r.io': { endpoint: ['http://m.io/x', 'https://n.io'] }, 's.io': { endpoint: [] } },
          },
        },
      },
    });
    expect(parse(kept('[plugins.cri]\nregistry = 3\nmax_concurrent_unpacks = 1') ?? '')).toEqual({
      plugins: { cri: { max_concurrent_unpacks: 1 } },
    });
  });

  it('has the places of hosts.toml with what they may be asked for', () => {
    const text = lines(
      'server = "https://u:p@r.io/v2"',
      'capabilities = ["pull", "no word", 3]',
      '[host."http://u:p@m.io"]',
      'capabilities = ["resolve"]',
      'skip_verify = true',
      '[host."ftp://n.io"]',
      '[host."https://o.io"]',
      'capabilities = "pull"',
    );
    expect(parse(kept(text, 'hosts.toml') ?? '')).toEqual({
      server: 'https://r.io/v2',
      capabilities: ['pull'],
      host: { 'http://m.io': { capabilities: ['resolve'], skip_verify: true }, 'https://o.io': {} },
    });
  });

  it('has the paths of hosts.toml, but for steps that may be tokens', () => {
    const text = lines(
      '[host."https://m.io/v2/quay.io/registry.k8s.io/TOKEN/s3cret"]',
      'override_path = true',
      '[host."https://o.io/"]',
      'ca = "/secret"',
    );
    expect(parse(kept(text, 'hosts.toml') ?? '')).toEqual({
      host: {
        'https://m.io/v2/quay.io/registry.k8s.io/hidden/hidden': { override_path: true },
        'https://o.io/': { skip_verify: true },
      },
    });
  });

  it('has of crio.conf the two fields that are read, and of odd types nothing', () => {
    const text =
      '[crio.image]\npause_image = "p:1"\npull_progress_timeout = "5s"\nglobal_auth_file = "/x"\n[crio.api]\nlisten = "y"';
    expect(parse(kept(text, 'crio.conf') ?? '')).toEqual({
      crio: { image: { pull_progress_timeout: '5s', pause_image: 'p:1' } },
    });
    expect(kept('version = "2"\nplugins = 3\ncrio = 4\nserver = 5\nhost = 6', 'crio.conf')?.trim()).toBe('');
  });
});
