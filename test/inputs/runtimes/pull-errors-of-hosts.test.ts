import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { podYaml, scenarioYaml } from '../reading.ts';
import { accepted, config, hosts } from './runtime-reading.ts';

interface Pulled {
  /** The first error of the pull; undefined if it succeeds. */
  readonly error: string | undefined;
  /** The hosts that are asked for the tag, in order. */
  readonly asked: readonly string[];
}

/** Pulls one image on a node with these files of its runtime. */
function pull(image: string, files: readonly SourceText[], request: RunRequest = {}): Pulled {
  const pod = { name: 'pod.yaml', text: podYaml('x', `{ containers: [{ name: a, image: '${image}' }] }`) };
  const defaults: RunRequest = { runtime: 'containerd://1.7.24', horizon: '20s', presentImages: ['*pause*'] };
  const read = readInput([pod, ...files], { ...defaults, ...request });
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  const { records } = simulate(read.input);
  const failure = records.find(
    (record) =>
      record.type === 'event' && record.reason === 'Failed' && record.message.startsWith('Failed to pull'),
  );
  const asked = records.flatMap((record) =>
    record.type === 'request' && record.kind === 'tag' && record.state === 'sent' ? record.registry : [],
  );
  return { error: failure?.type === 'event' ? failure.message : undefined, asked: [...new Set(asked)] };
}

const down = (registry: string): RunRequest => ({ faults: [`registryDown registry=${registry}`] });
const page = /unexpected media type text\/html for sha256:[0-9a-f]{64}: not found$/;

describe('a server in _default', () => {
  const files = [
    hosts('_default', 'server = "https://registry-1.docker.io"\n[host."http://nexus.example:8082"]\n'),
  ];

  // parseHostsFile of containerd 1.7.20: the root of the file is the last host, whatever the registry is.
  it('is asked in place of every registry, and a public one has only its own images', () => {
    const { error, asked } = pull('quay.io/a/b:1', files, down('nexus.example:8082'));
    expect(asked).toEqual(['nexus.example:8082', 'docker.io']);
    expect(error).toContain(
      'failed to do request: Head "http://nexus.example:8082/v2/a/b/manifests/1?ns=quay.io"',
    );
    expect(pull('quay.io/a/b:1', files)).toEqual({ error: undefined, asked: ['nexus.example:8082'] });
    expect(pull('redis:7', files, down('nexus.example:8082')).error).toBeUndefined();
  });

  it('alone does not say whether the repository is closed or does not exist', () => {
    const server = hosts('_default', 'server = "https://registry-1.docker.io"\n[host]\n');
    expect(pull('quay.io/a/b:1', [server]).error).toContain(
      'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    );
    expect(
      pull('ghcr.io/a/b:1', [hosts('_default', 'server = "https://registry.k8s.io"\n[host]\n')]).error,
    ).toContain('ghcr.io/a/b:1: not found');
  });

  it('has what the Scenario says that it has', () => {
    const scenario = { name: 's.yaml', text: scenarioYaml('registries: { quay.io: { images: ["*"] } }') };
    const server = hosts('_default', 'server = "https://quay.io"\n[host]\n');
    expect(pull('r.io/a:1', [server]).error).toContain('not found');
    expect(pull('r.io/a:1', [server, scenario]).error).toBeUndefined();
  });

  it('may be no name of a host', () => {
    const star = hosts('_default', 'server = "*"\n[host."https://m.example"]\n');
    expect(pull('r.io/a:1', [star]).error).toBeUndefined();
    const { error } = pull('r.io/a:1', [star], down('m.example'));
    expect(error).toContain('Head "https://m.example/v2/a/manifests/1?ns=r.io": dial tcp m.example:443');
    const alone = hosts('_default', 'server = "*"\n[host]\n');
    expect(pull('r.io/a:1', [alone]).error).toContain(
      'Head "https://*/v2/a/manifests/1?ns=r.io": dial tcp: lookup *: no such host',
    );
  });

  it('is not read by containerd 1.x where the file has no table of hosts, and by 2.x is', () => {
    const file = hosts('_default', 'server = "https://cache.example"\n');
    expect(pull('r.io/a:1', [file]).asked).toEqual(['r.io']);
    expect(pull('r.io/a:1', [file], { runtime: 'containerd://2.4.2' }).asked).toEqual(['cache.example']);
  });
});

describe('the path of a mirror', () => {
  const mirror = (address: string, more = '') =>
    hosts('docker.io', `[host."${address}"]\ncapabilities = ["pull", "resolve"]\n${more}`);

  it.each([
    ['https://harbor.example/v2/dockerhub', '', false],
    ['https://harbor.example/v2/dockerhub', 'override_path = true', true],
    ['https://harbor.example/dockerhub', 'override_path = true', false],
    ['https://harbor.example', 'override_path = true', false],
    ['https://harbor.example/v2/', '', true],
    ['https://harbor.example/', '', true],
    // Artifactory and Nexus have an API under a path of each repository.
    ['https://jfrog.example/artifactory/api/docker/hub', '', true],
    ['https://jfrog.example/artifactory/api/docker/hub/v2', 'override_path = true', true],
  ])('%s %s leads to an API: %s', (address, more, isRight) => {
    const { asked } = pull('redis:7', [mirror(address, more)]);
    expect(asked).toEqual(isRight ? [new URL(address).host] : [new URL(address).host, 'docker.io']);
  });

  it('is a part of the address in errors', () => {
    const file = mirror('https://harbor.example/v2/dockerhub', 'override_path = true');
    const both = [...(down('harbor.example').faults ?? []), ...(down('docker.io').faults ?? [])];
    expect(pull('redis:7', [file], { faults: both }).error).toContain(
      'Head "https://harbor.example/v2/dockerhub/library/redis/manifests/7?ns=docker.io": dial tcp harbor.example:443',
    );
  });

  // registryHosts of containerd's CRI plugin adds nothing to a path that is written.
  it.each([
    ['https://m.example', true],
    ['https://m.example/', false],
    ['https://m.example/v2/hub', true],
    ['https://m.example/hub', false],
  ])('of an endpoint of config.toml is all there is: %s leads to an API: %s', (endpoint, isRight) => {
    const text = `version = 2\n[plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]\nendpoint = ["${endpoint}"]\n`;
    expect(pull('redis:7', [config(text)]).asked).toEqual(
      isRight ? ['m.example'] : ['m.example', 'docker.io'],
    );
  });
});

describe('https://docker.io as a server', () => {
  const file = hosts('docker.io', 'server = "https://docker.io"\n[host."https://m.example"]\n');

  // containerd#7400 and containerd#6984: the page is taken for the image.
  it('is a web site, whose page no containerd can unpack', () => {
    expect(pull('redis:7', [file])).toEqual({ error: undefined, asked: ['m.example'] });
    const { error, asked } = pull('redis:7', [file], down('m.example'));
    expect(asked).toEqual(['m.example', 'www.docker.com']);
    expect(error).toMatch(
      /code = NotFound desc = failed to pull and unpack image "docker\.io\/library\/redis:7": failed to unpack image on snapshotter overlayfs: unexpected/,
    );
    expect(error).toMatch(page);
  });

  it('is asked under the name that is written', () => {
    const { error } = pull('redis:7', [file], { faults: ['registryDown'] });
    expect(error).toContain('Head "https://m.example/v2/library/redis/manifests/7?ns=docker.io"');
    const alone = hosts('docker.io', 'server = "https://docker.io"\n[host]\n');
    expect(pull('redis:7', [alone], { faults: ['registryDown'] }).error).toContain(
      'Head "https://docker.io/v2/library/redis/manifests/7": dial tcp docker.io:443',
    );
  });

  it('is found out only after the unpacking by the transfer service', () => {
    const { error } = pull('redis:7', [file], { ...down('m.example'), runtime: 'containerd://2.4.2' });
    expect(error).toMatch(/code = NotFound desc = get image config descriptor: unexpected/);
    expect(error).toMatch(page);
  });
});

describe('a containerd that pulls by its transfer service', () => {
  const mirror = hosts('r.io', '[host."https://m.example"]\n');
  const paths = (path: string) =>
    config(`version = 3\n[plugins."io.containerd.cri.v1.images".registry]\nconfig_path = "${path}"\n`);

  // containerd#12808, #12636
  it('takes several folders of hosts.toml files for one', () => {
    const both = paths('/etc/containerd/certs.d:/etc/docker/certs.d');
    expect(pull('r.io/a:1', [mirror, both], { runtime: 'containerd://2.2.1' }).asked).toEqual(['r.io']);
    expect(pull('r.io/a:1', [mirror, both], { runtime: 'containerd://1.7.24' }).asked).toEqual(['m.example']);
    const one = paths('/etc/containerd/certs.d');
    expect(pull('r.io/a:1', [mirror, one], { runtime: 'containerd://2.2.1' }).asked).toEqual(['m.example']);
    const local = { runtime: 'containerd://2.2.1', runtimeConfig: ['use_local_image_pull=true'] };
    expect(pull('r.io/a:1', [mirror, both], local).asked).toEqual(['m.example']);
  });
});

describe('a containerd whose config.toml sets no config_path', () => {
  const mirror = hosts('r.io', '[host."https://m.example"]\n');
  const other = config(
    'version = 3\n[plugins."io.containerd.cri.v1.images"]\nmax_concurrent_downloads = 3\n',
  );
  const old = config(
    'version = 2\n[plugins."io.containerd.grpc.v1.cri".registry.mirrors."q.io"]\nendpoint = ["https://n.example"]\n',
  );
  const local = ['use_local_image_pull=true'];

  // plugins/cri/images/plugin.go (2.2.0, 2.4.2), internal/cri/config/config.go (2.1.4)
  it.each([
    ['1.7.24', [other], [], 'r.io', 'its config.toml sets no config_path'],
    ['2.1.9', [other], [], 'r.io', 'its config.toml sets no config_path'],
    ['2.1.9', [other], local, 'r.io', 'its config.toml sets no config_path'],
    ['2.2.0', [other], [], 'r.io', 'takes the two default folders of config_path for one (containerd#12808)'],
    ['2.2.0', [other], local, 'm.example', undefined],
    ['2.4.2', [other], [], 'r.io', 'takes the two default folders of config_path for one (containerd#12808)'],
    ['2.2.9', [old], [], 'r.io', 'its config.toml sets no config_path'],
  ])('%s with %j and %j asks %s', (release, files, runtimeConfig, host, reason) => {
    const options = { runtime: `containerd://${release}`, runtimeConfig };
    expect(pull('r.io/a:1', [mirror, ...files], options).asked).toEqual([host]);
    const unread = accepted([mirror, ...files], options).readings.filter((one) =>
      one.includes('no hosts.toml'),
    );
    expect(unread).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
  });
});

describe('hosts.toml files without a config.toml', () => {
  const mirror = hosts('r.io', '[host."https://m.example"]\n');

  it.each([
    ['2.1.9', [], 'without it no hosts.toml is read'],
    ['2.2.0', [], 'with its default of two folders no hosts.toml is read (containerd#12808)'],
    ['2.2.0', ['use_local_image_pull=true'], undefined],
  ])(
    'are in use with containerd %s and %j, and a line says what is assumed',
    (release, runtimeConfig, words) => {
      const options = { runtime: `containerd://${release}`, runtimeConfig };
      expect(pull('r.io/a:1', [mirror], options).asked).toEqual(['m.example']);
      const { assumptions = [] } = accepted([mirror], options);
      expect(assumptions.filter((one) => one.includes('config_path'))).toEqual(
        words === undefined ? [] : [expect.stringContaining(words)],
      );
    },
  );
});

it.each([
  ['containerd://1.6.20', 'http://m.example:5000'],
  ['containerd://1.7.24', 'https://m.example:5000'],
  ['containerd://2.4.2', 'https://m.example:5000'],
])('%s asks a plain HTTP mirror with skip_verify at %s first', (runtime, origin) => {
  const file = hosts('r.io', 'server = "http://m.example:5000"\nskip_verify = true\n[host]\n');
  expect(pull('r.io/a:1', [file], { ...down('m.example:5000'), runtime }).error).toContain(
    `Head "${origin}/v2/a/manifests/1?ns=r.io"`,
  );
});

describe('mirrors of k3s and Talos', () => {
  const k3s = (mirror: string): SourceText => ({
    name: 'registries.yaml',
    text: `mirrors:\n  docker.io: ${mirror}\n`,
  });
  const rewriting = k3s("{ endpoint: [https://m.example], rewrite: { '^library/(.*)': 'hub/official/$1' } }");
  const has = (images: string): SourceText => ({
    name: 's.yaml',
    text: scenarioYaml(`registries: { m.example: { images: ['${images}'] } }`),
  });

  // docs.k3s.io, private registry configuration: rewrites
  it('ask a mirror for the rewritten name, and the registry itself for the image', () => {
    expect(pull('redis:7', [rewriting], down('m.example')).error).toBeUndefined();
    const { error } = pull('redis:7', [rewriting], { faults: ['registryDown'] });
    expect(error).toContain('Head "https://m.example/v2/hub/official/redis/manifests/7?ns=docker.io"');
    expect(pull('acme/app:1', [rewriting], { faults: ['registryDown'] }).error).toContain(
      'Head "https://m.example/v2/acme/app/manifests/1?ns=docker.io"',
    );
  });

  it.each([
    ['hub/official/*', ['m.example']],
    ['hub/official/redis:7', ['m.example']],
    ['hub/other/*', ['m.example', 'docker.io']],
  ])('have what the Scenario says under that name: %s', (images, asked) => {
    expect(pull('redis:7', [rewriting, has(images)]).asked).toEqual(asked);
  });

  it('k3s writes the path of an endpoint as it is, and knows docker.io', () => {
    const asked = (endpoint: string) => pull('redis:7', [k3s(`{ endpoint: ['${endpoint}'] }`)]).asked;
    expect(asked('https://m.example/')).toEqual(['m.example']);
    expect(asked('https://m.example/v2/hub')).toEqual(['m.example']);
    expect(asked('https://m.example/hub')).toEqual(['m.example', 'docker.io']);
    expect(asked('https://docker.io')).toEqual(['docker.io']);
  });

  it.each([
    ['{ endpoints: [https://m.example/v2/hub] }', ['m.example', 'docker.io']],
    ['{ endpoints: [https://m.example/v2/hub], overridePath: true }', ['m.example']],
    ['{ endpoints: [https://m.example/hub] }', ['m.example']],
    ['{ endpoints: [https://m.example/v2/hub], skipFallback: true }', ['m.example']],
  ])('Talos adds /v2 to a path without overridePath: %s', (mirror, asked) => {
    const text = `machine:\n  type: worker\n  registries:\n    mirrors:\n      docker.io: ${mirror}\n`;
    expect(pull('redis:7', [{ name: 'worker.yaml', text }]).asked).toEqual(asked);
  });
});
