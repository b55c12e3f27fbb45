import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { fastImagePull } from '../../src/rules/runtime/profiles/parallel-pull.ts';

const file = (name: string) => ({
  name,
  text: readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8'),
});
const container = (name: string, image: string) => `{ name: ${name}, image: "${image}" }`;
const pod = {
  name: 'pod.yaml',
  text: `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [${container('a', 'hub/b')}, ${container('c', 'registry.example:5000/d:1')}] }\n`,
};

type Source = ReturnType<typeof file>;

function read(sources: readonly Source[]) {
  const result = readInput([pod, ...sources], {});
  expect(result.ok ? [] : result.errors).toEqual([]);
  if (!result.ok) throw new Error('refused');
  const { input, warnings } = result;
  const [node] = input.nodes;
  const places = Object.entries(node?.registryHosts ?? {}).map(([registry, hosts]) => [
    registry,
    hosts.map(({ host }) => host).join(' '),
  ]);
  const { runtimeOptions, sandboxImage, kubelet } = node ?? {};
  return {
    places: Object.fromEntries(places),
    options: runtimeOptions,
    sandboxImage,
    kubelet,
    told: input.readings ?? [],
    warnings,
    input,
  };
}

function errorsOf(source: Source): readonly string[] {
  const result = readInput([pod, source], {});
  return result.ok
    ? []
    : result.errors.map(({ file: at, line, column, message }) => `${at}:${line}:${column} ${message}`);
}

const pause = { sandboxImage: 'registry.example/pause:3.10' };

const cases: readonly (readonly [string, readonly string[], object])[] = [
  [
    'patches of containerd in a Cluster of kind',
    ['kind-containerd.yaml'],
    {
      places: { 'registry.example:5000': 'kind-registry:5000 registry.example:5000' },
      options: { maxConcurrentDownloads: 6, path: 'local' },
    },
  ],
  [
    'NodeConfig of EKS with FastImagePull, beside which the downloads of containerd have no effect',
    ['node-config-containerd.yaml'],
    { places: {}, options: { parallelPull: fastImagePull, path: 'local' } },
  ],
  [
    "k3s' registries.yaml",
    ['registries.yaml'],
    {
      places: {
        'docker.io': 'mirror.example docker.io',
        'registry.example:5000': 'cache.example registry.example:5000',
      },
      options: { path: 'local' },
    },
  ],
  [
    "k3s' registries.yaml and configuration: only mirrors are asked",
    ['registries.yaml', 'k3s-runtime.yaml'],
    {
      ...pause,
      places: {
        'docker.io': 'mirror.example docker.io',
        'registry.example': 'cache.example registry.example',
        'registry.example:5000': 'cache.example registry.example:5000',
      },
      options: { path: 'local', snapshotter: 'native' },
    },
  ],
  [
    'the machine configuration of Talos',
    ['talos.yaml'],
    {
      ...pause,
      places: {
        'docker.io': 'mirror.example',
        'registry.example': 'cache.example registry.example',
        'registry.example:5000': 'cache.example registry.example:5000',
      },
      options: { path: 'local' },
      kubelet: { maxPods: 29, maxParallelImagePulls: 3, featureGates: { EventedPLEG: true } },
    },
  ],
  [
    "Talos' documents",
    ['talos-documents.yaml'],
    {
      places: { 'docker.io': 'mirror.example' },
      options: { maxConcurrentDownloads: 6, path: 'local' },
      kubelet: { maxPods: 29, maxParallelImagePulls: 3 },
    },
  ],
];

describe('settings of the runtime are read from', () => {
  test.each(cases)('%s', (_, names, settings) => {
    const found = read(names.map(file));
    expect(found).toMatchObject(settings);
    expect(found.places).toEqual((settings as { readonly places: object }).places);
    expect([found.input.unknownKinds, found.warnings]).toEqual([undefined, []]);
    for (const name of names) expect(found.told.join('\n')).toContain(`(${name})`);
    expect(JSON.stringify(found)).not.toContain('not-to-be-seen');
  });

  test.each(cases)('%s, also where secrets are left out', (_, names, settings) => {
    const { sources } = withoutSecrets(names.map(file));
    expect(read([...sources])).toMatchObject(settings);
    expect(JSON.stringify(sources)).not.toMatch(/not-to-be-seen|robot/);
  });
});

test('what is taken is told, and what affects pulls and is not read', () => {
  const of = (name: string) => read([file(name)]).told.filter((sentence) => sentence.includes(name));
  expect(of('kind-containerd.yaml')).toEqual([
    'kind-containerd.yaml: configs and auths of registries ignored; credentials of a Scenario say who may pull what.',
    'kind Cluster (kind-containerd.yaml): settings of the runtime, mirrors of registry.example:5000.',
    'kind Cluster (kind-containerd.yaml): containerdConfigPatchesJSON6902 is not read; use containerdConfigPatches.',
  ]);
  expect(of('node-config-containerd.yaml')).toEqual([
    'EKS NodeConfig (node-config-containerd.yaml): settings of the runtime.',
  ]);
  expect(of('registries.yaml')).toEqual([
    'registries.yaml: credentials are not read; credentials of a Scenario say who may pull what.',
    'k3s registries (registries.yaml): settings of the runtime, mirrors of docker.io, *.',
  ]);
  expect(of('k3s-runtime.yaml')).toContain(
    'k3s configuration (k3s-runtime.yaml): embedded-registry is not read; use peers of a Scenario.',
  );
});

test('a folder of hosts.toml files that are not in the input is told', () => {
  const text =
    'version = 2\n[plugins."io.containerd.grpc.v1.cri".registry]\nconfig_path = "/etc/containerd/certs.d"\n';
  const sentence =
    'config.toml: /etc/containerd/certs.d may have hosts.toml files with mirrors: give them too.';
  const hosts = { name: 'certs.d/docker.io/hosts.toml', text: '[host."https://mirror.example"]\n' };
  expect(read([{ name: 'config.toml', text }]).told).toContain(sentence);
  expect(read([{ name: 'config.toml', text }, hosts]).told).not.toContain(sentence);
});

describe('errors have their places', () => {
  const changed = (name: string, from: string, to: string) => ({
    name,
    text: file(name).text.replace(from, to),
  });

  test.each([
    [
      'kind-containerd.yaml',
      'max_concurrent_downloads = 6',
      'max_concurrent_downloads = "6"',
      '13:32 plugins.io.containerd.grpc.v1.cri.max',
    ],
    [
      'node-config-containerd.yaml',
      '"90s"',
      '"soon"',
      '10:37 plugins.io.containerd.cri.v1.images.image_pull_progress_timeout must be',
    ],
    ['node-config-containerd.yaml', '= false', '= ', '9:33 not valid TOML: '],
    ['registries.yaml', 'https://cache.example', 'ftp://cache.example', '9:17 not an address of a registry'],
    [
      'registries.yaml',
      'mirrors:',
      'mirrors: 3\nold:',
      '1:10 k3s registries: mirrors must be mirrors by registry, not 3',
    ],
    ['k3s-runtime.yaml', 'registry.example/pause:3.10', 'Pause', '2:14 pause-image must be an image name'],
    ['talos-documents.yaml', 'name: docker.io', 'name: 3', '7:1 Talos documents: the document must be'],
    [
      'talos.yaml',
      'sandbox = "registry.example/pause:3.10"',
      'sandbox = 3',
      '35:19 plugins.io.containerd.cri.v1.images.pinned_images.sandbox',
    ],
  ])('in %s: %s', (name, from, to, expected) => {
    const [error, ...others] = errorsOf(changed(name, from, to));
    expect(error).toContain(`${name}:${expected}`);
    expect(others).toEqual([]);
  });

  test('a text of one line says where in it', () => {
    const text = 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\ncontainerdConfigPatches: ["a = [", 3]\n';
    expect(errorsOf({ name: 'kind.yaml', text })).toEqual([
      expect.stringMatching(/^kind\.yaml \(containerdConfigPatches\[0\]\):1:\d+ not valid TOML: /),
      'kind.yaml:3:36 kind Cluster: containerdConfigPatches[1] must be a text in TOML, not 3',
    ]);
  });
});

test('documents of any shape are read or refused, without an exception, also where secrets are left out', () => {
  const word = fc.constantFrom(
    'docker.io',
    '*',
    '__proto__',
    'endpoint',
    'endpoints',
    'url',
    'rewrite',
    'auth',
    'path',
    'content',
    'skipFallback',
  );
  const leaf = fc.oneof(
    fc.constantFrom(
      'https://u:p@m.example',
      'ftp://x',
      '/etc/cri/conf.d/1.part',
      '[plugins.cri]\nsandbox_image = 3',
      'a = [',
      '{{ x }}',
      '',
    ),
    fc.constantFrom<unknown>(3, true, null),
  );
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(word, tie('any'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(any, any, (value, other) => {
      const documents = [
        {
          apiVersion: 'kind.x-k8s.io/v1alpha4',
          kind: 'Cluster',
          containerdConfigPatches: value,
          containerdConfigPatchesJSON6902: other,
        },
        { apiVersion: 'node.eks.aws/v1alpha1', kind: 'NodeConfig', spec: { containerd: { config: value } } },
        { mirrors: value, configs: other },
        { 'pause-image': value, snapshotter: other, 'disable-default-registry-endpoint': other },
        {
          machine: {
            registries: { mirrors: value, config: other },
            files: other,
            kubelet: { extraArgs: value },
          },
        },
        { apiVersion: 'v1alpha1', kind: 'RegistryMirrorConfig', name: value, endpoints: other },
        { apiVersion: 'v1alpha1', kind: 'CRICustomizationConfig', content: value },
      ];
      for (const document of documents) {
        const source = { name: 'registries.yaml', text: JSON.stringify(document) };
        const result = readInput([pod, source], {});
        expect(result.ok || result.errors.length > 0).toBe(true);
        expect(JSON.stringify([result, withoutSecrets([source]).sources])).not.toContain('u:p@');
      }
    }),
    { numRuns: 60 },
  );
});
