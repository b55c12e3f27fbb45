/** Pods with an image each, of 200 MB, or the first of another size. */
export function podsWithImages(count: number, first = '200MB'): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const pods = numbers.map(
    (n) =>
      `{ apiVersion: v1, kind: Pod, metadata: { name: app-${n} }, spec: { containers: [{ name: app, image: 'registry.example.com/app-${n}:1' }] } }`,
  );
  const images = numbers.map((n) => `  - { name: 'registry.example.com/app-${n}:1', layers: [{ size: ${n === 1 ? first : '200MB'} }] }`);
  return [...pods, `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nimages:\n${images.join('\n')}`].join('\n---\n');
}

/** Pods of one Deployment, with one small image. */
export function manyPods(replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'registry.example.com/web:1' }] }
---
{ apiVersion: windlass.dev/v1alpha1, kind: Scenario, images: [{ name: 'registry.example.com/web:1', size: 50MB }] }`;
}
