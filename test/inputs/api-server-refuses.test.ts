import { describe, expect, test } from 'vitest';
import { accepted, podYaml, refused, stream } from './reading.ts';

const container = '{ containers: [{ name: a, image: b }] }';

// ValidatePodName, ValidateNamespaceName and validateContainers of pkg/apis/core/validation (v1.36.3).
test.each([
  [podYaml('Web_1', container), '3:19 NAME "Web_1" is not a name that an API server accepts'],
  [podYaml('"-x"', container), '3:19 NAME "-x" is not a name that an API server accepts'],
  [podYaml('x'.repeat(254), container), expect.stringContaining('3:19 NAME')],
  [podYaml('x, namespace: a.b', container), '3:33 NAME "a.b" is not a namespace that an API server accepts'],
  [
    podYaml('x', '{ containers: [{ name: a.b, image: b }] }'),
    '4:30 NAME "a.b" is not a name of a container that an API server accepts',
  ],
  [
    podYaml('x', '{ volumes: [{ name: V }], containers: [{ name: a, image: b }] }'),
    '4:27 NAME "V" is not a name of a volume that an API server accepts',
  ],
])('names that it refuses are refused: %#', (text, error) => {
  expect(refused(text)).toEqual([error]);
});

// validateContainersOnlyForPod: the template of a workload may have it, but no pod can be made of that.
test.each([' b', 'b\\t'])('white space around an image is refused', (image) => {
  expect(refused(podYaml('x', `{ containers: [{ name: a, image: "${image}" }] }`))).toEqual([
    `4:40 IMAGE "${image}" begins or ends with white space, which the API server refuses in a pod`,
  ]);
});

const deployment = (selector: string, labels: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  selector: ${selector}\n  template: { metadata: { labels: ${labels} }, spec: ${container} }\n`;

// ValidateDeploymentSpec: `selector` does not match template `labels`.
test('a selector unlike the labels of its template is refused where it stands', () => {
  expect(refused(deployment('{ matchLabels: { app: web } }', '{ app: wbe }'))).toEqual([
    '5:35 SELECTOR Deployment "web": the selector\'s app: web is not among the labels of its template',
  ]);
  const expression = '{ matchExpressions: [{ key: app, operator: In, values: [web] }] }';
  expect(refused(deployment(expression, '{ app: wbe }'))[0]).toContain(
    'SELECTOR Deployment "web": the selector\'s requirement on "app"',
  );
  expect(accepted(deployment(expression, '{ app: web }')).input.pods).toHaveLength(1);
  expect(
    accepted(deployment('{ matchLabels: { app: web } }', '{ app: web, more: x }')).input.pods,
  ).toHaveLength(1);
});

const node =
  'apiVersion: v1\nkind: Node\nmetadata: { name: n, labels: { disk: hdd } }\nspec: { taints: [{ key: gpu, value: "1", effect: NoSchedule }] }\n';

test('a nodeSelector and a taint keep pods away; labels that nobody tells are whatever a pod wants', () => {
  const pods = [
    podYaml('x', '{ nodeSelector: { disk: ssd }, containers: [{ name: a, image: b }] }'),
    podYaml(
      'y',
      '{ nodeSelector: { disk: hdd }, tolerations: [{ key: gpu, operator: Exists }], containers: [{ name: a, image: b }] }',
    ),
  ];
  const { input, warnings } = accepted(stream(node, ...pods));
  expect([input.pods.map(({ name }) => name), warnings]).toEqual([['y'], []]);
  expect(input.unplaced).toEqual([
    {
      workload: 'Pod/x',
      pods: 1,
      reason: '0/1 nodes are available: 1 node(s) had untolerated taint {gpu: 1}.',
    },
  ]);
  expect(accepted(stream(...pods)).input.unplaced).toBeUndefined();
});

const affinity = (...terms: readonly string[]) =>
  podYaml(
    'x',
    `{ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${terms.join(', ')}] } } }, containers: [{ name: a, image: b }] }`,
  );

// GetRequiredNodeAffinity of component-helpers (v0.36.3): one term is enough, and all of a term must be met;
// an empty one meets nothing.
test.each([
  [['{ matchExpressions: [{ key: disk, operator: In, values: [hdd] }] }'], true],
  [['{ matchExpressions: [{ key: disk, operator: In, values: [ssd] }] }'], false],
  [
    ['{ matchExpressions: [{ key: disk, operator: NotIn, values: [ssd] }, { key: gpu, operator: Exists }] }'],
    false,
  ],
  [
    [
      '{ matchExpressions: [{ key: gpu, operator: Exists }] }',
      '{ matchExpressions: [{ key: gpu, operator: DoesNotExist }] }',
    ],
    true,
  ],
  [['{ matchExpressions: [{ key: cores, operator: Gt, values: ["3"] }] }'], true],
  [['{ matchExpressions: [{ key: cores, operator: Lt, values: ["4"] }] }'], false],
  [['{ matchExpressions: [{ key: disk, operator: Gt, values: ["3"] }] }'], false],
  [['{ matchFields: [{ key: metadata.name, operator: In, values: [n] }] }'], true],
  [['{ matchFields: [{ key: metadata.name, operator: In, values: [m] }] }'], false],
  [['{}'], false],
])('a node affinity keeps a pod away: %j', (terms, isMet) => {
  const labelled = 'apiVersion: v1\nkind: Node\nmetadata: { name: n, labels: { disk: hdd, cores: "4" } }\n';
  const reason = "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.";
  const { unplaced } = accepted(stream(labelled, affinity(...terms))).input;
  expect(unplaced).toEqual(isMet ? undefined : [{ workload: 'Pod/x', pods: 1, reason }]);
});

test('a size and a platform that lack something are refused', () => {
  const pod = podYaml('x', container);
  const scenario = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nimages: [{ name: b, size: 300 }]\n';
  expect(refused(stream(pod, scenario))).toEqual([
    '8:27 WRONG_VALUE images[0].size must be a size with its unit, such as 300MB or 300B, not 300',
  ]);
  expect(refused(pod, { imageSizes: ['b=300'] })).toEqual(['--image-size b=300 OPTION "300" has no unit']);
  expect(refused(pod, { platform: 'foo' })).toEqual(['--platform foo OPTION "foo" is not a valid platform']);
});

// SetFromMap of component-base's featuregate and ParseThresholdConfig of pkg/kubelet/eviction (v1.36.3,
// v1.37.2): the kubelet does not start.
test.each([
  [
    'featureGates.NoSuchGate=true',
    '1.36',
    'unrecognized feature gate: NoSuchGate; no release known here has it',
  ],
  [
    'evictionHard={nodefs.avail: 10%}',
    '1.36',
    'invalid configuration: unsupported eviction signal nodefs.avail',
  ],
  [
    'evictionHard={containerfs.available: 10%}',
    '1.27',
    'invalid configuration: unsupported eviction signal containerfs.available',
  ],
  [
    'evictionSoftGracePeriod={nodefs.avail: 1m}',
    '1.36',
    'invalid configuration: unsupported eviction signal nodefs.avail',
  ],
  [
    'evictionSoft={nodefs.available: 10%}',
    '1.36',
    'invalid configuration: grace period must be specified for the soft eviction threshold nodefs.available',
  ],
])('--set %s is refused for %s', (option, kubeletVersion, message) => {
  expect(refused(podYaml('x', container), { set: [option], kubeletVersion })).toEqual([
    `--set ${option} KUBELET_CONFIGURATION ${message}`,
  ]);
});

test('more pulls at once than the kubelet has locks for are warned of while the gate is on', () => {
  const read = (max: number, kubeletVersion = '1.36') =>
    accepted(podYaml('x', container), { set: [`maxParallelImagePulls=${max}`], kubeletVersion }).warnings;
  expect(read(64)).toEqual([expect.stringContaining('maxParallelImagePulls 64: known bug striped-locks')]);
  expect([read(31), read(64, '1.34')]).toEqual([[], []]);
});

test('crio:// is CRI-O, as cri-o:// is', () => {
  const note = (runtime: string) =>
    accepted(podYaml('x', container), { runtime }).input.assumptions.filter((line) =>
      line.includes('not measured;'),
    );
  expect(note('crio://1.33')).toEqual([
    expect.stringContaining("crio://1.33: not measured; it runs on CRI-O's documented defaults"),
  ]);
});

describe('what would keep pods away', () => {
  const tainted = (name: string, taint: string, labels = '{}') =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: ${labels} }\nspec: { taints: [${taint}] }\n`;
  const isKept = (taint: string, tolerations: string, more = '') => {
    const pod = podYaml(
      'x',
      `{ ${more} tolerations: [${tolerations}], containers: [{ name: a, image: b }] }`,
    );
    const { input, warnings } = accepted(stream(tainted('n', taint), pod));
    return input.unplaced !== undefined || warnings.length > 0;
  };

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
  ])('the taint %s against [%s] %s: kept away %s', (taint, tolerations, more, isAway) => {
    expect(isKept(taint, tolerations, more)).toBe(isAway);
  });

  test('pods go to the nodes that are left', () => {
    const nodes = [
      tainted('n', '{ key: k, effect: NoSchedule }'),
      tainted('m', '{ key: l, effect: NoExecute }'),
      tainted('o', ''),
    ];
    const tolerant = podYaml(
      'z',
      '{ tolerations: [{ operator: Exists }], containers: [{ name: a, image: b }] }',
    );
    const { pods } = accepted(
      stream(...nodes, podYaml('x', container), tolerant, podYaml('y', container)),
    ).input;
    expect(pods.map(({ name, nodeName }) => `${name} on ${nodeName}`)).toEqual([
      'x on o',
      'z on m',
      'y on o',
    ]);
  });

  test('a pod that names its node goes there all the same, which is told', () => {
    const pods = ['x', 'y'].map((name) =>
      podYaml(name, '{ nodeName: n, containers: [{ name: a, image: b }] }'),
    );
    const { input, warnings } = accepted(
      stream(tainted('n', '{ key: k, value: v, effect: NoExecute }'), ...pods),
    );
    expect(warnings).toEqual([
      'Pod/x, Pod/y may not run on node n (node(s) had untolerated taint {k: v}), but spec.nodeName names it: Windlass obeys spec.nodeName',
    ]);
    expect(input.pods.map(({ nodeName }) => nodeName)).toEqual(['n', 'n']);
  });

  test('a cordoned node takes the pods of DaemonSets alone', () => {
    const cordoned = 'apiVersion: v1\nkind: Node\nmetadata: { name: n }\nspec: { unschedulable: true }\n';
    const daemons = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: logs }\nspec: { template: { spec: ${container} } }\n`;
    const { pods, unplaced } = accepted(stream(cordoned, daemons, podYaml('x', container))).input;
    expect(pods.map(({ owner }) => owner?.kind)).toEqual(['DaemonSet']);
    expect(unplaced).toMatchObject([
      { workload: 'Pod/x', reason: '0/1 nodes are available: 1 node(s) were unschedulable.' },
    ]);
  });

  test('a DaemonSet’s pods tolerate what the node’s own conditions taint it with', () => {
    const daemons = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: logs }\nspec: { template: { spec: ${container} } }\n`;
    const podsWith = (key: string) =>
      accepted(stream(tainted('n', `{ key: ${key}, effect: NoSchedule }`), daemons)).input.pods.length;
    expect([podsWith('node.kubernetes.io/disk-pressure'), podsWith('gpu')]).toEqual([1, 0]);
  });
});
