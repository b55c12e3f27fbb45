import { parse } from 'smol-toml';
import { describe, expect, it, test } from 'vitest';
import { formatInputError } from '../../src/input/input-error.ts';
import type { NodeInput, SimulationInput } from '../../src/input/model.ts';
import { readInput } from '../../src/input/read-input.ts';
import type { RunRequest } from '../../src/input/run-request.ts';
import type { SourceText } from '../../src/input/source-document.ts';
import { withoutSecrets } from '../../src/input/without-secrets.ts';
import { podYaml, scenarioYaml } from './reading.ts';

const pod = { name: 'pod.yaml', text: podYaml('x', '{ containers: [{ name: a, image: redis }, { name: b, image: r.io/app:1 }] }') };

function read(files: readonly SourceText[], options: RunRequest = {}) {
  return readInput([pod, ...files], options);
}

function accepted(files: readonly SourceText[], options: RunRequest = {}): SimulationInput & { readonly node: Partial<NodeInput> } {
  const result = read(files, options);
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  return { ...result.input, node: result.input.nodes[0] ?? {} };
}

function refused(...files: readonly SourceText[]): string {
  const result = read(files);
  return result.ok ? 'accepted' : result.errors.map(formatInputError).join('\n');
}

const config = (text: string): SourceText => ({ name: 'etc/config.toml', text });
const hosts = (registry: string, text: string): SourceText => ({ name: `certs.d/${registry}/hosts.toml`, text });

describe("containerd's config.toml", () => {
  it('says in layout 3 what the image plugin and the transfer service do', () => {
    const { node, assumptions } = accepted([
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
    expect(assumptions).toContain('etc/config.toml: 1 setting without a part in pulls ignored.');
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
    const { node, assumptions } = accepted([config(`version = 3\n[plugins."io.containerd.cri.v1.images"]\n${setting}\n`)]);
    expect(node.runtimeOptions?.path).toBe('local');
    expect(
      assumptions.some((sentence) => sentence.startsWith(`${reason} of the CRI plugin makes containerd://2.4 pull by its local path`)),
    ).toBe(true);
  });

  it('has no say in the path where it says what goes without saying', () => {
    const text = 'version = 3\n[plugins."io.containerd.cri.v1.images"]\nmax_concurrent_downloads = 3\nuse_local_image_pull = false\n';
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
        { host: 'two.io:5000', capabilities: both },
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
    expect(Object.keys(registries)).toEqual(['docker.io', 'one.io', 'r.io', 'registry.k8s.io', 'three.io', 'two.io:5000']);
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
    expect(refused(config(`${head}  max_concurrent_downloads = "6"\n`))).toMatch(/^etc\/config\.toml:3:30: .* not "6"\n.*"6"\n +\^\n/);
    expect(refused(config(`${head}  max_concurrent_downloads = -1\n`))).toContain('etc/config.toml:3:30: ');
    expect(refused(config(`${head}# comment\nimage_pull_progress_timeout = "5 minutes"\n`))).toContain('etc/config.toml:4:31: ');
    expect(refused(config(`${head}registry.mirrors = 3\n`))).toContain('etc/config.toml:3:20: ');
    expect(refused(config('version = 3\n[plugins\n'))).toMatch(/^etc\/config\.toml:2:\d+: not valid TOML: /);
    expect(refused(config('a = 1'))).toMatch(/nobody can tell which file of a runtime this is\n.*hosts\.toml/);
  });

  it('gives way to an option and to what the Scenario says of a node, not to what it says of all', () => {
    const file = config('version = 3\n[plugins."io.containerd.cri.v1.images"]\nmax_concurrent_downloads = 6\n');
    const scenario = (fields: string) => ({ name: 's.yaml', text: scenarioYaml(fields) });
    const of = (fields: string, runtimeConfig: readonly string[] = []) =>
      accepted([file, scenario(fields)], { runtimeConfig }).node.runtimeOptions?.maxConcurrentDownloads;
    expect(of('nodes: { defaults: { runtimeConfig: { max_concurrent_downloads: 9 } } }')).toBe(6);
    expect(of('nodes: { named: { n: { runtimeConfig: { max_concurrent_downloads: 9 } } } }')).toBe(9);
    expect(of('nodes: { named: { n: { runtimeConfig: { max_concurrent_downloads: 9 } } } }', ['max_concurrent_downloads=1'])).toBe(1);
  });
});

describe('hosts.toml', () => {
  const placesOf = (registry: string, text: string, image = 'docker.io') =>
    accepted([hosts(registry, text)]).node.registryHosts?.[image]?.map(({ host, capabilities }) => `${host} ${capabilities.join('+')}`);

  it('has mirrors in order, and the registry of its folder behind them', () => {
    const text = '[host."https://two.io"]\n[host."https://one.io:5000/v2/cache"]\ncapabilities = ["pull"]\n';
    expect(placesOf('docker.io', text)).toEqual(['two.io resolve+pull', 'one.io:5000 pull', 'docker.io resolve+pull']);
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
    expect(accepted([server]).node.registryHosts?.['r.io']?.map(({ host }) => host)).toEqual(['m.io', 'r.io']);
    expect(refused({ name: 'hosts.toml', text: '[host."https://m.io"]\n' })).toMatch(
      /nobody can tell which registry.*\n.*certs\.d\/docker\.io/s,
    );
  });

  it('says what it has that is no part of a simulation', () => {
    const text = '[host."https://m.io"]\nskip_verify = true\nca = "x.pem"\nfoo = 1\n';
    expect(accepted([hosts('docker.io', text)]).assumptions).toContain(
      'certs.d/docker.io/hosts.toml: ca, skip_verify and 1 unknown setting ignored: no part of a simulation.',
    );
  });

  it('is told wrong with line and column, without users and passwords', () => {
    const wrong = refused(hosts('docker.io', '[host."https://u:hunter2@m.io"]\n  capabilities = ["pul"]\n'));
    expect(wrong).toMatch(/^certs\.d\/docker\.io\/hosts\.toml:2:18: /);
    expect(wrong).toContain('pull, resolve, push or referrers');
    expect(wrong).not.toContain('hunter2');
    expect(refused(hosts('docker.io', '[host."ftp://m.io"]\n'))).toContain('no address of a registry');
  });
});

describe('crio.conf', () => {
  it('says how long a pull may stand still', () => {
    const file = { name: 'crio.conf', text: '[crio.image]\npull_progress_timeout = "30s"\n[crio.api]\nlisten = "x"\n' };
    const { node, assumptions } = accepted([file], { runtime: 'cri-o://1.33' });
    expect(node.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 30e6 });
    expect(assumptions).toContain('crio.conf: 1 setting without a part in pulls ignored.');
  });

  it('changes nothing on a node of containerd, and a sentence says so', () => {
    const file = { name: 'crio.conf', text: '[crio.image]\npull_progress_timeout = "30s"\n' };
    const { node, assumptions } = accepted([file], { runtime: 'containerd://2.4' });
    expect(node.runtimeOptions).toBeUndefined();
    expect(assumptions).toContain("containerd://2.4 has no pull_progress_timeout: it is CRI-O's, and ignored.");
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
    ['a mirror that is a text', `version = 2\n[plugins.cri.registry]\nmirrors = "https://robot:hunter2@m.io"\n`],
  ])('is in no error either: %s', (_, text) => {
    const said = refused(config(text));
    expect(said).not.toBe('accepted');
    expect(said).not.toContain('hunter2');
  });

  it('does not go elsewhere, and what is read of the file does', () => {
    const { sources, leftOut } = withoutSecrets([secretConfig, secretHosts]);
    expect(sources.map(({ text }) => text).join()).not.toMatch(/hunter2|robot/);
    expect(leftOut).toHaveLength(2);
    const [before, after] = [[secretConfig, secretHosts], sources].map((files) => accepted(files, { runtime: 'containerd://1.6' }).node);
    expect(after).toEqual(before);
    const local = withoutSecrets([config('[plugins."io.containerd.cri.v1.images".registry.configs."r.io".auth]\npassword = "hunter2"\n')]);
    expect(accepted(local.sources).node.runtimeOptions).toEqual({ path: 'local' });
  });

  it('goes nowhere at all where the file cannot be read; a file without secrets stays as it is', () => {
    expect(withoutSecrets([config('password = "hunter2')])).toEqual({
      sources: [],
      leftOut: ['the file etc/config.toml: it cannot be read, and may hold secrets'],
    });
    const plain = config('# mine\nversion = 3\n');
    expect(withoutSecrets([plain])).toEqual({ sources: [plain], leftOut: [] });
  });
});

describe('what a runtime’s file leaves open', () => {
  const images = (text: string) => config(`version = 3\n[plugins."io.containerd.cri.v1.images"]\n${text}\n`);
  const ignored = (files: readonly SourceText[], options: RunRequest = {}) =>
    accepted(files, options).assumptions.filter((sentence) => /ignored|imports/.test(sentence));

  it.each([
    ['version = 2\nroot = "/a"\nstate = "/b"\n[grpc]\naddress = "c"', ['etc/config.toml: 3 settings without a part in pulls ignored.']],
    ['version = 2\nimports = ["/etc/more/*.toml"]', ['etc/config.toml: its imports are not followed; give those files too.']],
    ['version = 2\nimports = []', []],
    [
      '[plugins."io.containerd.cri.v1.images".pinned_images]\nsandbox = "p:1"\nother = "q:1"',
      ['etc/config.toml: 1 setting without a part in pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.cri.v1.images".registry]\nconfig_path = "/a"\nheaders = 1',
      ['etc/config.toml: 1 setting without a part in pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.transfer.v1.local"]\nconfig_path = "/a"\nunpack_config = []',
      ['etc/config.toml: 1 setting without a part in pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.grpc.v1.cri".containerd]\nsnapshotter = "native"\ndefault_runtime_name = "runc"',
      ['etc/config.toml: 1 setting without a part in pulls ignored.'],
    ],
    ['[plugins."io.containerd.gc.v1.scheduler"]\nsnapshotter = "native"', ['etc/config.toml: 1 setting without a part in pulls ignored.']],
    [
      '[other."io.containerd.cri.v1.images"]\nsnapshotter = "native"\n[plugins]',
      ['etc/config.toml: 1 setting without a part in pulls ignored.'],
    ],
    [
      '[plugins.cri.registry.auths."https://r.io"]\nusername = "u"',
      ['etc/config.toml: configs and auths of registries ignored; credentials of a Scenario say who may pull what.'],
    ],
    ['[plugins.cri.registry]\nconfigs = {}\nauths = {}', []],
  ])('%j', (text, sentences) => {
    expect(ignored([config(text)], { runtime: 'containerd://1.7' })).toEqual(sentences);
  });

  it('is the default where a text is empty, and none where a timeout is', () => {
    const text = 'image_pull_progress_timeout = ""\nsnapshotter = ""\nsandbox_image = ""\nconcurrent_layer_fetch_buffer = 7';
    expect(accepted([images(text)]).node.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 0, concurrentLayerFetchBuffer: 7 });
    const crio = { name: 'crio.conf', text: '[crio.image]\npull_progress_timeout = ""\npause_image = ""\n' };
    const { node, assumptions } = accepted([crio], { runtime: 'cri-o://1.33' });
    expect(node.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 0 });
    expect(assumptions.filter((sentence) => sentence.includes('ignored'))).toEqual([]);
    const others = { name: 'crio.conf', text: '[crio.image]\nbig_files = 1\n[crio.api]\nlisten = "x"\n' };
    expect(ignored([others], { runtime: 'cri-o://1.33' })).toEqual(['crio.conf: 2 settings without a part in pulls ignored.']);
  });

  it('is the sandbox image pinned before the one that older layouts name', () => {
    expect(accepted([images('sandbox_image = "old:1"\npinned_images.sandbox = "new:1"')]).node.sandboxImage).toBe('new:1');
    expect(accepted([images('sandbox_image = "old:1"\npinned_images.sandbox = ""')]).node.sandboxImage).toBe('old:1');
  });

  it.each([
    ['use_local_image_pull = true', true],
    ['image_pull_with_sync_fs = false', false],
    ['discard_unpacked_layers = false', false],
    ['containerd.discard_unpacked_layers = true', true],
    ['disable_snapshot_annotations = true', false],
    ['containerd.disable_snapshot_annotations = false', true],
    ['registry.mirrors = {}', false],
    ['registry.auths."r.io".username = "u"', true],
  ])('%s makes containerd 2 pull by its local path: %s', (setting, isLocal) => {
    expect(accepted([images(setting)]).node.runtimeOptions?.path).toBe(isLocal ? 'local' : undefined);
  });

  it('is a mirror that is none passed over, and a registry named by its address', () => {
    const text = `version = 2
[plugins."io.containerd.grpc.v1.cri".registry.mirrors]
  "https://r.io" = { endpoint = ["ftp://a.io", "https://m.io"] }
  "docker.io" = {}
`;
    const { registryHosts } = accepted([config(text)], { runtime: 'containerd://1.6' }).node;
    expect(Object.entries(registryHosts ?? {}).map(([registry, places]) => [registry, places.map(({ host }) => host)])).toEqual([
      ['r.io', ['m.io', 'r.io']],
    ]);
  });

  it('is what hosts.toml has beside mirrors told, however often it stands there', () => {
    const said = (text: string) =>
      accepted([hosts('docker.io', text)]).assumptions.filter((sentence) => sentence.startsWith('certs.d/docker.io/hosts.toml'));
    const tail = 'ignored: no part of a simulation.';
    expect(said('[host."https://m.io"]\ncapabilities = ["PULL"]\n')).toEqual([]);
    expect(said('one = 1\n[host."https://m.io"]\ntwo = 2\n')).toEqual([`certs.d/docker.io/hosts.toml: 2 unknown settings ${tail}`]);
    expect(said('dial_timeout = "1s"\n[host."https://m.io"]\noverride_path = true\n')).toEqual([
      `certs.d/docker.io/hosts.toml: override_path, dial_timeout ${tail}`,
    ]);
  });

  it('is a place that stands twice one place, and each address that is none is told where it stands', () => {
    const twice = hosts('docker.io', 'server = "https://m.io"\n[host."https://m.io"]\ncapabilities = ["pull"]\n[host."http://m.io"]\n');
    expect(accepted([twice]).node.registryHosts?.['docker.io']).toEqual([{ host: 'm.io', capabilities: ['pull'] }]);
    const wrong = read([hosts('docker.io', 'server = "ftp://a.io"\n[host."https://m.io"]\n[host."ftp://b.io"]\n')]);
    expect(wrong.ok ? [] : wrong.errors).toMatchObject(
      [
        { line: 3, column: 1 },
        { line: 1, column: 10 },
      ].map((place) => ({
        ...place,
        code: 'WRONG_VALUE',
        message: 'no address of a registry',
        expected: 'one such as "https://mirror.example"',
      })),
    );
  });
});

describe('TOML that cannot be read', () => {
  const error = (text: string) => {
    const result = read([config(text)]);
    return result.ok ? undefined : result.errors[0];
  };

  it('is told with its line, unless that may hold a secret', () => {
    expect(error('\uFEFFa = 1\n\tb = ]\nc = 3')).toMatchObject({
      line: 2,
      column: 6,
      code: 'SYNTAX',
      message: expect.stringMatching(/^not valid TOML: (?!Invalid)/),
      excerpt: '\tb = ]\n\t    ^',
    });
    expect(error('password = "x"\nb = ]')).toMatchObject({ line: 2, column: 5 });
    expect(error('password = "x"\nb = ]')).not.toHaveProperty('excerpt');
  });

  it('has dates and great numbers as texts', () => {
    const head = '[plugins."io.containerd.cri.v1.images"]\n';
    expect(error(`${head}max_concurrent_downloads = 2024-01-01`)).toMatchObject({ line: 2, column: 28 });
    expect(error(`${head}max_concurrent_downloads = 9007199254740993`)?.message).toContain('not "9007199254740993"');
    expect(error(`${head}max_concurrent_downloads = 1000001`)?.message).toContain('not 1000001');
    expect(accepted([config(`${head}max_concurrent_downloads = 1000000`)]).node.runtimeOptions).toMatchObject({
      maxConcurrentDownloads: 1_000_000,
    });
  });

  it('of which nobody can tell what it is shows nothing of itself', () => {
    const result = read([config('mine = "x"')]);
    expect(result.ok ? [] : result.errors).toEqual([
      {
        code: 'UNKNOWN_FILE',
        file: 'etc/config.toml',
        line: 1,
        column: 1,
        message: 'nobody can tell which file of a runtime this is',
        expected: "containerd's config.toml (version, plugins), its hosts.toml (server, host), or crio.conf ([crio.image])",
      },
    ]);
  });
});

describe('a file without what is secret', () => {
  const kept = (text: string, name = 'etc/config.toml') => withoutSecrets([{ name, text: `${text}\n# password` }]).sources[0]?.text;
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
            mirrors: { 'r.io': { endpoint: ['http://m.io', 'https://n.io'] }, 's.io': { endpoint: [] } },
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
      server: 'https://r.io',
      capabilities: ['pull'],
      host: { 'http://m.io': { capabilities: ['resolve'] }, 'https://o.io': {} },
    });
  });

  it('has of crio.conf the two fields that are read, and of odd types nothing', () => {
    const text = '[crio.image]\npause_image = "p:1"\npull_progress_timeout = "5s"\nglobal_auth_file = "/x"\n[crio.api]\nlisten = "y"';
    expect(parse(kept(text, 'crio.conf') ?? '')).toEqual({ crio: { image: { pull_progress_timeout: '5s', pause_image: 'p:1' } } });
    expect(kept('version = "2"\nplugins = 3\ncrio = 4\nserver = 5\nhost = 6', 'crio.conf')?.trim()).toBe('');
  });
});
