import type { TraceRecord } from '../../trace/record.ts';

/**
 * Something that some trace should show (`sometimes`). It is not a property of one trace, but shows that many
 * traces together reach what they should.
 */
export interface Sighting {
  /** The name, `pull-waits-for-slot`. */
  readonly name: string;
  readonly kind: 'sometimes';
  /** What is seen, in one sentence. */
  readonly says: string;
  /** Returns the number of the first record that shows it; undefined if none does. */
  readonly find: (records: readonly TraceRecord[]) => number | undefined;
}

/** What good traces show together, in the order of a pull's life. */
export const sightings: readonly Sighting[] = [
  sighting(
    'present-image-is-used',
    'A pod uses an image that is on its node, without a pull.',
    isPull('present'),
  ),
  sighting('pull-waits-for-slot', 'A pull waits for a slot that another one holds.', (record) => {
    return record.type === 'pull' && record.state === 'pulling' && record.because?.kind === 'slot';
  }),
  sighting('image-arrives', 'A pull brings its image to the node.', isPull('pulled')),
  sighting('pull-fails', 'A pull fails.', isPull('failed')),
  sighting('throttle-refuses', 'A pull is refused by registryPullQPS.', (record) => {
    return record.type === 'pull' && record.throttled === true;
  }),
  sighting('back-off-refuses', 'A pull is refused by its back-off.', isPull('backingOff')),
  {
    name: 'pull-recovers',
    kind: 'sometimes',
    says: 'A pod gets an image whose pull had failed before.',
    find: (records) => {
      const failed = new Set<string>();
      return records.find((record) => {
        if (record.type !== 'pull') return false;
        const key = `${record.pod.uid}_${record.image}`;
        if (record.state === 'failed') failed.add(key);
        return record.state === 'pulled' && failed.has(key);
      })?.id;
    },
  },
  sighting('layer-is-shared', 'A pull waits for a layer that another one fetches.', (record) => {
    return record.type === 'fetch' && record.state === 'shared';
  }),
  sighting(
    'container-starts',
    'A container runs.',
    (record) => record.type === 'container' && record.state === 'running',
  ),
];

function sighting(name: string, says: string, shows: (record: TraceRecord) => boolean): Sighting {
  return { name, kind: 'sometimes', says, find: (records) => records.find(shows)?.id };
}

function isPull(state: string): (record: TraceRecord) => boolean {
  return (record) => record.type === 'pull' && record.state === state;
}
