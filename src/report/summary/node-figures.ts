import type { Readings } from '../../trace/readings.ts';

/** What happened to the nodes besides pulls. */
export interface NodeFigures {
  /** The number of images that image GC removed. */
  readonly imagesRemoved: number;
  /** The bytes that this freed on the disks. Image GC believes more where layers are shared. */
  readonly freedBytes: number;
  readonly believedBytes: number;
  /** The number of failed rounds of image GC. */
  readonly gcFailures: number;
  /** How often a node became NotReady, and how often it came under disk pressure. */
  readonly notReady: number;
  readonly diskPressure: number;
  readonly podsDeleted: number;
}

/** Counts what happens to nodes. */
export class NodeFiguresReader {
  readonly #figures = { imagesRemoved: 0, freedBytes: 0, believedBytes: 0, gcFailures: 0, notReady: 0, diskPressure: 0, podsDeleted: 0 };
  readonly readings: Readings = {
    pod: ({ state }) => {
      if (state === 'deleted') this.#figures.podsDeleted += 1;
    },
    condition: ({ condition, status }) => {
      if (condition === 'Ready' && status !== 'True') this.#figures.notReady += 1;
      if (condition === 'DiskPressure' && status === 'True') this.#figures.diskPressure += 1;
    },
    imageGC: ({ state, freedBytes = 0, believedBytes = 0, error }) => {
      if (state === 'removed') {
        this.#figures.imagesRemoved += 1;
        this.#figures.freedBytes += freedBytes;
        this.#figures.believedBytes += believedBytes;
      } else if (state === 'finished' && error !== undefined) this.#figures.gcFailures += 1;
    },
  };

  figures(): NodeFigures {
    return this.#figures;
  }
}
