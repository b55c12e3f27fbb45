import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { checkInvariants } from '../../../src/run/invariants/check-invariants.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { podYaml, scenarioYaml, stream } from '../../inputs/reading.ts';
import { inputOf } from './run-yaml.ts';

// What kubernetes/kubernetes#139591 says of itself; it is in no released kubelet, so nothing else can be asked.
const image = 'registry.example/app:1';
const pod = (name: string, policy = 'IfNotPresent', more = '') =>
  podYaml(name, `{ ${more}containers: [{ name: app, image: '${image}', imagePullPolicy: ${policy} }] }`);
const scenario = (fields = '') =>
  scenarioYaml(
    `images: [{ name: '${image}', size: 400MB }, { name: 'registry.example/tool:1', size: 10MB }]\n${fields}`,
  );
const tool = podYaml('tool', '{ containers: [{ name: app, image: "registry.example/tool:1" }] }');
const two = { set: ['serializeImagePulls=false', 'maxParallelImagePulls=2'] };

function run(yaml: string, request: RunRequest = {}): readonly TraceRecord[] {
  const input = inputOf(yaml, { policy: 'coalesce', ...two, ...request });
  const { records } = simulate(input);
  expect(checkInvariants(records)).toEqual([]);
  expect(simulate(input, { engine: 'xstate' }).records).toEqual(records);
  return records;
}

const pulls = (records: readonly TraceRecord[], state: string) =>
  records.flatMap((record) => (record.type === 'pull' && record.state === state ? [record] : []));
const calls = (records: readonly TraceRecord[]) =>
  records.filter((record) => record.type === 'runtime' && record.op === 'PullImage').length;
const ranAfter = (records: readonly TraceRecord[], name: string) =>
  records.find(
    (record) => record.type === 'container' && record.state === 'running' && record.pod.name === name,
  )?.at;

describe('with the policy coalesce', () => {
  const same = stream(pod('a'), pod('b'), pod('c'), tool, scenario());

  test('pods of one image make one call of the runtime, and those that wait hold no slot', () => {
    const before = simulate(inputOf(same, two)).records;
    const records = run(same);
    expect([calls(before), calls(records)]).toEqual([4, 2]);
    const joined = pulls(records, 'joined');
    expect(joined.map(({ pod: { name }, because }) => [name, because?.kind, because?.actor])).toEqual([
      ['b', 'samePull', 'node-1/kubelet/default/a/app'],
      ['c', 'samePull', 'node-1/kubelet/default/a/app'],
    ]);
    const [end] = pulls(records, 'pulled').filter(({ pod: { name } }) => name === 'a');
    for (const name of ['b', 'c'])
      expect(
        pulls(records, 'inspecting').find((record) => record.pod.name === name)?.at,
        'looks when the other has ended',
      ).toBe(end?.at);
    expect(pulls(records, 'present').map(({ pod: { name } }) => name)).toEqual(['b', 'c']);
    expect(ranAfter(records, 'tool') ?? 0).toBeLessThan((ranAfter(before, 'tool') ?? 0) / 2);
  });

  test('a run says that no released kubelet does so, and names it in its header', () => {
    const [header] = run(same);
    expect(header).toMatchObject({
      nodes: [{ policy: 'coalesce' }],
      assumptions: expect.arrayContaining([
        'A policy is tried that no released kubelet has: pulls of one image by several pods of a node are joined (coalesce, Kubernetes PR 139591).',
      ]),
    });
  });

  test('a container does not wait for its own pod’s pull that has just failed', () => {
    const containers = ['c', 'd'].map((name) => `{ name: ${name}, image: '${image}' }`).join(', ');
    const both = ['a', 'b'].map((name) => podYaml(name, `{ containers: [${containers}] }`));
    const fault = 'faults: [{ kind: unauthorized, registry: registry.example, until: 30s }]';
    const records = run(stream(...both, scenario(fault)));
    expect(pulls(records, 'failed').length).toBeGreaterThan(1);
    for (const { at, because } of pulls(records, 'joined'))
      expect(
        pulls(records, 'failed').some((failed) => failed.at === at && failed.actor === because?.actor),
      ).toBe(false);
  });

  test('pods whose policy is Always pull for themselves, and nobody waits for them', () => {
    const records = run(stream(pod('a', 'Always'), pod('b'), pod('c', 'Always'), scenario()), {
      set: ['serializeImagePulls=false'],
    });
    expect(pulls(records, 'joined')).toEqual([]);
    expect(calls(records)).toBe(3);
  });

  test('pods that waited for a pull that fails pull for themselves, each with its own back-off', () => {
    const records = run(same, { faults: [`notFound image=${image} from=0s until=1s`] });
    const failed = pulls(records, 'failed').map(({ pod: { name } }) => name);
    expect(failed.slice(0, 3).sort()).toEqual(['a', 'b', 'c']);
    expect(ranAfter(records, 'c')).toBeDefined();
  });

  test('a pod that waited shows its own credentials after that', () => {
    const credentials = (user: string) =>
      `nodes: { defaults: { policy: coalesce } }\nregistries: { registry.example: { private: { 'app': [${user}] } } }\n`;
    const secret = (name: string, password: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name} }\ntype: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '{"auths":{"registry.example":{"username":"${name}","password":"${password}"}}}' }\n`;
    const yaml = stream(
      secret('alice', 'x'),
      secret('bob', 'y'),
      pod('a', 'IfNotPresent', 'imagePullSecrets: [{ name: alice }], '),
      pod('b', 'IfNotPresent', 'imagePullSecrets: [{ name: bob }], '),
      scenario(credentials('secret:default/alice')),
    );
    const records = run(yaml, { set: ['serializeImagePulls=false'] });
    expect(pulls(records, 'joined').map(({ pod: { name } }) => name)).toEqual(['b']);
    expect(ranAfter(records, 'a')).toBeDefined();
    // The records of KEP-2535 do not know its secret, so that it asks the registry, which refuses it.
    expect(pulls(records, 'failed')[0]).toMatchObject({ pod: { name: 'b' } });
    expect(ranAfter(records, 'b')).toBeUndefined();
  });

  test('a restarted kubelet begins with no pull to wait for', () => {
    const records = run(same, { faults: ['kubeletRestart at=1s'] });
    for (const name of ['a', 'b', 'c', 'tool']) expect(ranAfter(records, name)).toBeDefined();
  });

  test('a Scenario may say it for one node, and --policy none comes before it', () => {
    const yaml = stream(pod('a'), pod('b'), scenario('nodes: { defaults: { policy: coalesce } }'));
    expect(pulls(simulate(inputOf(yaml, two)).records, 'joined')).toHaveLength(1);
    expect(pulls(simulate(inputOf(yaml, { ...two, policy: 'none' })).records, 'joined')).toEqual([]);
  });
});

test('without the policy a trace has nothing of it', () => {
  const yaml = stream(pod('a'), pod('b'), scenario());
  const { records } = simulate(inputOf(yaml));
  expect(JSON.stringify(records)).not.toMatch(/coalesce|joined|policy":"coalesce/);
  expect(simulate(inputOf(yaml, { policy: 'none' })).records).toEqual(records);
});
