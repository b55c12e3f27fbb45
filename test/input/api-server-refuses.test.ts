import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, stream } from './reading.ts';

const container = '{ containers: [{ name: a, image: b }] }';

// ValidatePodName, ValidateNamespaceName and validateContainers of pkg/apis/core/validation (v1.36.3).
test.each([
  [podYaml('Web_1', container), '3:19 NAME "Web_1" is no name that an API server takes'],
  [podYaml('"-x"', container), '3:19 NAME "-x" is no name that an API server takes'],
  [podYaml('x'.repeat(254), container), expect.stringContaining('3:19 NAME')],
  [podYaml('x, namespace: a.b', container), '3:33 NAME "a.b" is no namespace that an API server takes'],
  [podYaml('x', '{ containers: [{ name: a.b, image: b }] }'), '4:30 NAME "a.b" is no name of a container that an API server takes'],
  [
    podYaml('x', '{ volumes: [{ name: V }], containers: [{ name: a, image: b }] }'),
    '4:27 NAME "V" is no name of a volume that an API server takes',
  ],
])('names that it refuses are refused: %#', (text, error) => {
  expect(refused(text)).toEqual([error]);
});

const deployment = (selector: string, labels: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  selector: ${selector}\n  template: { metadata: { labels: ${labels} }, spec: ${container} }\n`;

// ValidateDeploymentSpec: `selector` does not match template `labels`.
test('a selector unlike the labels of its template is refused where it stands', () => {
  expect(refused(deployment('{ matchLabels: { app: web } }', '{ app: wbe }'))).toEqual([
    '5:35 SELECTOR Deployment "web": the selector\'s app: web is not among the labels of its template',
  ]);
  const expression = '{ matchExpressions: [{ key: app, operator: In, values: [web] }] }';
  expect(refused(deployment(expression, '{ app: wbe }'))[0]).toContain('SELECTOR Deployment "web": the selector\'s requirement on "app"');
  expect(accepted(deployment(expression, '{ app: web }')).input.pods).toHaveLength(1);
  expect(accepted(deployment('{ matchLabels: { app: web } }', '{ app: web, more: x }')).input.pods).toHaveLength(1);
});

const node =
  'apiVersion: v1\nkind: Node\nmetadata: { name: n, labels: { disk: hdd } }\nspec: { taints: [{ key: gpu, value: "1", effect: NoSchedule }] }\n';

test('taints and a nodeSelector that would keep a pod away are told once, by name', () => {
  const pods = [
    podYaml('x', '{ nodeSelector: { disk: ssd }, containers: [{ name: a, image: b }] }'),
    podYaml('y', '{ nodeSelector: { disk: hdd }, tolerations: [{ key: gpu, operator: Exists }], containers: [{ name: a, image: b }] }'),
  ];
  expect(accepted(stream(node, ...pods)).warnings).toEqual([
    'the nodeSelector of Pod/x would keep its pods away from some nodes; it is not heeded: pods go where they go without it',
    'the taint gpu=1:NoSchedule of node n would keep Pod/x away; it is not heeded: pods go there all the same',
  ]);
  expect(accepted(pods[1] ?? '').warnings[0]).toContain('the nodeSelector of Pod/y');
});

const affinity = (...terms: readonly string[]) =>
  podYaml(
    'x',
    `{ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${terms.join(', ')}] } } }, containers: [{ name: a, image: b }] }`,
  );

// GetRequiredNodeAffinity of component-helpers (v0.36.3): one term is enough, and all of a term must be met; an empty one meets nothing.
test.each([
  [['{ matchExpressions: [{ key: disk, operator: In, values: [hdd] }] }'], true],
  [['{ matchExpressions: [{ key: disk, operator: In, values: [ssd] }] }'], false],
  [['{ matchExpressions: [{ key: disk, operator: NotIn, values: [ssd] }, { key: gpu, operator: Exists }] }'], false],
  [['{ matchExpressions: [{ key: gpu, operator: Exists }] }', '{ matchExpressions: [{ key: gpu, operator: DoesNotExist }] }'], true],
  [['{ matchExpressions: [{ key: cores, operator: Gt, values: ["3"] }] }'], true],
  [['{ matchExpressions: [{ key: cores, operator: Lt, values: ["4"] }] }'], false],
  [['{ matchExpressions: [{ key: disk, operator: Gt, values: ["3"] }] }'], false],
  [['{ matchFields: [{ key: metadata.name, operator: In, values: [n] }] }'], true],
  [['{ matchFields: [{ key: metadata.name, operator: In, values: [m] }] }'], false],
  [['{}'], false],
])('a node affinity that would keep a pod away is told: %j', (terms, isMet) => {
  const labelled = 'apiVersion: v1\nkind: Node\nmetadata: { name: n, labels: { disk: hdd, cores: "4" } }\n';
  const told = 'the node affinity of Pod/x would keep its pods away from some nodes; it is not heeded: pods go where they go without it';
  expect(accepted(stream(labelled, affinity(...terms))).warnings).toEqual(isMet ? [] : [told]);
});

test('a size and a platform that lack something are refused', () => {
  const pod = podYaml('x', container);
  const scenario = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nimages: [{ name: b, size: 300 }]\n';
  expect(refused(stream(pod, scenario))).toEqual([
    '8:27 WRONG_VALUE images[0].size must be a size with its unit, such as 300MB or 300B, not 300',
  ]);
  expect(refused(pod, { imageSizes: ['b=300'] })).toEqual(['--image-size b=300 OPTION "300" has no unit']);
  expect(refused(pod, { platform: 'foo' })).toEqual(['--platform foo OPTION "foo" is no platform']);
});

// SetFromMap of component-base's featuregate and ParseThresholdConfig of pkg/kubelet/eviction (v1.36.3): the kubelet does not start.
test.each([
  ['featureGates.NoSuchGate=true', '1.36', 'unrecognized feature gate: NoSuchGate; no release known here has it'],
  [
    'featureGates.SidecarContainers=true',
    '1.27',
    'unrecognized feature gate: SidecarContainers; kubelet 1.27 does not have it, 1.30 to 1.36 of those known here do',
  ],
  [
    'featureGates.HugePages=true',
    '1.36',
    'unrecognized feature gate: HugePages; kubelet 1.36 does not have it, 1.14 of those known here do',
  ],
  ['featureGates.NodeSwap=false', '1.36', 'cannot set feature gate NodeSwap to false, feature is locked to true'],
  ['evictionHard={nodefs.avail: 10%}', '1.36', 'invalid configuration: unsupported eviction signal nodefs.avail'],
  ['evictionHard={containerfs.available: 10%}', '1.27', 'invalid configuration: unsupported eviction signal containerfs.available'],
  ['evictionSoftGracePeriod={nodefs.avail: 1m}', '1.36', 'invalid configuration: unsupported eviction signal nodefs.avail'],
  [
    'evictionSoft={nodefs.available: 10%}',
    '1.36',
    'invalid configuration: grace period must be specified for the soft eviction threshold nodefs.available',
  ],
  [
    'featureGates.ContainerRestartRules=false',
    '1.36',
    'RestartAllContainersOnContainerExits is enabled, but depends on features that are disabled: [ContainerRestartRules]',
  ],
  [
    'featureGates.RestartAllContainersOnContainerExits=true',
    '1.35',
    'RestartAllContainersOnContainerExits is enabled, but depends on features that are disabled: [NodeDeclaredFeatures]',
  ],
])('--set %s is refused for %s', (option, kubeletVersion, message) => {
  expect(refused(podYaml('x', container), { set: [option], kubeletVersion })).toEqual([`--set ${option} KUBELET_CONFIGURATION ${message}`]);
});

test('a gate of a release without rules of its own may be one of its neighbours', () => {
  expect(accepted(podYaml('x', container), { set: ['featureGates.SidecarContainers=true'], kubeletVersion: '1.28' }).warnings).toEqual([]);
});

test('more pulls at once than the kubelet has locks for are warned of while the gate is on', () => {
  const read = (max: number, kubeletVersion = '1.36') =>
    accepted(podYaml('x', container), { set: [`maxParallelImagePulls=${max}`], kubeletVersion }).warnings;
  expect(read(64)).toEqual([expect.stringContaining('maxParallelImagePulls 64: known bug striped-locks')]);
  expect([read(31), read(64, '1.34')]).toEqual([[], []]);
});

test('crio:// is CRI-O, as cri-o:// is', () => {
  const note = (runtime: string) =>
    accepted(podYaml('x', container), { runtime }).input.assumptions.filter((line) => line.includes('not measured;'));
  expect(note('crio://1.33')).toEqual([expect.stringContaining("crio://1.33: not measured; it runs on CRI-O's documented defaults")]);
});

describe('what would keep pods away', () => {
  const tainted = (name: string, taint: string, labels = '{}') =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: ${labels} }\nspec: { taints: [${taint}] }\n`;
  const told = (taint: string, tolerations: string, more = '') =>
    accepted(stream(tainted('n', taint), podYaml('x', `{ ${more} tolerations: [${tolerations}], containers: [{ name: a, image: b }] }`)))
      .warnings.length > 0;

  // ToleratesTaint of component-helpers (v0.36.3)
  test.each([
    ['{ key: k, value: v, effect: NoSchedule }', '', '', true],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: k, value: v }', '', false],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: k, value: w }', '', true],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: l, value: v }', '', true],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: k, value: v, effect: NoExecute }', '', true],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: k, value: v, effect: NoSchedule }', '', false],
    ['{ key: k, value: v, effect: NoSchedule }', '{ operator: Exists }', '', false],
    ['{ key: k, value: v, effect: NoSchedule }', '{ key: l, operator: Exists }', '', true],
    ['{ key: k, effect: NoSchedule }', '{ key: k }', '', false],
    ['{ key: k, effect: NoSchedule }', '{ key: k, value: v }', '', true],
    ['{ key: k, effect: NoSchedule }', '', 'nodeName: n,', false],
    ['{ key: k, effect: NoExecute }', '', 'nodeName: n,', true],
    ['{ key: k, effect: PreferNoSchedule }', '', '', false],
  ])('the taint %s against [%s] %s: told %s', (taint, tolerations, more, isTold) => {
    expect(told(taint, tolerations, more)).toBe(isTold);
  });

  test('is told by node, with all that it keeps away', () => {
    const taints = [
      tainted('n', '{ key: k, value: v, effect: NoSchedule }'),
      tainted('m', '{ key: l, effect: NoExecute }'),
      tainted('o', ''),
    ];
    const tolerant = podYaml('z', '{ tolerations: [{ operator: Exists }], containers: [{ name: a, image: b }] }');
    expect(accepted(stream(...taints, podYaml('x', container), tolerant, podYaml('y', container))).warnings).toEqual([
      'the taint l:NoExecute of node m would keep Pod/x, Pod/y away; it is not heeded: pods go there all the same',
      'the taint k=v:NoSchedule of node n would keep Pod/x, Pod/y away; it is not heeded: pods go there all the same',
    ]);
  });

  test('a DaemonSet’s pods tolerate what the node’s own conditions taint it with', () => {
    const daemons = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: logs }\nspec: { template: { spec: ${container} } }\n`;
    const warnings = (key: string, text = daemons) => accepted(stream(tainted('n', `{ key: ${key}, effect: NoSchedule }`), text)).warnings;
    expect(warnings('node.kubernetes.io/disk-pressure')).toEqual([]);
    expect(warnings('gpu')).toEqual([expect.stringContaining('would keep DaemonSet/logs away')]);
    expect(warnings('node.kubernetes.io/disk-pressure', podYaml('x', container))).toHaveLength(1);
  });

  test('a selector that one of two nodes does not meet is told, one that all meet is not', () => {
    const nodes = [tainted('n', '', '{ disk: ssd, zone: a }'), tainted('m', '', '{ disk: ssd, zone: b }')];
    const selected = (selector: string) =>
      accepted(stream(...nodes, podYaml('x', `{ nodeSelector: ${selector}, containers: [{ name: a, image: b }] }`))).warnings;
    expect(selected('{ disk: ssd }')).toEqual([]);
    expect(selected('{ disk: ssd, zone: a }')).toHaveLength(1);
  });
});

test('a selector is held against the labels of the template, each kind in its own way', () => {
  const workload = (kind: string, api: string, selector: string, labels = '{ app: web, tier: front }') =>
    `apiVersion: ${api}\nkind: ${kind}\nmetadata: { name: web }\nspec:\n  selector: ${selector}\n  template: { metadata: { labels: ${labels} }, spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } }\n`;
  const hint = 'the API server refuses such an object: write the same labels in both';
  expect(errorsOf(workload('ReplicationController', 'v1', '{ app: web, tier: back }'))).toMatchObject([
    {
      line: 5,
      column: 31,
      code: 'SELECTOR',
      message: 'ReplicationController "web": the selector\'s tier: back is not among the labels of its template',
      hint,
    },
  ]);
  const two =
    '{ matchLabels: { app: wbe, tier: front }, matchExpressions: [{ key: tier, operator: Exists }, { key: zone, operator: Exists }] }';
  expect(errorsOf(workload('DaemonSet', 'apps/v1', two))).toMatchObject([
    { column: 35, message: 'DaemonSet "web": the selector\'s app: wbe is not among the labels of its template', hint },
    { column: 73, message: 'DaemonSet "web": the selector\'s requirement on "zone" is not among the labels of its template', hint },
  ]);
  expect(errorsOf(workload('StatefulSet', 'apps/v1', '{ matchLabels: { app: web } }', '{}'))).toHaveLength(1);
  // The Job controller makes selector and labels itself.
  expect(accepted(workload('Job', 'batch/v1', '{ matchLabels: { app: other } }')).input.pods).toHaveLength(1);
  expect(accepted(workload('ReplicaSet', 'apps/v1', '{ matchLabels: 3, matchExpressions: {} }')).input.pods).toHaveLength(1);
});

test('names given twice, in all lists of a pod, and names that none may have, are told with what to do', () => {
  const spec = (more: string) => errorsOf(podYaml('x', `{ ${more} containers: [{ name: a, image: b }] }`));
  expect(spec('initContainers: [{ name: a, image: b }],')).toMatchObject([
    { column: 71, code: 'DUPLICATE', message: 'a second container named "a" in one pod', hint: 'rename one' },
  ]);
  expect(spec('ephemeralContainers: [{ name: a, image: b }],')).toMatchObject([{ column: 39, code: 'DUPLICATE' }]);
  expect(spec('ephemeralContainers: [{ name: A, image: b }],')).toMatchObject([{ column: 39, code: 'NAME' }]);
  expect(spec('volumes: [{ name: v }, { name: v }],')).toMatchObject([
    { column: 40, code: 'DUPLICATE', message: 'a second volume named "v" in one pod', hint: 'rename one' },
  ]);
  expect(spec('volumes: [{ name: v, image: { reference: "" } }],')).toMatchObject([
    { code: 'REQUIRED', message: 'spec.volumes[0].image.reference is missing', expected: "an image's name" },
  ]);
  const rules = 'restartPolicyRules: [{ action: Restart, exitCodes: { operator: In, values: [1] } }]';
  expect(errorsOf(podYaml('x', `{ containers: [{ name: a, image: b, ${rules} }] }`))).toMatchObject([
    {
      column: 63,
      message: 'spec.containers[0].restartPolicyRules without a restartPolicy of the container',
      expected: 'restartPolicy beside it, for exit codes that no rule names',
    },
  ]);
});

test('what is wrong in a template is told where it stands, however deep', () => {
  const spec = '{ restartPolicy: Never, containers: [{ name: A, image: b }] }';
  const of = (kind: string, api: string, template: string) =>
    `apiVersion: ${api}\nkind: ${kind}\nmetadata: { name: web }\nspec: ${template}\n`;
  const at = (text: string) => errorsOf(text).map(({ line, column, code }) => [line, column, code]);
  expect(at(of('Deployment', 'apps/v1', `{ template: { spec: ${spec} } }`))).toEqual([[4, 72, 'NAME']]);
  expect(at(of('Job', 'batch/v1', `{ template: { spec: ${spec} } }`))).toEqual([[4, 72, 'NAME']]);
  expect(at(of('CronJob', 'batch/v1', `{ jobTemplate: { spec: { template: { spec: ${spec} } } } }`))).toEqual([[4, 95, 'NAME']]);
  const policy = of(
    'CronJob',
    'batch/v1',
    `{ jobTemplate: { spec: { template: { spec: { restartPolicy: Always, containers: [{ name: a, image: b }] } } } } }`,
  );
  expect(accepted(policy).warnings).toEqual([expect.stringMatching(/^in\.yaml:4:67: the restartPolicy of CronJob default\/web/)]);
});
