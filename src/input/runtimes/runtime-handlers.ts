import type { KubernetesObject } from '../workloads/kubernetes-object.ts';

/** The handler of each RuntimeClass in the input, by the class's name. */
export function runtimeHandlers(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  const handlers = new Map<string, string>();
  for (const { value } of objects) {
    const { metadata, handler } = value as { readonly metadata?: { readonly name?: unknown } | null; readonly handler?: unknown };
    if (typeof metadata?.name === 'string' && typeof handler === 'string') handlers.set(metadata.name, handler);
  }
  return handlers;
}
