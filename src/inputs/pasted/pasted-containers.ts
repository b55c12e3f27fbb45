import { imageIn } from '../events/pod-sighting.ts';
import type { DescribedPod } from './described-pod.ts';
import type { EventRow } from './event-rows.ts';

const containerIn =
  /^(?:Created|Started|Stopping) container:? ([a-z0-9][a-z0-9-]*)$|^Back-off restarting failed container (?!in )([a-z0-9][a-z0-9-]*)/;
/** Containers of one sync follow each other at once: a longer rest is the run of an init container. */
const initRunMicrosMin = 2_000_000;

/** What is known of the container of an image. */
interface Container {
  readonly name: string;
  isInit: boolean;
}

/**
 * Returns the field paths of the events of a pod, in the order of the rows: tables do not print them, but an image is
 * that of a described container, or of the container that is created next. A container that was never created has a
 * name of ours.
 */
export function containerPaths(rows: readonly EventRow[], pod: DescribedPod | undefined): string[] {
  const containers = new Map<string, Container>();
  const byImage = new Map<string, Container>();
  for (const { name, isInit, fields } of pod?.containers ?? []) {
    const container = { name, isInit };
    containers.set(name, container);
    byImage.set(fields.get('Image') ?? '', container);
  }
  const inOrder = rows.toSorted((a, b) => begin(b) - begin(a));
  if (pod === undefined || pod.containers.length === 0) pairImages(inOrder, containers, byImage);
  for (const row of rows) {
    const image = imageIn(row.message);
    if (image === undefined || byImage.has(image)) continue;
    const only = [...containers.values()].filter((one) => ![...byImage.values()].includes(one));
    const container =
      only.length === 1 && only[0] ? only[0] : { name: `container-${byImage.size + 1}`, isInit: false };
    byImage.set(image, container);
  }
  let last: Container | undefined;
  return rows.map(({ message, fieldPath, reason }) => {
    if (fieldPath !== '') return fieldPath;
    const name = nameIn(message);
    const namedContainer = name === undefined ? byImage.get(imageIn(message) ?? '') : containers.get(name);
    // `Error: ErrImagePull` stands next to the failure that it is about.
    const container = namedContainer ?? (reason === 'Failed' ? last : undefined);
    last = container ?? last;
    return container === undefined
      ? ''
      : `spec.${container.isInit ? 'initContainers' : 'containers'}{${container.name}}`;
  });
}

/** How long ago it was first seen. */
function begin({ first }: EventRow): number {
  return first?.leastMicros ?? 0;
}

function nameIn(message: string): string | undefined {
  const match = containerIn.exec(message);
  return match?.[1] ?? match?.[2];
}

function pairImages(
  inOrder: readonly EventRow[],
  containers: Map<string, Container>,
  byImage: Map<string, Container>,
): void {
  let image: string | undefined;
  let started: { readonly container: Container; readonly age: number } | undefined;
  for (const row of inOrder) {
    const name = nameIn(row.message);
    const namedImage = imageIn(row.message);
    if (namedImage !== undefined) {
      image = namedImage;
      // Of a container that ran before the next one began.
      if (
        started !== undefined &&
        byImage.get(namedImage) !== started.container &&
        started.age - begin(row) >= initRunMicrosMin
      )
        started.container.isInit = true;
      continue;
    }
    if (name === undefined) continue;
    const container = containers.get(name) ?? { name, isInit: false };
    containers.set(name, container);
    if (image !== undefined && !byImage.has(image)) byImage.set(image, container);
    if (row.reason === 'Started') started = { container, age: begin(row) };
  }
}
