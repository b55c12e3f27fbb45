import { appYaml, fails, scenarioYaml, takes } from '../../run/simulation/pod-yaml.ts';

/**
 * Pulls that fail and wait for each other, a restart of the kubelet in between, a pod that ends, two nodes.
 */
export const sampleRun =
  appYaml('early', 'shop/small:1') +
  appYaml('late', 'shop/big:1') +
  appYaml('never', 'sim.local/a:1') +
  `apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  template:
    spec:
      automountServiceAccountToken: false
      restartPolicy: Never
      containers: [{ name: app, image: 'shop/small:1' }]
---
` +
  scenarioYaml(
    ['kind: kubeletRestart, node: node-1, at: 5s', takes('shop/big:1', '4s'), fails('sim.local/a:1')],
    "horizon: 90s\nnodes: { count: 2 }\nimages: [{ name: 'shop/small:1', size: 10MB }, { name: 'shop/big:1', size: 100MB }]",
  );
