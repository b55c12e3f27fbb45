import { expect, it } from 'vitest';
import { defaultsTable } from '../../src/inputs/defaults-table.ts';
import { runtimeDelayKeys } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../src/rules/runtime/profiles/runtime-profiles.ts';
import { inputOf, runYaml } from '../run/simulation/run-yaml.ts';

it('lists every fixed cost of each measured runtime, with the value in force', () => {
  for (const name of Object.keys(containerd24.delays)) expect(runtimeDelayKeys).toContain(name);
  const row = defaultsTable.find((entry) => entry.name === 'containerd://2.4 beforeHead');
  expect(row).toMatchObject({
    value: '4.6ms',
    mark: 'measured',
    where: 'Scenario nodes.defaults.runtimeDelays.beforeHead',
  });
  expect(new Set(defaultsTable.map((entry) => entry.name)).size).toBe(defaultsTable.length);
});

const yaml = (delays: string) => `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: 'shop/web:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { runtimeDelays: ${delays} } }
images: [{ name: 'shop/web:1', layers: [{ size: 1MB }] }]
`;

it('lets a scenario set a fixed cost, which the pull then takes', () => {
  const tookMs = (delays: string) =>
    runYaml(yaml(delays)).records.flatMap((record) =>
      record.type === 'pull' && record.state === 'pulled' ? [record.tookMs ?? 0] : [],
    )[0] ?? 0;
  expect(tookMs('{ beforeHead: 1004600us }') - tookMs('{}')).toBeCloseTo(1000, 6);
  expect(inputOf(yaml('{ beforeHead: 0s }')).nodes[0]?.runtimeDelays).toEqual({
    beforeHead: 0,
    commitPerMegabyte: 0,
  });
  expect(() => inputOf(yaml('{ beforeHaed: 1s }'))).toThrow('did you mean beforeHead?');
});
