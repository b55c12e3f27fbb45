// What the simulator runs in the bench: nodes of pods, each pod with an image of its own, no image twice on a
// node.

/** One layer an image, over links without contention. */
export const oneLayer = {
  layersOf: () => '{ size: 20MB }',
  scenario: () => '',
};

/**
 * Four layers an image, two of them in every image, from a registry whose egress is less than the links
 * together.
 */
export const fourLayers = {
  layersOf: (index) => {
    const base = (name, size) => `{ size: ${size}, digest: 'sha256:${name.repeat(64)}' }`;
    return [
      base('a', '30MB'),
      base('b', '10MB'),
      `{ size: ${10 + (index % 7)}MB }`,
      `{ size: ${1 + (index % 5)}MB }`,
    ].join(', ');
  },
  scenario: (nodes) => `registries: { bench.local: { egress: ${nodes * 60}MB/s } }`,
};

/** Ten layers an image, as images of applications have. */
export const severalLayers = {
  layersOf: (index) =>
    Array.from({ length: 10 }, (_, layer) => `{ size: ${1 + ((index * 7 + layer * 13) % 40)}MB }`).join(', '),
  scenario: () => '',
};

/** One layer an image, from a registry whose egress is less than the links together. */
export const limitedEgress = {
  ...oneLayer,
  scenario: (nodes) => `registries: { bench.local: { egress: ${nodes * 60}MB/s } }`,
};

/** A hundred pods of one node whose registry is down from a Friday evening to a Monday afternoon. */
export const downForDays = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: 1 }
horizon: 72h
images:
  - { name: 'bench.local/missing:1', layers: [{ size: 20MB }] }
faults:
  - { kind: registryDown, registry: bench.local, from: 0s, until: 71h }
${Array.from(
  { length: 100 },
  (_, index) => `---
apiVersion: v1
kind: Pod
metadata: { name: app-${index} }
spec: { containers: [{ name: app, image: 'bench.local/missing:1' }] }
`,
).join('')}`;

/** Returns the input text of so many nodes that each run so many pods. */
export function workload(nodes, podsPerNode, { layersOf, scenario, host = 'bench.local' }) {
  const indexes = Array.from({ length: podsPerNode }, (_, index) => index);
  const images = indexes.map(
    (index) => `    - { name: '${host}/app-${index}:1', layers: [${layersOf(index)}] }`,
  );
  const pods = indexes.map(
    (index) => `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: app-${index} }
spec:
  selector: { matchLabels: { app: 'app-${index}' } }
  template:
    metadata: { labels: { app: 'app-${index}' } }
    spec: { containers: [{ name: app, image: '${host}/app-${index}:1' }] }`,
  );
  return `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: ${nodes} }
${scenario(nodes)}
images:
${images.join('\n')}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
registryPullQPS: 0
maxPods: ${Math.max(110, podsPerNode)}
---${pods.join('\n---')}
`;
}
