import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import type { RunRequest } from '../../src/inputs/run-request.ts';

const file = (name: string) => ({
  name,
  text: readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8'),
});
const pod = {
  name: 'pod.yaml',
  text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n',
};

type Source = ReturnType<typeof file>;

function read(sources: readonly Source[], request: RunRequest = {}) {
  const result = readInput([pod, ...sources], request);
  expect(result.ok ? [] : result.errors).toEqual([]);
  if (!result.ok) throw new Error('refused');
  const { input, warnings } = result;
  return {
    kubelet: input.nodes[0]?.kubelet,
    told: input.readings ?? [],
    unknown: input.unknownKinds,
    warnings,
  };
}

function errorsOf(sources: readonly Source[], request: RunRequest = {}): readonly string[] {
  const result = readInput([pod, ...sources], request);
  return result.ok
    ? []
    : result.errors.map(
        ({ file: at, line, column, message }) =>
          `${at}${line === undefined ? '' : `:${line}:${column}`} ${message}`,
      );
}

const three = { serializeImagePulls: false, maxParallelImagePulls: 3 };
const seven = { evictionHard: { 'imagefs.available': '7%', 'nodefs.available': '7%' } };

const cases: readonly (readonly [string, readonly string[], object])[] = [
  ["kubeadm's ConfigMap among others in a list", ['configmap.yaml'], three],
  ['/configz of a node', ['configz.json'], { ...three, syncFrequencyMicros: 60e6 }],
  ['NodeConfig of EKS', ['node-config.yaml'], { ...three, maxPods: 29 }],
  ['documents of kubeadm', ['kubeadm.yaml'], { ...three, maxPods: 29 }],
  ["kubeadm's patch", ['kubeletconfiguration0+strategic.yaml'], three],
  ['Cluster of kind', ['kind.yaml'], { ...three, maxPods: 29, featureGates: { EventedPLEG: true } }],
  ['k3s, over defaults of its own', ['k3s.yaml'], { serializeImagePulls: false, maxPods: 29, ...seven }],
  [
    'kops: the InstanceGroup over the Cluster',
    ['kops.yaml'],
    {
      serializeImagePulls: false,
      registryPullQPS: 20,
      maxPods: 29,
      featureGates: { EventedPLEG: true },
      ...seven,
    },
  ],
  ['kubespray', ['kubespray.yml'], { ...three, maxPods: 29, registryBurst: 20, ...seven }],
  ['KubeletConfig of OpenShift', ['openshift.yaml'], three],
  ['kubeadm-flags.env', ['kubeadm-flags.env'], { serializeImagePulls: false, maxPods: 29 }],
  [
    'a drop-in of systemd',
    ['10-kubeadm.conf'],
    {
      serializeImagePulls: false,
      registryPullQPS: 20,
      featureGates: { EventedPLEG: true, ImageVolume: true },
    },
  ],
  ['a line of ps', ['ps.txt'], { serializeImagePulls: false, maxPods: 29 }],
  [
    'drop-in files, in order of their names',
    ['kubelet.conf.d/20-team.conf', 'kubelet.conf.d/10-pulls.conf'],
    { ...three, ...seven, preloadedImagesVerificationAllowlist: ['b.example/app'] },
  ],
];

describe('settings of the kubelet are read from', () => {
  test.each(cases)('%s', (_, names, settings) => {
    const { kubelet, told, unknown, warnings } = read(names.map(file));
    expect(kubelet).toMatchObject(settings);
    expect([unknown, warnings]).toEqual([undefined, []]);
    for (const name of names) if (name !== 'kubeadm.yaml') expect(told.join('\n')).toContain(`(${name})`);
  });

  test.each(cases)('%s, also where secrets are left out', (_, names, settings) => {
    const { sources } = withoutSecrets(names.map(file));
    expect(read([...sources]).kubelet).toMatchObject(settings);
    expect(JSON.stringify(sources)).not.toMatch(/not-to-be-seen|0123456789abcdef/);
  });
});

test('what is taken is told', () => {
  expect(read([file('k3s.yaml')]).told.filter((sentence) => sentence.startsWith('k3s'))).toEqual([
    'k3s configuration (k3s.yaml): maxPods=29, evictionHard={"imagefs.available":"7%","nodefs.available":"7%"}.',
  ]);
});

describe("kubeadm's JSON patch", () => {
  const patch = (...steps: object[]) => ({
    name: 'patches/kubeletconfiguration+json.json',
    text: JSON.stringify(steps, undefined, 1),
  });

  test('sets fields and values of maps, and takes them away', () => {
    const main =
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 5\nregistryBurst: 3\n';
    const steps = patch(
      { op: 'replace', path: '/maxPods', value: 29 },
      { op: 'add', path: '/featureGates/EventedPLEG', value: true },
      { op: 'add', path: '/featureGates/ImageVolume', value: true },
      { op: 'remove', path: '/registryBurst' },
    );
    expect(read([{ name: 'config.yaml', text: main }, steps]).kubelet).toMatchObject({
      maxPods: 29,
      registryBurst: 10,
      featureGates: { EventedPLEG: true, ImageVolume: true },
    });
  });

  test('has its places, and other steps are refused', () => {
    expect(errorsOf([patch({ op: 'add', path: '/maxPods', value: 'x' })])).toEqual([
      'patches/kubeletconfiguration+json.json:5:12 invalid configuration: maxPods must be a whole number of 32 bits, not "x"',
    ]);
    expect(
      errorsOf([
        patch({ op: 'move', from: '/a', path: '/maxPods' }, { op: 'add', path: '/a/b/c', value: 1 }),
      ]),
    ).toEqual([
      'patches/kubeletconfiguration+json.json:2:2 this step of a JSON patch is not supported: "move" /maxPods',
      'patches/kubeletconfiguration+json.json:7:2 this step of a JSON patch is not supported: "add" /a/b/c',
    ]);
  });
});

test('what says nothing of pulls is told, too', () => {
  const text = 'kind: Cluster\napiVersion: kops.k8s.io/v1alpha2\nspec: { networkCIDR: 10.0.0.0/16 }\n';
  expect(read([{ name: 'kops.yaml', text }]).told).toContain(
    'kops Cluster (kops.yaml): nothing that affects pulls.',
  );
  expect(read([{ name: 'registries.yaml', text: 'mirrors: {}\n' }]).told).toContain(
    'k3s registries (registries.yaml): nothing that affects pulls.',
  );
});

describe('what lies over what', () => {
  const main = {
    name: 'config.yaml',
    text: 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 5\nfeatureGates: { ImageVolume: true }\n',
  };

  test('drop-in files over the main one, flags over both, --kubelet-flag over those, --set over all', () => {
    const dropIn = (fields: string) => ({
      ...main,
      name: 'kubelet.conf.d/1.conf',
      text: `kind: KubeletConfiguration\n${fields}\n`,
    });
    const withVersion = (fields: string) => ({
      ...dropIn(fields),
      text: `apiVersion: kubelet.config.k8s.io/v1beta1\n${dropIn(fields).text}`,
    });
    const flags = {
      name: 'kubelet.env',
      text: 'KUBELET_ARGS="--max-pods=7 --feature-gates=EventedPLEG=true"\n',
    };
    expect(read([withVersion('maxPods: 6'), main]).kubelet).toMatchObject({
      maxPods: 6,
      featureGates: { ImageVolume: true },
    });
    expect(read([withVersion('maxPods: null'), main]).kubelet).toMatchObject({ maxPods: 110 });
    expect(read([flags, withVersion('maxPods: 6'), main]).kubelet).toMatchObject({
      maxPods: 7,
      featureGates: { ImageVolume: true, EventedPLEG: true },
    });
    expect(read([flags, main], { kubeletFlags: ['--max-pods=8'] }).kubelet?.maxPods).toBe(8);
    expect(read([flags, main], { kubeletFlags: ['max-pods=8'], set: ['maxPods=9'] }).kubelet?.maxPods).toBe(
      9,
    );
  });

  test('two that would both be the whole configuration are one too many', () => {
    expect(errorsOf([file('configmap.yaml'), file('configz.json')])).toEqual([
      "configz.json:2:3 a second source of the kubelet's configuration (/configz of a kubelet): each node has one; if they are of different nodes, name each file after its node or pool",
    ]);
    expect(errorsOf([file('node-config.yaml'), { ...file('node-config.yaml'), name: 'other.yaml' }])).toEqual(
      [
        "other.yaml:6:5 a second source of the kubelet's configuration (EKS NodeConfig): each node has one; if they are of different nodes, name each file after its node or pool",
      ],
    );
  });
});

describe('what is wrong is told where it stands', () => {
  const changed = (name: string, from: string, to: string) => ({
    name,
    text: file(name).text.replace(from, to),
  });

  /** `line:column` of the words in the text. */
  const placeIn = ({ text }: Source, words: string) => {
    const before = text.slice(0, text.indexOf(words)).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
  };

  test.each([
    ['configmap.yaml', 'maxParallelImagePulls: 3'],
    ['configz.json', '"maxParallelImagePulls": 3'],
    ['node-config.yaml', 'maxParallelImagePulls: 3'],
    ['kubeletconfiguration0+strategic.yaml', 'maxParallelImagePulls: 3'],
    ['kind.yaml', 'maxParallelImagePulls: 3'],
    ['openshift.yaml', 'maxParallelImagePulls: 3'],
    ['kubespray.yml', 'kubelet_max_parallel_image_pulls: 3'],
  ])('in %s', (name, written) => {
    const source = changed(name, written, written.replace('3', '-3'));
    expect(errorsOf([source])).toEqual([
      `${name}:${placeIn(source, '-3')} invalid configuration: maxParallelImagePulls -3 must be a positive number`,
    ]);
  });

  test.each([
    ['node-config.yaml', '--max-pods=29', '--max-pods=x'],
    ['kind.yaml', 'max-pods: "29"', '"x"'],
    ['k3s.yaml', 'max-pods=29', 'max-pods=x'],
    ['kubeadm.yaml', 'value: "29"', '"x"'],
    ['kubeadm-flags.env', '--max-pods 29', '--max-pods x'],
    ['ps.txt', '--max-pods=29', '--max-pods=x'],
  ])('a flag in %s', (name, written, words) => {
    const source = changed(name, written, written.replace('29', 'x'));
    expect(errorsOf([source])).toEqual([
      `${name}:${placeIn(source, words)} invalid configuration: maxPods must be a whole number of 32 bits, not "x"`,
    ]);
  });

  test('a text within a text of JSON says where in it', () => {
    const text = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { kubelet: 'kind: KubeletConfiguration\nmaxPods: many\n' },
    });
    expect(errorsOf([{ name: 'cm.json', text }])).toEqual([
      'cm.json (data.kubelet):2:10 invalid configuration: maxPods must be a whole number of 32 bits, not "many"',
    ]);
  });

  test('parts of another type, and what nobody has filled in', () => {
    expect(errorsOf([changed('node-config.yaml', '- --node-labels=team=shop', '- 3')])).toEqual([
      'node-config.yaml:10:5 EKS NodeConfig: spec.kubelet.flags must be a list of flags, not a list of 2',
    ]);
    expect(
      read([changed('kubespray.yml', 'kubelet_max_pods: 29', 'kubelet_max_pods: "{{ pods }}"')]).warnings,
    ).toEqual([
      'kubespray.yml:2:19: kubespray variables: kubelet_max_pods is a template that is not filled in; it is ignored',
    ]);
  });

  test('a field that is no flag', () => {
    expect(errorsOf([changed('ps.txt', '--max-pods=29', '--max-parallel-image-pulls=3')])).toEqual([
      'ps.txt:1:137 the kubelet has no flag --max-parallel-image-pulls: maxParallelImagePulls is a field of KubeletConfiguration only',
    ]);
    expect(
      errorsOf([], { kubeletFlags: ['--max-parallel-image-pulls=3', '--max-pods=1 --v=2', 'max-pods=x'] }),
    ).toEqual([
      '--kubelet-flag --max-parallel-image-pulls=3 the kubelet has no flag --max-parallel-image-pulls: maxParallelImagePulls is a field of KubeletConfiguration only',
      '--kubelet-flag --max-pods=1 --v=2 not one flag of a kubelet',
      '--kubelet-flag max-pods=x invalid configuration: maxPods must be a whole number of 32 bits, not "x"',
    ]);
    expect(read([], { kubeletFlags: ['--max-pod=3', '--v=2'] }).warnings).toEqual([
      '--kubelet-flag --max-pod=3: the flag is not simulated and changes nothing; did you mean --max-pods?',
      '--kubelet-flag --v=2: the flag is not simulated and changes nothing',
    ]);
  });
});

test('settings of nodes that the run does not have are named and not used', () => {
  const patch = (flag: string) =>
    `nodes:\n- role: worker\n  kubeadmConfigPatches:\n  - |\n    kind: JoinConfiguration\n    nodeRegistration:\n      kubeletExtraArgs:\n        ${flag}\n`;
  const cluster = (flag: string) => ({
    name: 'kind.yaml',
    text: `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n${patch(flag)}`,
  });
  expect(read([cluster('node-labels: "ingress-ready=true"')]).warnings).toEqual([]);
  const { kubelet, warnings } = read([cluster('max-pods: "9"')]);
  expect(kubelet?.maxPods).toBe(110);
  expect(warnings).toEqual([
    'kind.yaml:7:5: kind Cluster: no node of the run is named *-worker, so it is not used; add the Nodes (kubectl get nodes -o yaml)',
  ]);
});

describe('user data in parts of MIME', () => {
  const script = '#!/bin/bash\nexport API_KEY=not-to-be-seen\n';
  const part = (type: string, text: string) => `--//\nContent-Type: ${type}\n\n${text}\n`;
  const mime = (config: string) =>
    `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="//"\n\n${part('text/x-shellscript; charset="us-ascii"', script)}${part('application/node.eks.aws', config)}--//--\n`;
  const config = file('node-config.yaml').text;

  test('hold a NodeConfig, with its places', () => {
    expect(read([{ name: 'user-data', text: mime(config) }]).kubelet).toMatchObject({
      ...three,
      maxPods: 29,
    });
    const source = { name: 'user-data', text: mime(config.replace('Pulls: 3', 'Pulls: 0')) };
    const line = source.text.slice(0, source.text.indexOf('Pulls: 0')).split('\n').length;
    expect(errorsOf([source])).toEqual([
      `user-data:${line}:30 invalid configuration: maxParallelImagePulls 0 must be a positive number`,
    ]);
  });

  test('lose what else is in them where secrets are left out', () => {
    const { sources } = withoutSecrets([{ name: 'user-data', text: mime(config) }]);
    expect(read([...sources]).kubelet).toMatchObject(three);
    expect(JSON.stringify(sources)).not.toContain('not-to-be-seen');
  });
});

test('a syntax error beside a token does not show the line', () => {
  const text = `${file('k3s.yaml').text}tls-san: [not-to-be-seen\n`;
  const result = readInput([pod, { name: 'k3s.yaml', text }], {});
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).not.toContain('not-to-be-seen');
});

test('documents of any shape are read or refused, without an exception', () => {
  const word = fc.constantFrom(
    'spec',
    'kubelet',
    'config',
    'flags',
    'data',
    'kubeadmConfigPatches',
    'nodes',
    'maxPods',
    '__proto__',
    '*',
  );
  const leaf = fc.oneof(
    fc.constantFrom('--max-pods', '{{ x }}', 'kind: KubeletConfiguration\nmaxPods: [', '- a'),
    fc.integer(),
    fc.constant(null),
  );
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(word, tie('any'), { maxKeys: 4 }),
    ),
  }));
  const heads = [
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { apiVersion: 'node.eks.aws/v1alpha1', kind: 'NodeConfig' },
    { apiVersion: 'kind.x-k8s.io/v1alpha4', kind: 'Cluster' },
    { apiVersion: 'kops.k8s.io/v1alpha2', kind: 'Cluster' },
    { apiVersion: 'kubeadm.k8s.io/v1beta4', kind: 'InitConfiguration' },
  ];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.dictionary(word, any), any, (head, body, value) => {
      const documents = [
        { ...body, ...head },
        { 'kubelet-arg': value },
        { kubelet_config_extra_args: value, kubelet_custom_flags: value },
        { kubeletconfig: value },
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          data: { kubelet: 'kind: KubeletConfiguration\n---\n- x: [\n', other: value },
        },
      ];
      for (const document of documents) {
        const source = { name: 'a.yaml', text: JSON.stringify(document) };
        const result = readInput([pod, source], {});
        expect(result.ok || result.errors.length > 0).toBe(true);
        withoutSecrets([{ ...source, text: `# password:\n${source.text}` }]);
      }
    }),
    { numRuns: 60 },
  );
});

test.each([
  [
    'kops',
    'kind: Cluster\napiVersion: kops.k8s.io/v1alpha2\nspec: { kubernetesVersion: 1.32.3 }\n',
    '1.32.3',
  ],
  ['kubespray', 'kube_version: 1.33.1\n', '1.33.1'],
  [
    'kubeadm',
    'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.34.1\n',
    'v1.34.1',
  ],
  [
    'kind',
    'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes: [{ image: "kindest/node:v1.33.1@sha256:00" }]\n',
    'v1.33.1',
  ],
  ['Talos', 'machine: { kubelet: { image: "localhost:5000/kubelet:v1.34.1" } }\n', 'v1.34.1'],
])('the release of a document of %s counts where no Node tells it', (name, text, version) => {
  const document = { name: `${name}.yaml`, text };
  const told = (sources: readonly Source[], request: RunRequest = {}) => {
    const result = readInput([pod, ...sources], request);
    return result.ok
      ? [
          result.input.nodes[0]?.kubeletVersion,
          (result.input.readings ?? []).join('\n').includes(`kubelet ${version}.`),
        ]
      : result;
  };
  expect(told([document])).toEqual([version, true]);
  expect(told([document], { kubeletVersion: '1.31' })).toEqual(['1.31', false]);
  expect(told([...withoutSecrets([document]).sources])).toEqual([version, true]);
});

test('a release that is not known here, or no release, is left to the default', () => {
  for (const version of ['stable', '1.2.0', '"{{ kube }}"']) {
    const text = `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: ${version}\n`;
    expect(read([{ name: 'kubeadm.yaml', text }]).kubelet).toMatchObject({ serializeImagePulls: true });
  }
});

test('a feature gate of other releases names the option for one that has it', () => {
  const text =
    'apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: { kubelet: { config: { featureGates: { DisableKubeletCloudCredentialProviders: true } } } }\n';
  const result = readInput([pod, { name: 'eks.yaml', text }], {});
  expect(result.ok ? [] : result.errors.map(({ hint }) => hint)).toEqual([
    '--kubelet-version 1.32, if that is the release of your nodes',
  ]);
});
