import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, stream } from './reading.ts';

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
  expect(refused('hello\n')).toEqual(['1:1 NOT_AN_OBJECT the document must be a Kubernetes object, not a text']);
  expect(refused('kind: 7\napiVersion: v1\n')).toEqual(['1:7 WRONG_TYPE kind must be a string, not 7']);
});

test('a misspelt kind is an error', () => {
  expect(refused(stream(pod, 'apiVersion: apps/v1\nkind: Deploymnt\n'))).toEqual(['7:7 UNKNOWN_KIND "Deploymnt" is no kind of "apps/v1"']);
  expect(errorsOf('apiVersion: v1\nkind: Pood\n')).toMatchObject([{ hint: 'did you mean Pod?' }]);
  expect(refused('apiVersion: windlass.dev/v1alpha1\nkind: Scenaro\n')).toEqual(['2:7 UNKNOWN_KIND "Scenaro" is no kind of windlass.dev']);
});

test('versions that no API server has are refused', () => {
  expect(errorsOf(pod.replace('v1', 'v2'))).toMatchObject([{ line: 1, column: 13, message: 'Pod of "v2" is not known', expected: 'v1' }]);
  expect(errorsOf('apiVersion: v1\nkind: Deployment\n')).toMatchObject([{ expected: 'apps/v1' }]);
  expect(refused('apiVersion: windlass.dev/v2\nkind: Scenario\n')).toEqual([
    '1:13 UNSUPPORTED_VERSION Scenario of "windlass.dev/v2" is not known',
  ]);
  expect(refused('apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration\n')).toEqual([
    '1:13 UNSUPPORTED_VERSION KubeletConfiguration of "kubelet.config.k8s.io/v1" is not known',
  ]);
});
