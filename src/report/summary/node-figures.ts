import type { nodeFigures } from '../../json/run-summary.ts';
import type { Readings } from '../../trace/readings.ts';
import type { Parsed } from '../../trace/record.ts';

/** What happened to the nodes besides pulls. Of images that share layers image GC believes to free more than it does. */
export type NodeFigures = Parsed<typeof nodeFigures>;

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
