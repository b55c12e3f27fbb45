import { expect, it } from 'vitest';
import { joinedPullsWait } from '../../../../src/run/invariants/kubelet/joined-pulls.ts';
import { pullCalls } from '../../../../src/run/invariants/reading/pull-calls.ts';
import { runYaml } from '../../simulation/run-yaml.ts';

const provider = `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
  - { name: first, matchImages: ['r.io'], defaultCacheDuration: 20s, apiVersion: credentialprovider.kubelet.k8s.io/v1 }
---
`;
const pod = (name: string, policy: string) => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [{ name: app, image: 'r.io/a:1', imagePullPolicy: ${policy} }] }
---
`;
const scenario = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
images: [{ name: 'r.io/a:1', size: 20MB }]
nodes: { defaults: { policy: coalesce } }
`;

it('a call goes on while a credential provider is asked, and ends with its outcome', () => {
  const { records } = runYaml(`${provider}${pod('web', 'IfNotPresent')}${pod('db', 'Never')}${scenario}`);
  const states = records.flatMap((record) => (record.type === 'pull' ? [record.state] : []));
  expect(states).toContain('credentialsAnswered');
  const calls = pullCalls(records);
  expect(calls).toHaveLength(records.filter(({ type }) => type === 'result').length);
  expect(calls.map(({ begun, ended }) => [begun.state, ended?.state])).toEqual([
    ['inspecting', 'pulled'],
    ['joined', 'present'],
  ]);
  expect(joinedPullsWait.check(records)).toEqual([]);
});
