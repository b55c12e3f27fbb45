import { expect, test } from 'vitest';
import { accepted } from '../reading.ts';

const node = (name: string, os: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/os': os } },
    status: { nodeInfo: { kubeletVersion: 'v1.33.4', operatingSystem: os, architecture: 'amd64' } },
  });
const pod = (name: string, spec: object) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'app', image: 'a:1' }], ...spec },
  });
const both = [node('linux-1', 'linux'), node('win-1', 'windows')];

test.each<[string, object]>([
  ['spec.os', { os: { name: 'windows' } }],
  ['its node selector', { nodeSelector: { 'kubernetes.io/os': 'windows' } }],
  ['the node that it names', { nodeName: 'win-1' }],
  [
    'its node affinity',
    {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'kubernetes.io/os', operator: 'In', values: ['windows'] }] },
            ],
          },
        },
      },
    },
  ],
])('a pod that asks for Windows by %s is left out, and named', (_, spec) => {
  const { input, warnings } = accepted([...both, pod('asp', spec), pod('web', {})].join('\n---\n'));
  expect(input.nodes.map(({ name }) => name)).toEqual(['linux-1']);
  expect(input.pods.map(({ name, nodeName }) => [name, nodeName])).toEqual([['web', 'linux-1']]);
  expect(input.unplaced).toEqual([{ workload: 'Pod/asp', pods: 1, reason: 'Windows is not simulated.' }]);
  expect(warnings).toContain('Windows is not simulated; left out: node win-1, Pod/asp');
});

test('without Windows nothing is said', () => {
  expect(
    accepted([node('linux-1', 'linux'), pod('web', { os: { name: 'linux' } })].join('\n---\n')).warnings,
  ).toEqual([]);
});
