import { imageName } from '../../../inputs/images/image-name.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/**
 * The names that faults can refer to: nodes, registries and images of a run. A text that is not an image name
 * is never pulled.
 */
export interface NamesOfRun {
  readonly nodes: readonly string[];
  readonly registries: readonly string[];
  readonly images: readonly string[];
}

/** A longer list to choose from is of no use. */
const namesMax = 500;

/** Returns the names in order, each once, and at most as many as one can choose from. */
export function namesOfRun({ view, resources }: RunContents): NamesOfRun {
  const named = [...new Set(view.rows.map(({ image }) => image))].filter(
    (image) => imageName(image) !== undefined,
  );
  const images = named.sort().slice(0, namesMax);
  const hosts = images.flatMap((image) => imageName(image)?.canonical.split('/')[0] ?? []);
  return {
    nodes: view.nodes.map(({ name }) => name).slice(0, namesMax),
    registries: [...new Set([...resources.registries.map(({ host }) => host), ...hosts])]
      .sort()
      .slice(0, namesMax),
    images,
  };
}
