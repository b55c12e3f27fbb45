import type { ContainerSpec, PodSpec } from './pod.ts';

/** What somebody changes of a pod that is there: `kubectl debug`, `kubectl set image pod/…`. */
export type PodChange =
  | { readonly kind: 'ephemeralContainer'; readonly container: ContainerSpec }
  /** `container` null: every container of the pod, init containers too (`kubectl set image … *=`). */
  | { readonly kind: 'image'; readonly container: string | null; readonly image: string };

/** The pod's spec after the change; the very same one where it changes nothing. Names are taken once in a pod. */
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

/** Whether two pods of one workload have the same images in the same containers: nothing else of a template changes here. */
export function sameImages(a: PodSpec, b: PodSpec): boolean {
  const images = (pod: PodSpec) => [...pod.initContainers, ...pod.containers].map(({ image }) => image);
  const others = images(b);
  return images(a).every((image, index) => image === others[index]);
}
