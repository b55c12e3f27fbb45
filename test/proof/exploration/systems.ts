import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';

/** A node with pods, each with a container of this image, whose pull takes so long. Pods come 1 ms apart. */
export function nodeWith(
  pods: readonly { readonly image: string; readonly takes: string }[],
  settings = '',
): SimulationInput {
  const manifests = pods.map(
    ({ image }, index) => `apiVersion: v1
kind: Pod
metadata: { name: p${index + 1} }
spec: { containers: [{ name: app, image: 'sim.local/${image}:1' }] }
`,
  );
  const takes = [...new Map(pods.map(({ image, takes }) => [image, takes]))].map(
    ([image, takes]) => `  - { kind: pullTakes, image: 'sim.local/${image}:1', takes: ${takes} }`,
  );
  const scenario = [
    'apiVersion: windlass.dev/v1alpha1',
    'kind: Scenario',
    'horizon: 3m',
    'faults:',
    ...takes,
  ].join('\n');
  return inputOf([...manifests, settings, scenario].filter((text) => text !== '').join('\n---\n'));
}
