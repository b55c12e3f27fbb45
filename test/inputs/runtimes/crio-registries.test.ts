import { describe, expect, it, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { podYaml } from '../reading.ts';

const digest = `sha256:${'a'.repeat(64)}`;

/** Pulls one image on a node of CRI-O: its error, and where its manifest is asked for. */
function pull(
  image: string,
  text: string,
  { name = 'registries.conf', ...request }: RunRequest & { name?: string } = {},
) {
  const pod = { name: 'pod.yaml', text: podYaml('x', `{ containers: [{ name: a, image: '${image}' }] }`) };
  const sources = [pod, { name, text }];
  const asked: RunRequest = {
    runtime: 'cri-o://1.33.1',
    provider: 'none',
    horizon: '20s',
    presentImages: ['*pause*'],
    ...request,
  };
  const read = readInput(sources, asked);
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  const { records } = simulate(read.input);
  const again = readInput(withoutSecrets(sources).sources, asked);
  expect(again.ok && again.input.nodes[0]?.registryHosts).toEqual(read.input.nodes[0]?.registryHosts);
  const failure = records.find(
    (record) =>
      record.type === 'event' && record.reason === 'Failed' && record.message.startsWith('Failed to pull'),
  );
  const requests = records.flatMap((record) =>
    record.type === 'request' && record.state === 'sent' && record.kind === 'tag' ? [record.registry] : [],
  );
  return {
    error:
      failure?.type === 'event' ? failure.message.replace(/^Failed to pull image "[^"]*": /, '') : undefined,
    asked: [...new Set(requests)],
    readings: read.input.readings ?? [],
  };
}

/** The reasons for which the pod's container waits, and the messages of its warnings. */
function reasonsOf(image: string, text: string, runtime: string) {
  const policy = image.includes(':') ? '' : ', imagePullPolicy: Always';
  const pod = {
    name: 'pod.yaml',
    text: podYaml('x', `{ containers: [{ name: a, image: '${image}'${policy} }] }`),
  };
  const read = readInput([pod, { name: 'registries.conf', text }], {
    runtime,
    provider: 'none',
    horizon: '20s',
    kubeletVersion: '1.34',
    presentImages: ['*pause*'],
  });
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  const warnings = simulate(read.input).records.flatMap((record) =>
    record.type === 'event' && record.eventType === 'Warning' ? [record.message] : [],
  );
  return {
    waits: warnings.flatMap((message) => /^Error: (\w+)$/.exec(message)?.[1] ?? []),
    messages: warnings,
  };
}

const down = (registry: string): RunRequest => ({ faults: [`registryDown registry=${registry}`] });

describe('registries.conf', () => {
  const file = [
    '[[registry]]',
    'prefix = "quay.io/team"',
    'location = "inner.example/quay"',
    '[[registry.mirror]]',
    'location = "mirror.example/cache"',
    '[[registry]]',
    'location = "quay.io"',
    '[[registry.mirror]]',
    'location = "other.example"',
    'pull-from-mirror = "digest-only"',
  ].join('\n');

  it('asks the mirrors of the longest prefix, then its location, under their names', () => {
    expect(pull('quay.io/team/app:1', file).asked).toEqual(['mirror.example']);
    const { asked, error } = pull('quay.io/team/app:1', file, {
      faults: ['registryDown registry=mirror.example', 'notFound registry=inner.example'],
    });
    expect(asked).toEqual(['mirror.example', 'inner.example']);
    expect(error).toContain('manifest unknown');
  });

  // newImageSource in docker/docker_image_src.go of containers/image (v5.36.2)
  it('reports the errors of all mirrors where the registry fails too', () => {
    const faults = ['registryDown registry=mirror.example', 'notFound registry=inner.example'];
    const manifest = 'reading manifest 1 in inner.example/quay/app: manifest unknown';
    const { error } = pull('quay.io/team/app:1', file, { faults });
    expect(error).toMatch(
      /^initializing source docker:\/\/quay\.io\/team\/app:1: \(Mirrors also failed: \[mirror\.example\/cache\/app:1: pinging container registry mirror\.example: Get "https:\/\/mirror\.example\/v2\/": dial tcp [^\n]*: connect: connection refused\]\): inner\.example\/quay\/app:1: /,
    );
    expect(error?.endsWith(`: ${manifest}`)).toBe(true);
    const two =
      '[[registry]]\nlocation = "quay.io"\n[[registry.mirror]]\nlocation = "a.example"\n[[registry.mirror]]\nlocation = "b.example"\n';
    const all = ['a.example', 'b.example', 'quay.io'].map((registry) => `notFound registry=${registry}`);
    const failed = (host: string) => `${host}/x:1: reading manifest 1 in ${host}/x: manifest unknown`;
    expect(pull('quay.io/x:1', two, { faults: all }).error).toBe(
      `initializing source docker://quay.io/x:1: (Mirrors also failed: [${failed('a.example')}]\n[${failed('b.example')}]): ${failed('quay.io')}`,
    );
    // Without mirrors the error stays as it is.
    expect(pull('quay.io/x:1', '', { faults: ['notFound registry=quay.io'] }).error).toBe(
      'initializing source docker://quay.io/x:1: reading manifest 1 in quay.io/x: manifest unknown',
    );
  });

  it('leaves names alone that only begin like a prefix', () => {
    expect(pull('quay.io/teams/app:1', file).asked).toEqual(['quay.io']);
  });

  it('asks a mirror for digests only if it says so', () => {
    expect(pull('quay.io/x/app:1', file).asked).toEqual(['quay.io']);
    expect(pull(`quay.io/x/app@${digest}`, file).asked).toEqual(['other.example']);
    const all =
      '[[registry]]\nlocation = "quay.io"\nmirror-by-digest-only = true\n[[registry.mirror]]\nlocation = "other.example"\n';
    expect(pull('quay.io/x/app:1', all).asked).toEqual(['quay.io']);
    expect(pull(`quay.io/x/app@${digest}`, all).asked).toEqual(['other.example']);
  });

  it('has wildcards, which count less than other prefixes', () => {
    const wild = '[[registry]]\nprefix = "*.example.com"\n[[registry.mirror]]\nlocation = "m.example/all"\n';
    const own = '[[registry]]\nlocation = "b.example.com"\n';
    expect(pull('a.example.com/x:1', wild).asked).toEqual(['m.example']);
    expect(pull('b.example.com/x:1', wild + own).asked).toEqual(['b.example.com']);
  });

  it('blocks registries, and lets mirrors of a blocked one serve', () => {
    const blocked = '[[registry]]\nprefix = "docker.io/library"\nblocked = true\n';
    expect(pull('redis:8', blocked)).toMatchObject({
      asked: [],
      error:
        'initializing source docker://redis:8: registry docker.io/library is blocked in /etc/containers/registries.conf or /etc/containers/registries.conf.d',
    });
    expect(pull('docker.io/team/app:1', blocked).asked).toEqual(['docker.io']);
    const mirrored = `${blocked}[[registry.mirror]]\nlocation = "m.example/hub"\n`;
    expect(pull('redis:8', mirrored)).toMatchObject({ asked: ['m.example'], error: undefined });
    expect(pull('redis:8', mirrored, down('m.example')).asked).toEqual(['m.example']);
  });

  // CandidatesForPotentiallyShortImageName of CRI-O 1.34; FusionAuth/charts#118 and others have its words
  test.each([
    ['cri-o://1.34.2', 'redis:8', ['docker.io', 'quay.io'], 'ImageInspectError', 'redis:8'],
    ['cri-o://1.34.2', 'team/app', ['docker.io', 'quay.io'], 'ErrImagePull', 'team/app:latest'],
    ['cri-o://1.34.2', 'docker.io/library/redis:8', ['docker.io', 'quay.io'], undefined, ''],
    ['cri-o://1.34.2', 'redis:8', ['docker.io'], undefined, ''],
    ['cri-o://1.33.4', 'redis:8', ['docker.io', 'quay.io'], undefined, ''],
  ])('%s: %s with %j has %s', (runtime, image, search, reason, name) => {
    const list = search.map((one) => `"${one}"`).join(', ');
    const text = `unqualified-search-registries = [${list}]\n`;
    const { waits, messages } = reasonsOf(image, text, runtime);
    expect(waits).toEqual(reason === undefined ? [] : expect.arrayContaining([reason]));
    const words = `short name mode is enforcing, but image name ${name} returns ambiguous list`;
    expect(messages.some((message) => message.includes(words))).toBe(reason !== undefined);
    expect(
      reasonsOf(image, `${text}[aliases]\n"redis" = "docker.io/library/redis"\n`, runtime).waits,
    ).toEqual(image === 'redis:8' ? [] : waits);
  });

  it('no registry at all refuses names without one, in each release', () => {
    const { waits, messages } = reasonsOf(
      'redis:8',
      'unqualified-search-registries = []\n',
      'cri-o://1.31.2',
    );
    expect(waits).toContain('ImageInspectError');
    expect(messages[0]).toContain(
      'short-name "redis:8" did not resolve to an alias and no unqualified-search registries are defined in "/etc/containers/registries.conf"',
    );
  });

  it('says which registries it does not search for short names', () => {
    const { readings } = pull('redis:8', 'unqualified-search-registries = ["quay.io", "docker.io"]\n');
    expect(readings).toContain(
      'registries.conf: names without a registry are taken from docker.io, not from quay.io, docker.io, where CRI-O does not refuse them.',
    );
  });

  it('is of no use to containerd, which is said', () => {
    const { asked, readings } = pull('quay.io/team/app:1', file, { runtime: 'containerd://2.1.4' });
    expect(asked).toEqual(['quay.io']);
    expect(readings).toContain("containerd://2.1.4 does not read registries.conf: that is CRI-O's file.");
  });
});

describe('mirror sets of OpenShift', () => {
  const set = (kind: string, field: string, policy = '') =>
    JSON.stringify({
      apiVersion:
        kind === 'ImageContentSourcePolicy' ? 'operator.openshift.io/v1alpha1' : 'config.openshift.io/v1',
      kind,
      metadata: { name: 'm' },
      spec: {
        [field]: [
          {
            source: 'quay.io/team',
            mirrors: ['m1.example/team', 'm2.example/x'],
            ...(policy === '' ? {} : { mirrorSourcePolicy: policy }),
          },
        ],
      },
    });

  test.each([
    ['ImageDigestMirrorSet', 'imageDigestMirrors', `quay.io/team/app@${digest}`, 'quay.io/team/app:1'],
    [
      'ImageContentSourcePolicy',
      'repositoryDigestMirrors',
      `quay.io/team/app@${digest}`,
      'quay.io/team/app:1',
    ],
    ['ImageTagMirrorSet', 'imageTagMirrors', 'quay.io/team/app:1', `quay.io/team/app@${digest}`],
  ])('%s: mirrors of some references only', (kind, field, mirrored, other) => {
    const text = set(kind, field);
    expect(pull(mirrored, text, { name: 'set.yaml' }).asked).toEqual(['m1.example']);
    expect(pull(mirrored, text, { name: 'set.yaml', ...down('m1.example') }).asked).toEqual([
      'm1.example',
      'm2.example',
    ]);
    expect(pull(other, text, { name: 'set.yaml' }).asked).toEqual(['quay.io']);
  });

  it('NeverContactSource blocks what the mirrors do not serve', () => {
    const text = set('ImageTagMirrorSet', 'imageTagMirrors', 'NeverContactSource');
    expect(pull('quay.io/team/app:1', text, { name: 'set.yaml' }).asked).toEqual(['m1.example']);
    expect(pull(`quay.io/team/app@${digest}`, text, { name: 'set.yaml' }).error).toContain(
      'registry quay.io/team is blocked',
    );
  });

  // updatePolicyJSON of the machine-config-operator; WrapSignatureCRIErrorIfNeeded of CRI-O
  test.each([
    ['redis:8', ['quay.io'], false],
    ['quay.io/team/app:1', ['quay.io'], true],
    ['quay.io/team/app:1', ['quay.io/team'], true],
    ['quay.io/teams/app:1', ['quay.io/team'], false],
    ['registry.example.com/app:1', ['*.example.com'], true],
    ['redis:8', ['docker.io'], true],
  ])('%s runs where %j is allowed: %s', (image, allowedRegistries, runs) => {
    const text = JSON.stringify({
      apiVersion: 'config.openshift.io/v1',
      kind: 'Image',
      metadata: { name: 'cluster' },
      spec: { registrySources: { allowedRegistries } },
    });
    const { error } = pull(image, text, { name: 'image.yaml' });
    if (runs) expect(error).toBeUndefined();
    else
      expect(error).toMatch(
        new RegExp(`Source image rejected: Running image docker://${image} is rejected by policy\\.$`),
      );
  });

  it('blockedRegistries of the cluster block', () => {
    const image = JSON.stringify({
      apiVersion: 'config.openshift.io/v1',
      kind: 'Image',
      metadata: { name: 'cluster' },
      spec: { registrySources: { blockedRegistries: ['docker.io'] } },
    });
    expect(pull('redis:8', image, { name: 'image.yaml' }).error).toContain('registry docker.io is blocked');
  });
});
