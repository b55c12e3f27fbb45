import type { ContainerSpec, PodSpec } from './pod.ts';

/** A change of an existing pod: `kubectl debug`, `kubectl set image pod/…`. */
export type PodChange =
  | { readonly kind: 'ephemeralContainer'; readonly container: ContainerSpec }
  /** `container` null: all containers of the pod, init containers included (`kubectl set image … *=`). */
  | { readonly kind: 'image'; readonly container: string | null; readonly image: string };

/** Returns the pod's spec after the change, or the same object if it changes nothing. A name occurs only once in a pod. */
export function withPodChange(pod: PodSpec, change: PodChange): PodSpec {
  if (change.kind === 'ephemeralContainer') {
    const { container } = change;
    const taken = [...pod.initContainers, ...pod.containers, ...pod.ephemeralContainers].some(({ name }) => name === container.name);
    return taken ? pod : { ...pod, ephemeralContainers: [...pod.ephemeralContainers, container] };
  }
  const isMeant = ({ name, image }: ContainerSpec) => (change.container ?? name) === name && image !== change.image;
  if (![...pod.initContainers, ...pod.containers].some(isMeant)) return pod;
  const set = (container: ContainerSpec) => (isMeant(container) ? { ...container, image: change.image } : container);
  return { ...pod, initContainers: pod.initContainers.map(set), containers: pod.containers.map(set) };
}

/** Whether two pods of a workload have the same images in the same containers. Nothing else of a template can change here. */
export function sameImages(a: PodSpec, b: PodSpec): boolean {
  const images = (pod: PodSpec) => [...pod.initContainers, ...pod.containers].map(({ image }) => image);
  const others = images(b);
  return images(a).every((image, index) => image === others[index]);
}
