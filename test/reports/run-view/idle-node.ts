import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import type { Series } from '../../../src/reports/run-view/series-builder.ts';

/** A series that is 0 all the time. */
export const nothing: Series = { atMs: [0], values: [0] };

/** A node on which nothing happens. */
export const idleNode: NodeResources = {
  node: 'n',
  slotsInUse: nothing,
  slotsWaiting: nothing,
  link: nothing,
  disk: nothing,
  images: [],
  backOffs: [],
};
