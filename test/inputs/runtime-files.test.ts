import { describe, expect, it, test } from 'vitest';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import type { SourceText } from '../../src/inputs/documents/source-document.ts';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { scenarioYaml } from './reading.ts';
import { accepted, config, hosts, read } from './runtimes/runtime-reading.ts';

function refused(...files: readonly SourceText[]): string {
  const result = read(files);
  return result.ok ? 'accepted' : result.errors.map(formatInputError).join('\n');
}

describe("containerd's config.toml", () => {
  it('says in layout 3 what the image plugin and the transfer service do', () => {
    const { node, readings } = accepted([
      config(`version = 3
root = "/var/lib/containerd"
[plugins."io.containerd.cri.v1.images"]
  snapshotter = "native"
  image_pull_progress_timeout = "90s"
[plugins."io.containerd.transfer.v1.local"]
  max_concurrent_downloads = 12
  max_concurrent_unpacks = 3
  concurrent_layer_fetch_buffer = 1048576
`),
    ]);
    expect(node.runtimeOptions).toEqual({
      maxConcurrentDownloads: 12,
      maxConcurrentUnpacks: 3,
      concurrentLayerFetchBuffer: 1_048_576,
      imagePullProgressTimeoutMicros: 90e6,
      snapshotter: 'native',
    });
    expect(readings).toContain('etc/config.toml: 1 setting without effect on pulls ignored.');
  });

  it.each([
    ['1', 'cri'],
    ['2', 'io.containerd.grpc.v1.cri'],
  ])('says in layout %s what the CRI plugin does', (version, plugin) => {
    const text = `version = ${version}
[plugins."${plugin}"]
  max_concurrent_downloads = 6
  [plugins."${plugin}".containerd]
    snapshotter = "native"
`;
    const { node } = accepted([config(text)], { runtime: 'containerd://1.6.20' });
    expect(node.runtimeOptions).toEqual({ maxConcurrentDownloads: 6, snapshotter: 'native' });
  });

  // CheckLocalImagePullConfigs in internal/cri/config/config.go of containerd 2.4.2
  it.each([
    ['max_concurrent_downloads = 6', 'max_concurrent_downloads = 6'],
    ['image_pull_with_sync_fs = true', 'image_pull_with_sync_fs'],
    ['discard_unpacked_layers = true', 'discard_unpacked_layers'],
    ['disable_snapshot_annotations = false', 'disable_snapshot_annotations = false'],
    ['registry.mirrors."r.io".endpoint = ["https://m.io"]', 'registry.mirrors'],
    ['registry.configs."r.io".tls.ca_file = "ca.pem"', 'registry.configs'],
  ])('makes containerd 2 pull by its local path: %s', (setting, reason) => {
    const { node, readings } = accepted([
      config(`version = 3\n[plugins."io.containerd.cri.v1.images"]\n${setting}\n`),
    ]);
    expect(node.runtimeOptions?.path).toBe('local');
    expect(
      readings.some((sentence) =>
        sentence.startsWith(`${reason} of the CRI plugin makes containerd://2.4 pull by its local path`),
      ),
    ).toBe(true);
  });

  it('has no say in the path where it says what goes without saying', () => {
    const text =
      'version = 3\n[plugins."io.containerd.cri.v1.images"]\nmax_concurrent_downloads = 3\nuse_local_image_pull = false\n';
    expect(accepted([config(text)]).node.runtimeOptions).toBeUndefined();
  });

  it('knows the old form of mirrors, with the registry itself behind them', () => {
    const text = `version = 2
[plugins."io.containerd.grpc.v1.cri".registry.mirrors]
  [plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]
    endpoint = ["https://one.io", "http://two.io:5000"]
  [plugins."io.containerd.grpc.v1.cri".registry.mirrors."*"]
    endpoint = ["https://three.io"]
`;
    const { node, registries } = accepted([config(text)], { runtime: 'containerd://1.6' });
    const both = ['resolve', 'pull'];
    expect(node.registryHosts).toEqual({
      'docker.io': [
        { host: 'one.io', capabilities: both },
        { host: 'two.io:5000', capabilities: both, apiRoot: 'http://two.io:5000/v2' },
        { host: 'docker.io', capabilities: both },
      ],
      'r.io': [
        { host: 'three.io', capabilities: both },
        { host: 'r.io', capabilities: both },
      ],
      // That of the sandbox image.
      'registry.k8s.io': [
        { host: 'three.io', capabilities: both },
        { host: 'registry.k8s.io', capabilities: both },
      ],
    });
    expect(Object.keys(registries)).toEqual(
      expect.arrayContaining(['docker.io', 'one.io', 'r.io', 'three.io', 'two.io:5000']),
    );
  });

  it('is laid over another in the order of the input', () => {
    const files = ['max_concurrent_downloads = 6', 'max_concurrent_downloads = 8'].map((line, index) => ({
      name: `${index}.toml`,
      text: `version = 3\n[plugins."io.containerd.cri.v1.images"]\n${line}\n`,
    }));
    expect(accepted(files).node.runtimeOptions?.maxConcurrentDownloads).toBe(8);
  });

  it('is told wrong with line and column', () => {
    const head = 'version = 3\n[plugins."io.containerd.cri.v1.images"]\n';
    expect(refused(config(`${head}  max_concurrent_downloads = "6"\n`))).toMatch(
      /^etc\/config\.toml:3:30: .* not "6"\n.*"6"\n +\^\n/,
    );
    expect(refused(config(`${head}  max_concurrent_downloads = -1\n`))).toContain('etc/config.toml:3:30: ');
    expect(refused(config(`${head}# comment\nimage_pull_progress_timeout = "5 minutes"\n`))).toContain(
      'etc/config.toml:4:31: ',
    );
    expect(refused(config(`${head}registry.mirrors = 3\n`))).toContain('etc/config.toml:3:20: ');
    expect(refused(config('version = 3\n[plugins\n'))).toMatch(/^etc\/config\.toml:2:\d+: not valid TOML: /);
    expect(refused(config('a = 1'))).toMatch(
      /this is not a known file of a container runtime\n.*hosts\.toml/,
    );
  });

  it('gives way to an option and to what the Scenario says of a node, not to what it says of all', () => {
    const file = config(
      'version = 3\n[plugins."io.containerd.cri.v1.images"]\nmax_concurrent_downloads = 6\n',
    );
    const scenario = (fields: string) => ({ name: 's.yaml', text: scenarioYaml(fields) });
    const of = (fields: string, runtimeConfig: readonly string[] = []) =>
      accepted([file, scenario(fields)], { runtimeConfig }).node.runtimeOptions?.maxConcurrentDownloads;
    expect(of('nodes: { defaults: { runtimeConfig: { max_concurrent_downloads: 9 } } }')).toBe(6);
    expect(of('nodes: { named: { n: { runtimeConfig: { max_concurrent_downloads: 9 } } } }')).toBe(9);
    expect(
      of('nodes: { named: { n: { runtimeConfig: { max_concurrent_downloads: 9 } } } }', [
        'max_concurrent_downloads=1',
      ]),
    ).toBe(1);
  });
});

describe('hosts.toml', () => {
  const placesOf = (registry: string, text: string, image = 'docker.io') =>
    accepted([hosts(registry, text)]).node.registryHosts?.[image]?.map(
      ({ host, capabilities }) => `${host} ${capabilities.join('+')}`,
    );

  it('has mirrors in order, and the registry of its folder behind them', () => {
    const text = '[host."https://two.io"]\n[host."https://one.io:5000/v2/cache"]\ncapabilities = ["pull"]\n';
    expect(placesOf('docker.io', text)).toEqual([
      'two.io resolve+pull',
      'one.io:5000 pull',
      'docker.io resolve+pull',
    ]);
  });

  it('may name another server, or the registry itself by another name', () => {
    expect(placesOf('docker.io', 'server = "https://registry-1.docker.io"\n[host."m.io"]\n')).toEqual([
      'm.io resolve+pull',
      'docker.io resolve+pull',
    ]);
    expect(placesOf('docker.io', 'server = "https://cache.io"\n')).toEqual(['cache.io resolve+pull']);
  });

  it('leaves out where nothing may be pulled', () => {
    expect(placesOf('docker.io', '[host."https://up.io"]\ncapabilities = ["push"]\n')).toBeUndefined();
  });

  it('of _default is about all registries that have none of their own', () => {
    const files = [hosts('_default', '[host."https://m.io"]\n'), hosts('r.io', '')];
    const { registryHosts } = accepted(files).node;
    expect(Object.keys(registryHosts ?? {})).toEqual(['docker.io', 'registry.k8s.io']);
    expect(registryHosts?.['docker.io']?.map(({ host }) => host)).toEqual(['m.io', 'docker.io']);
  });

  it('is of the server in it where its name has no folder, and else nobody’s', () => {
    const server = { name: 'hosts.toml', text: 'server = "https://r.io"\n[host."https://m.io"]\n' };
    expect(accepted([server]).node.registryHosts?.['r.io']?.map(({ host }) => host)).toEqual([
      'm.io',
      'r.io',
    ]);
    expect(refused({ name: 'hosts.toml', text: '[host."https://m.io"]\n' })).toMatch(
      /does not say which registry.*\n.*certs\.d\/docker\.io/s,
    );
  });

  it('says what it has that is no part of a simulation', () => {
    const text = '[host."https://m.io"]\nskip_verify = true\nca = "x.pem"\nfoo = 1\n';
    expect(accepted([hosts('docker.io', text)]).readings).toContain(
      'certs.d/docker.io/hosts.toml: ca, skip_verify and 1 unknown setting ignored: not simulated.',
    );
  });

  it('is told wrong with line and column, without users and passwords', () => {
    const wrong = refused(hosts('docker.io', '[host."https://u:hunter2@m.io"]\n  capabilities = ["pul"]\n'));
    expect(wrong).toMatch(/^certs\.d\/docker\.io\/hosts\.toml:2:18: /);
    expect(wrong).toContain('pull, resolve, push or referrers');
    expect(wrong).not.toContain('hunter2');
    expect(refused(hosts('docker.io', '[host."ftp://m.io"]\n'))).toContain('not an address of a registry');
  });
});

describe('crio.conf', () => {
  it('says how long a pull may stand still', () => {
    const file = {
      name: 'crio.conf',
      text: '[crio.image]\npull_progress_timeout = "30s"\n[crio.api]\nlisten = "x"\n',
    };
    const { node, readings } = accepted([file], { runtime: 'cri-o://1.33' });
    expect(node.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 30e6 });
    expect(readings).toContain('crio.conf: 1 setting without effect on pulls ignored.');
  });

  it('changes nothing on a node of containerd, and a sentence says so', () => {
    const file = { name: 'crio.conf', text: '[crio.image]\npull_progress_timeout = "30s"\n' };
    const { node, readings } = accepted([file], { runtime: 'containerd://2.4' });
    expect(node.runtimeOptions).toBeUndefined();
    expect(readings).toContain("containerd://2.4 has no pull_progress_timeout: it is CRI-O's, and ignored.");
  });
});

test('places in TOML are found behind strings, comments and brackets of all kinds', () => {
  const text = `# [no.table] = 1
imports = [ "a]b", # ]
  'c' ]
title = """
max = [1
"""
'quoted.key' = { a = "}", b = [1, 2] }
version = 3
[[list]]
x = 1
[[list]]
x = 2
[plugins . "io.containerd.cri.v1.images"] # here
registry.mirrors."r.io".endpoint = "none"
`;
  expect(refused(config(text))).toMatch(/^etc\/config\.toml:14:36: /);
});

describe('what is secret in a runtime’s file', () => {
  const secretConfig = config(`version = 2
[proxy]
  http = "http://robot:hunter2@proxy"
[plugins."io.containerd.grpc.v1.cri"]
  max_concurrent_downloads = 6
  [plugins."io.containerd.grpc.v1.cri".registry.configs."r.io".auth]
    username = "robot"
    password = "hunter2"
  [plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]
    endpoint = ["https://robot:hunter2@m.io/hunter2"]
`);
  const secretHosts = hosts(
    'docker.io',
    `server = "https://robot:hunter2@docker.io"
# hunter2
[host."https://robot:hunter2@m.io"]
  capabilities = ["pull", "resolve"]
  [host."https://robot:hunter2@m.io".header]
    Authorization = ["Bearer hunter2"]
`,
  );

  it('is in nothing that the input stage says', () => {
    const result = read([secretConfig, secretHosts]);
    expect(result.ok).toBe(true);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it.each([
    ['a wrong value beside it', `[plugins.cri.registry.configs."r.io"]\nauth = "hunter2\n`],
    ['a header that is a text', `version = 2\n[plugins.cri]\nregistry = { auths = "hunter2" }\n`],
    ['a password of many lines', `[plugins.cri.registry.auths]\npassword = """\nhunter2`],
    [
      'a mirror that is a text',
      `version = 2\n[plugins.cri.registry]\nmirrors = "https://robot:hunter2@m.io"\n`,
    ],
  ])('is in no error either: %s', (_, text) => {
    const said = refused(config(text));
    expect(said).not.toBe('accepted');
    expect(said).not.toContain('hunter2');
  });

  it('does not go elsewhere, and what is read of the file does', () => {
    const { sources, leftOut } = withoutSecrets([secretConfig, secretHosts]);
    expect(sources.map(({ text }) => text).join()).not.toMatch(/hunter2|robot/);
    expect(leftOut).toHaveLength(2);
    const [before, after] = [[secretConfig, secretHosts], sources].map(
      (files) => accepted(files, { runtime: 'containerd://1.6' }).node,
    );
    expect(after).toEqual(before);
    const local = withoutSecrets([
      config('[plugins."io.containerd.cri.v1.images".registry.configs."r.io".auth]\npassword = "hunter2"\n'),
    ]);
    expect(accepted(local.sources).node.runtimeOptions).toEqual({ path: 'local' });
  });

  it('goes nowhere at all where the file cannot be read; of a file without secrets, what a run reads stays', () => {
    expect(withoutSecrets([config('password = "hunter2')])).toEqual({
      sources: [],
      leftOut: ['the file etc/config.toml: it cannot be read, and may hold secrets'],
    });
    const plain = config('# mine\nversion = 3\n');
    expect(withoutSecrets([plain])).toEqual({ sources: [{ ...plain, text: 'version = 3\n' }], leftOut: [] });
  });
});
