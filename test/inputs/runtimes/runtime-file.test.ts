import { describe, expect, it, test } from 'vitest';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { hostOfUrl } from '../../../src/inputs/runtimes/registry-mirrors.ts';
import { isRuntimeFile, registryOfFile, runtimeFileKind } from '../../../src/inputs/runtimes/runtime-file.ts';
import { scenarioYaml } from '../reading.ts';
import { accepted, config, hosts, read } from './runtime-reading.ts';

test.each([
  ['config.toml', true],
  ['/etc/crio/crio.CONF', true],
  ['config.toml.yaml', false],
  ['toml', false],
  ['pods.yaml', false],
])('%s is a runtime’s file: %s', (name, isOne) => {
  expect(isRuntimeFile({ name })).toBe(isOne);
});

test.each([
  ['certs.d/r.io/hosts.toml', {}, 'hosts'],
  ['certs.d\\r.io\\Hosts.toml', { version: 2 }, 'hosts'],
  ['hosts.toml', null, 'hosts'],
  ['my-hosts.toml', {}, undefined],
  ['hosts.toml.conf', {}, undefined],
  ['x.toml', { crio: {}, version: 1 }, 'crio'],
  ['x.toml', { plugins: {}, server: '' }, 'containerd'],
  ['x.toml', { imports: [] }, 'containerd'],
  ['x.toml', { disabled_plugins: [] }, 'containerd'],
  ['x.toml', { version: 3 }, 'containerd'],
  ['x.toml', { server: '' }, 'hosts'],
  ['x.toml', { host: {} }, 'hosts'],
  ['x.toml', { hosts: {} }, undefined],
  ['x.toml', null, undefined],
  ['x.toml', 'version', undefined],
])('%s with %j is of the kind %s', (name, value, kind) => {
  expect(runtimeFileKind(name, value)).toBe(kind);
});

test.each([
  ['certs.d/docker.io/hosts.toml', 'docker.io'],
  ['C:\\certs.d\\host_5000_\\hosts.toml', 'host:5000'],
  ['a/my_host_5000_x/hosts.toml', 'my_host_5000_x'],
  ['a/host_port_/hosts.toml', 'host_port_'],
  ['certs.d/hosts.toml', undefined],
  ['/hosts.toml', undefined],
  ['./hosts.toml', undefined],
  ['../hosts.toml', undefined],
  ['hosts.toml', undefined],
])('%s is of the registry %s', (name, registry) => {
  expect(registryOfFile(name)).toBe(registry);
});

test.each([
  ['https://m.io:5000/v2/cache?x=1', 'm.io:5000'],
  ['HTTP://m.io', 'm.io'],
  ['https://u:secret@m.io', 'm.io'],
  ['m.io:5000/cache', 'm.io:5000'],
  ['localhost', 'localhost'],
  ['https://index.docker.io', 'docker.io'],
  ['unix+ssh://m.io', undefined],
  ['ftp://m.io', undefined],
  ['https://', undefined],
  ['', undefined],
  ['not a host', undefined],
])('%s is of the host %s', (address, host) => {
  expect(hostOfUrl(address)).toBe(host);
});

const ignored = (files: readonly SourceText[], options: RunRequest = {}) =>
  accepted(files, options).readings.filter((sentence) => /ignored|imports/.test(sentence));

describe('what a runtime’s file leaves open', () => {
  const images = (text: string) => config(`version = 3\n[plugins."io.containerd.cri.v1.images"]\n${text}\n`);

  it.each([
    [
      'version = 2\nroot = "/a"\nstate = "/b"\n[grpc]\naddress = "c"',
      ['etc/config.toml: 3 settings without effect on pulls ignored.'],
    ],
    [
      'version = 2\nimports = ["/etc/more/*.toml"]',
      ['etc/config.toml: its imports are not followed; give those files too.'],
    ],
    ['version = 2\nimports = []', []],
    [
      '[plugins."io.containerd.cri.v1.images".pinned_images]\nsandbox = "p:1"\nother = "q:1"',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.cri.v1.images".registry]\nconfig_path = "/a"\nheaders = 1',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.transfer.v1.local"]\nconfig_path = "/a"\nunpack_config = []',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.grpc.v1.cri".containerd]\nsnapshotter = "native"\ndefault_runtime_name = "runc"',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[plugins."io.containerd.gc.v1.scheduler"]\nsnapshotter = "native"',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[other."io.containerd.cri.v1.images"]\nsnapshotter = "native"\n[plugins]',
      ['etc/config.toml: 1 setting without effect on pulls ignored.'],
    ],
    [
      '[plugins.cri.registry.auths."https://r.io"]\nusername = "u"',
      [
        'etc/config.toml: configs and auths of registries ignored; credentials of a Scenario say who may pull what.',
      ],
    ],
    ['[plugins.cri.registry]\nconfigs = {}\nauths = {}', []],
  ])('%j', (text, sentences) => {
    expect(ignored([config(text)], { runtime: 'containerd://1.7' })).toEqual(sentences);
  });

  it('is the default where a text is empty, and none where a timeout is', () => {
    const text =
      'image_pull_progress_timeout = ""\nsnapshotter = ""\nsandbox_image = ""\nconcurrent_layer_fetch_buffer = 7';
    expect(accepted([images(text)]).node.runtimeOptions).toEqual({
      imagePullProgressTimeoutMicros: 0,
      concurrentLayerFetchBuffer: 7,
    });
    const crio = { name: 'crio.conf', text: '[crio.image]\npull_progress_timeout = ""\npause_image = ""\n' };
    const { node, readings } = accepted([crio], { runtime: 'cri-o://1.33' });
    expect(node.runtimeOptions).toEqual({ imagePullProgressTimeoutMicros: 0 });
    expect(readings.filter((sentence) => sentence.includes('ignored'))).toEqual([]);
    const others = { name: 'crio.conf', text: '[crio.image]\nbig_files = 1\n[crio.api]\nlisten = "x"\n' };
    expect(ignored([others], { runtime: 'cri-o://1.33' })).toEqual([
      'crio.conf: 2 settings without effect on pulls ignored.',
    ]);
  });

  it('is the sandbox image pinned before the one that older layouts name', () => {
    expect(
      accepted([images('sandbox_image = "old:1"\npinned_images.sandbox = "new:1"')]).node.sandboxImage,
    ).toBe('new:1');
    expect(accepted([images('sandbox_image = "old:1"\npinned_images.sandbox = ""')]).node.sandboxImage).toBe(
      'old:1',
    );
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
    expect(
      Object.entries(registryHosts ?? {}).map(([registry, places]) => [
        registry,
        places.map(({ host }) => host),
      ]),
    ).toEqual([['r.io', ['m.io', 'r.io']]]);
  });

  it('is what hosts.toml has beside mirrors told, however often it stands there', () => {
    const said = (text: string) =>
      accepted([hosts('docker.io', text)]).readings.filter((sentence) =>
        sentence.startsWith('certs.d/docker.io/hosts.toml'),
      );
    const tail = 'ignored: not simulated.';
    expect(said('[host."https://m.io"]\ncapabilities = ["PULL"]\n')).toEqual([]);
    expect(said('one = 1\n[host."https://m.io"]\ntwo = 2\n')).toEqual([
      `certs.d/docker.io/hosts.toml: 2 unknown settings ${tail}`,
    ]);
    expect(said('dial_timeout = "1s"\n[host."https://m.io"]\nskip_verify = true\n')).toEqual([
      `certs.d/docker.io/hosts.toml: skip_verify, dial_timeout ${tail}`,
    ]);
  });

  it('is a place that stands twice one place, and each address that is none is told where it stands', () => {
    const twice = hosts(
      'docker.io',
      'server = "https://m.io"\n[host."https://m.io"]\ncapabilities = ["pull"]\n[host."http://m.io"]\n',
    );
    expect(accepted([twice]).node.registryHosts?.['docker.io']).toEqual([
      { host: 'm.io', capabilities: ['pull'] },
      { host: 'm.io', capabilities: ['resolve', 'pull'], apiRoot: 'http://m.io/v2' },
    ]);
    const wrong = read([
      hosts('docker.io', 'server = "ftp://a.io"\n[host."https://m.io"]\n[host."ftp://b.io"]\n'),
    ]);
    expect(wrong.ok ? [] : wrong.errors).toMatchObject(
      [
        { line: 3, column: 1 },
        { line: 1, column: 10 },
      ].map((place) => ({
        ...place,
        code: 'WRONG_VALUE',
        message: 'not an address of a registry',
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
    expect(error(`${head}max_concurrent_downloads = 9007199254740993`)?.message).toContain(
      'not "9007199254740993"',
    );
    expect(error(`${head}max_concurrent_downloads = 1000001`)?.message).toContain('not 1000001');
    expect(accepted([config(`${head}max_concurrent_downloads = 1000000`)]).node.runtimeOptions).toMatchObject(
      {
        maxConcurrentDownloads: 1_000_000,
      },
    );
  });

  it('of which nobody can tell what it is shows nothing of itself', () => {
    const result = read([config('mine = "x"')]);
    expect(result.ok ? [] : result.errors).toEqual([
      {
        code: 'UNKNOWN_FILE',
        file: 'etc/config.toml',
        line: 1,
        column: 1,
        message: 'this is not a known file of a container runtime',
        expected:
          "containerd's config.toml (version, plugins), its hosts.toml (server, host), crio.conf ([crio.image]), registries.conf ([[registry]]), config.toml of the SOCI snapshotter ([pull_modes]), or settings of Bottlerocket ([settings])",
      },
    ]);
  });
});

describe('what one place says stays where another says nothing of it', () => {
  const cri = (text: string) => `version = 3\n[plugins."io.containerd.cri.v1.images"]\n${text}\n`;
  const transfer = (text: string) => `version = 3\n[plugins."io.containerd.transfer.v1.local"]\n${text}\n`;
  const files = (...texts: readonly string[]) =>
    texts.map((text, index) => ({ name: `${index}.toml`, text }));

  it.each([
    [cri('max_concurrent_downloads = 6'), { runtimeOptions: { maxConcurrentDownloads: 6, path: 'local' } }],
    [
      cri('use_local_image_pull = true\nconcurrent_layer_fetch_buffer = 5'),
      { runtimeOptions: { concurrentLayerFetchBuffer: 5, path: 'local' } },
    ],
    [cri('snapshotter = "native"'), { runtimeOptions: { snapshotter: 'native' } }],
    [cri('discard_unpacked_layers = true'), { runtimeOptions: { path: 'local' } }],
    [cri('sandbox_image = "p:1"'), { sandboxImage: 'p:1' }],
    [cri('image_pull_progress_timeout = "7s"'), { runtimeOptions: { imagePullProgressTimeoutMicros: 7e6 } }],
    [transfer('max_concurrent_downloads = 6'), { runtimeOptions: { maxConcurrentDownloads: 6 } }],
    [transfer('max_concurrent_unpacks = 6'), { runtimeOptions: { maxConcurrentUnpacks: 6 } }],
    [transfer('concurrent_layer_fetch_buffer = 6'), { runtimeOptions: { concurrentLayerFetchBuffer: 6 } }],
  ])('of two files: %s', (text, node) => {
    expect(
      accepted(files(text, cri('root = 1') + transfer('root = 1').slice('version = 3\n'.length))).node,
    ).toMatchObject(node);
  });

  it('of two files of CRI-O', () => {
    const [one, two] = ['pause_image = "p:1"', 'pull_progress_timeout = "7s"'].map((line, index) => ({
      name: `${index}.conf`,
      text: `[crio.image]\n${line}\n`,
    }));
    if (one === undefined || two === undefined) throw new Error('two files');
    const node = { sandboxImage: 'p:1', runtimeOptions: { imagePullProgressTimeoutMicros: 7e6 } };
    expect(accepted([one, two], { runtime: 'cri-o://1.33' }).node).toMatchObject(node);
    expect(accepted([two, one], { runtime: 'cri-o://1.33' }).node).toMatchObject(node);
    const nothing = { name: '2.conf', text: '[crio]\n' };
    const empty = { name: '3.conf', text: '[crio.image]\npause_image = ""\n' };
    expect(accepted([one, two, nothing, empty], { runtime: 'cri-o://1.33' }).node).toMatchObject(node);
  });

  it.each([
    ['max_concurrent_downloads: 6', { runtimeOptions: { maxConcurrentDownloads: 6, path: 'local' } }],
    [
      'use_local_image_pull: true, concurrent_layer_fetch_buffer: 5',
      { runtimeOptions: { concurrentLayerFetchBuffer: 5, path: 'local' } },
    ],
    ['snapshotter: native', { runtimeOptions: { snapshotter: 'native' } }],
    ['max_concurrent_unpacks: 6', { runtimeOptions: { maxConcurrentUnpacks: 6 } }],
    ['image_pull_progress_timeout: 7s', { runtimeOptions: { imagePullProgressTimeoutMicros: 7e6 } }],
    ['sandbox_image: p:1', { sandboxImage: 'p:1' }],
    [
      'hosts: { docker.io: [m.io] }',
      { registryHosts: { 'docker.io': [{ host: 'm.io' }, { host: 'docker.io' }] } },
    ],
  ])('of a Scenario and an option: %s', (written, node) => {
    const scenario = {
      name: 's.yaml',
      text: scenarioYaml(`nodes: { defaults: { runtimeConfig: { ${written} } } }`),
    };
    expect(accepted([scenario], { runtimeConfig: ['pull_progress_timeout=1s'] }).node).toMatchObject(node);
  });

  it('a registry’s credentials alone make containerd 2 pull by its local path, and are no settings that are ignored', () => {
    const text = cri('registry.auths."r.io".username = "u"\nregistry.mirrors."r.io".endpoint = []');
    expect(accepted([config(text.replace(/registry.mirrors.*/, ''))]).readings.join()).toContain(
      'registry.auths of the CRI plugin makes',
    );
    expect(ignored([config(text)])).toEqual([
      'etc/config.toml: configs and auths of registries ignored; credentials of a Scenario say who may pull what.',
    ]);
    expect(ignored([config(cri('registry.configs."r.io".tls.ca_file = "a"'))])).toHaveLength(1);
  });

  it('a hosts.toml in a folder by another of the registry’s names is of that registry; one of nobody is refused', () => {
    expect(
      accepted([hosts('index.docker.io', '[host."m.io"]\n')]).node.registryHosts?.['docker.io'],
    ).toHaveLength(2);
    expect(ignored([hosts('docker.io', 'server = "https://docker.io"\n[host."m.io"]\n')])).toEqual([]);
    const result = read([{ name: 'hosts.toml', text: '' }]);
    expect(result.ok ? [] : result.errors).toMatchObject([{ code: 'NO_REGISTRY', line: 1, column: 1 }]);
  });
});
