import { expect, test } from 'vitest';
import { runInProcess } from '../../interfaces/cli/run-in-process.ts';

const podSpec = { containers: [{ name: 'a', image: 'a' }] };
const template = { metadata: { labels: { a: 'b' } }, spec: podSpec };
const kinds = [
  ['apps/v1', 'Deployment', { template }],
  ['apps/v1', 'ReplicaSet', { template }],
  ['v1', 'ReplicationController', { template }],
  ['apps/v1', 'StatefulSet', { template }],
  ['apps/v1', 'DaemonSet', { template }],
  ['batch/v1', 'Job', { template }],
  ['batch/v1', 'CronJob', { schedule: '* * * * *', jobTemplate: { spec: { template } } }],
  ['v1', 'Pod', podSpec],
  ['v1', 'Node', {}],
  ['v1', 'Event', {}],
  ['node.k8s.io/v1', 'RuntimeClass', {}],
] as const;

/** The value with each field, at any depth, left out or of another type. */
function oddities(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [undefined, null, 5, 'text', [], {}];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    oddities(item).map((odd) =>
      Array.isArray(value) ? value.with(Number(key), odd) : { ...value, [key]: odd },
    ),
  );
  return [undefined, null, 5, 'text', [], ...inner];
}

test.each(kinds)(
  '%s %s of any shape is read or left out, and never an internal error',
  async (apiVersion, kind, spec) => {
    const whole = { metadata: { name: 'w', namespace: 'x', labels: { a: 'b' } }, spec };
    for (const odd of oddities(whole)) {
      const object = { apiVersion, kind, ...(typeof odd === 'object' ? odd : { odd }) };
      const { code, stderr } = await runInProcess(['import', '-'], { stdin: JSON.stringify(object) });
      expect([JSON.stringify(object), code === 0 || code === 3, stderr.includes('internal error')]).toEqual([
        JSON.stringify(object),
        true,
        false,
      ]);
    }
  },
);

test('a workload whose template has no spec is left out and named', async () => {
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'w' },
    spec: { template: { metadata: {} } },
  };
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
  const list = { apiVersion: 'v1', kind: 'List', items: [node, object] };
  const { stdout, stderr } = await runInProcess(['import', '-'], { stdin: JSON.stringify(list) });
  expect(stdout + stderr).toContain('Deployment of an unexpected shape');
});
