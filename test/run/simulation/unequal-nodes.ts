import { readInput } from '../../../src/inputs/read-input.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';

const yaml = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: 5 }
horizon: 20m
images:
  - { name: 'a.local/web:1', layers: [{ size: 20MB }] }
  - { name: 'a.local/ml:1', layers: [{ size: 600MB }, { size: 100MB }] }
faults:
  - { kind: nodeReboot, node: node-2, at: 21s }
  - { kind: notFound, image: 'a.local/gone:1', until: 3m }
  - { kind: slowLink, node: node-3, link: 1MB/s, from: 3s, until: 9m }
  - { kind: registryDown, registry: b.local, until: 1m }
---
${['web', 'ml', 'gone']
  .map(
    (name) => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: app, image: 'a.local/${name}:1' }] } }
---
`,
  )
  .join('')}apiVersion: v1
kind: Pod
metadata: { name: never }
spec: { nodeName: node-4, containers: [{ name: app, image: 'a.local/absent:1', imagePullPolicy: Never }] }
`;

/**
 * Nodes that share nothing, on which things last unequally long: pods that never run, a fault, a reboot, a
 * pull that stalls for ever.
 */
export function unequalNodes(): SimulationInput {
  const result = readInput([{ name: 'a.yaml', text: yaml }], {});
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return result.input;
}
