import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');

test('kinds that make no pods are counted, and those of other projects apart, also where they have a known name', () => {
  const others = [
    'apiVersion: v1\nkind: Service\n',
    'apiVersion: v1\nkind: Service\n',
    'apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\n',
  ];
  const { input, warnings } = accepted(stream(pod, ...others));
  expect([input.ignoredKinds, input.unknownKinds]).toEqual([{ Service: 2 }, { Job: 1 }]);
  expect(warnings).toEqual([]);
});

test('Lists are taken apart, also those whose items carry no kind, as the API server writes them', () => {
  const item = '{ metadata: { name: y }, spec: { containers: [{ name: a, image: b }] } }';
  const list = `apiVersion: v1\nkind: List\nitems:\n  - { apiVersion: v1, kind: PodList, items: [${item}] }\n  - { apiVersion: v1, kind: Service }\n`;
  const { input } = accepted(list);
  expect(input.pods.map((each) => each.name)).toEqual(['y']);
  expect(input.ignoredKinds).toEqual({ Service: 1 });
});

test('an error in an item of a List stands at its own line', () => {
  const list =
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: Pod\n    metadata: { name: y }\n    spec: { containers: 1 }\n';
  expect(refused(list)).toEqual(['7:25 WRONG_TYPE items[0].spec.containers must be a list, not 1']);
});

test('documents without kind or apiVersion, and those that are no objects, are errors', () => {
  expect(refused('apiVersion: v1\nmetadata: { name: x }\n')).toEqual(['1:1 NO_KIND kind is missing']);
  expect(refused('kind: Pod\n')).toEqual(['1:1 NO_API_VERSION apiVersion is missing']);
  expect(refused('hello\n')).toEqual([
    '1:1 NOT_AN_OBJECT the document must be a Kubernetes object, not a text',
  ]);
  expect(refused('kind: 7\napiVersion: v1\n')).toEqual(['1:7 WRONG_TYPE kind must be a string, not 7']);
});

test('a misspelt kind is an error', () => {
  expect(refused(stream(pod, 'apiVersion: apps/v1\nkind: Deploymnt\n'))).toEqual([
    '7:7 UNKNOWN_KIND "Deploymnt" is not a kind of "apps/v1"',
  ]);
  expect(errorsOf('apiVersion: v1\nkind: Pood\n')).toMatchObject([{ hint: 'did you mean Pod?' }]);
  expect(refused('apiVersion: windlass.dev/v1alpha1\nkind: Scenaro\n')).toEqual([
    '2:7 UNKNOWN_KIND "Scenaro" is not a kind of windlass.dev',
  ]);
});

test('versions that no API server has are refused', () => {
  expect(errorsOf(pod.replace('v1', 'v2'))).toMatchObject([
    { line: 1, column: 13, message: 'Pod of "v2" is not known', expected: 'v1' },
  ]);
  expect(errorsOf('apiVersion: v1\nkind: Deployment\n')).toMatchObject([{ expected: 'apps/v1' }]);
  expect(refused('apiVersion: windlass.dev/v2\nkind: Scenario\n')).toEqual([
    '1:13 UNSUPPORTED_VERSION Scenario of "windlass.dev/v2" is not known',
  ]);
  expect(refused('apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration\n')).toEqual([
    '1:13 UNSUPPORTED_VERSION KubeletConfiguration of "kubelet.config.k8s.io/v1" is not known',
  ]);
});

test('what is no object is told with what it should be', () => {
  const first = (text: string) => errorsOf(text)[0];
  const expected = 'a mapping with apiVersion and kind';
  expect(first('[1, 2]\n')).toMatchObject({
    code: 'NOT_AN_OBJECT',
    message: 'the document must be a Kubernetes object, not a list of 2',
    expected,
  });
  expect(first('hello\n')).not.toHaveProperty('excerpt');
  expect(first('apiVersion: v1\nkind: List\nitems: [7]\n')).toMatchObject({
    line: 3,
    column: 9,
    message: 'items[0] must be a Kubernetes object, not a text',
    expected,
  });
  expect(first('apiVersion: v1\nkind: List\nitems: 7\n')).toMatchObject({
    line: 3,
    column: 8,
    code: 'WRONG_TYPE',
    message: 'items must be a list',
    expected: 'a list',
  });
  expect(first('apiVersion: v1\nkind: ""\n')).toMatchObject({
    line: 1,
    column: 1,
    code: 'NO_KIND',
    expected: 'a kind such as Pod, Deployment or Scenario',
  });
  expect(first('apiVersion:\nkind: Pod\n')).toMatchObject({
    code: 'NO_API_VERSION',
    expected: 'an API version such as v1, apps/v1 or windlass.dev/v1alpha1',
  });
  expect(first('apiVersion: [v1]\nkind: Pod\n')).toMatchObject({
    line: 1,
    column: 13,
    code: 'WRONG_TYPE',
    message: 'apiVersion must be a string, not a list of 1',
  });
});

test('an empty List is none, and a kind that ends like one is one only with items', () => {
  expect(
    accepted(stream(pod, 'apiVersion: v1\nkind: List\n', 'apiVersion: v1\nkind: List\nitems:\n')).input.pods,
  ).toHaveLength(1);
  const own = accepted(
    stream(
      pod,
      'apiVersion: x.example/v1\nkind: WaitingList\nspec: {}\n',
      'apiVersion: x.example/v1\nkind: WaitingList\nspec: {}\n',
    ),
  ).input;
  expect(own.unknownKinds).toEqual({ WaitingList: 2 });
  const list =
    'apiVersion: v1\nkind: PodList\nitems: [{ apiVersion: apps/v1, kind: Deployment, metadata: { name: d }, spec: { template: { spec: { containers: [{ name: a, image: b }] } } } }]\n';
  expect(accepted(list).input.pods.map(({ owner }) => owner?.name)).toEqual(['d']);
});

test('what is counted is in order of kinds', () => {
  const kinds = ['Service', 'ConfigMap', 'Role'].map((kind) => `apiVersion: v1\nkind: ${kind}\n`);
  const others = ['Zoo', 'Ape'].map((kind) => `apiVersion: x.example/v1\nkind: ${kind}\n`);
  const { input } = accepted(stream(pod, ...kinds, ...others));
  expect([Object.keys(input.ignoredKinds), Object.keys(input.unknownKinds ?? {})]).toEqual([
    ['ConfigMap', 'Role', 'Service'],
    ['Ape', 'Zoo'],
  ]);
});

test.each([
  [
    'apps/v1',
    'Deploymnt',
    '"Deploymnt" is not a kind of "apps/v1"',
    'a kind such as Pod, Deployment or Scenario',
    'did you mean Deployment?',
  ],
  [
    'windlass.dev/v1alpha1',
    'Zzzzzz',
    '"Zzzzzz" is not a kind of windlass.dev',
    'Scenario, ImageCatalog or Luck',
    undefined,
  ],
  [
    'windlass.dev/v1alpha1',
    'Imagecatalog',
    '"Imagecatalog" is not a kind of windlass.dev',
    'Scenario, ImageCatalog or Luck',
    'did you mean ImageCatalog?',
  ],
])('%s %s is refused', (apiVersion, kind, message, expected, hint) => {
  const [error] = errorsOf(`apiVersion: ${apiVersion}\nkind: ${kind}\n`);
  expect([error?.code, error?.line, error?.message, error?.expected, error?.hint]).toEqual([
    'UNKNOWN_KIND',
    2,
    message,
    expected,
    hint,
  ]);
});

test.each([
  ['apps/v1', 'Zzzzzzzz', { Zzzzzzzz: 1 }],
  ['x.example/v1', 'Pod', { Pod: 1 }],
  ['x.example/v1', 'Deploymnt', { Deploymnt: 1 }],
])('%s %s may make pods, and is counted', (apiVersion, kind, unknownKinds) => {
  expect(accepted(stream(pod, `apiVersion: ${apiVersion}\nkind: ${kind}\n`)).input.unknownKinds).toEqual(
    unknownKinds,
  );
});

test.each([
  ['apps/v2', 'Deployment', 'apps/v1'],
  ['v1', 'Job', 'batch/v1'],
  ['apps/v1', 'Pod', 'v1'],
  ['windlass.dev/v1alpha1', 'Pod', 'v1'],
  ['windlass.dev/v1', 'Scenario', 'windlass.dev/v1alpha1'],
])('%s %s is refused with the version that there is', (apiVersion, kind, expected) => {
  expect(errorsOf(`apiVersion: ${apiVersion}\nkind: ${kind}\n`)).toMatchObject([
    { code: 'UNSUPPORTED_VERSION', line: 1, column: 13, expected },
  ]);
});

test('Lists within Lists have an end, also where an alias hides how deep they are', () => {
  const lists = (levels: number, inner: string): string =>
    Array.from({ length: levels }).reduce<string>(
      (within) => `{ apiVersion: v1, kind: List, items: [${within}] }`,
      inner,
    );
  const text = (levels: number) =>
    `{ x: &deep ${lists(30, '')}, apiVersion: v1, kind: List, items: [${lists(levels, '*deep')}] }\n`;
  expect(accepted(text(19)).input.pods).toEqual([]);
  expect(refused(text(22))).toEqual(['1:1 TOO_DEEP lists are nested too deep']);
});
