import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import {
  createSortedMap,
  entries,
  get,
  remove,
  type SortedMap,
  set,
} from '../../../rules/collections/sorted-map.ts';
import { always, folded } from '../invariant.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

/** By pod and container: how far the latest pull of its image is. */
type LatestPulls = SortedMap<PullRecord['state']>;

export const containersHaveTheirImage = folded<LatestPulls>(
  {
    name: 'containers-have-their-image',
    kind: 'always',
    says: 'A container is created only after the latest pull of its image ended with the image present.',
  },
  undefined,
  (latest, record, tell) => {
    if (record.type === 'pull' && record.volume !== true)
      return set(latest, `${record.pod.uid} ${record.container}`, record.state);
    if (record.type !== 'container' || record.state !== 'creating') return latest;
    const pull = get(latest, `${record.pod.uid} ${record.container}`);
    if (pull === 'present' || pull === 'pulled') return latest;
    const message = `${record.pod.name}/${record.container} is created with its image ${pull ?? 'never asked for'}`;
    tell({ record: record.id, message });
    return latest;
  },
);

export const containersHaveTheirVolumes = always(
  'containers-have-their-volumes',
  'A container is created only while the image that was ensured for each image volume that it mounts is on the node.',
  function* (records) {
    const mounts = new Map<string, readonly string[]>();
    /** By the actor of the pull: what its last EnsureImageExists returned. */
    const ensured = new Map<string, string>();
    /**
     * By node and reference: the names under which the image is there; none: all have left. What was there
     * from the start is not recorded.
     */
    const names = new Map<string, Set<string>>();
    for (const record of records) {
      if (record.type === 'pod') {
        for (const containerSpec of record.containers)
          if (containerSpec.mounts !== undefined)
            mounts.set(`${record.pod.uid} ${containerSpec.name}`, containerSpec.mounts);
      } else if (record.type === 'result') {
        ensured.set(record.actor, record.imageRef);
      } else if (record.type === 'image') {
        const presentNames = getOrInsert(names, `${record.node} ${record.ref}`, () => new Set());
        if (record.state === 'present') presentNames.add(record.image);
        else presentNames.delete(record.image);
      } else if (record.type === 'container' && record.state === 'creating') {
        for (const volume of mounts.get(`${record.pod.uid} ${record.container}`) ?? []) {
          const ref = ensured.get(`${record.actor}/volumes/${volume}`) ?? '';
          // A kubelet whose gate is off ensures no image volume.
          if (names.get(`${record.node} ${ref}`)?.size !== 0) continue;
          const containerText = `${record.pod.name}/${record.container}`;
          yield {
            record: record.id,
            message: `${containerText} is created, and the image of its volume ${volume} is not on ${record.node}`,
          };
        }
      }
    }
  },
);

/** By pod and name: the node on which a sandbox or container is up. */
type Running = SortedMap<string>;

/** Sandboxes and containers outlive the kubelet, but not the node. */
export const nothingRunsTwice = folded<Running>(
  {
    name: 'nothing-runs-twice',
    kind: 'always',
    says: 'A sandbox or a container is created only where the one before it is gone, also after a restart of the kubelet.',
  },
  undefined,
  (up, record, tell) => {
    if (record.type === 'node' && record.state === 'rebooting') {
      const left = entries(up).filter(([, node]) => node !== record.actor);
      return createSortedMap(left);
    }
    if (record.type !== 'sandbox' && record.type !== 'container') return up;
    const startedText =
      record.type === 'sandbox'
        ? `the sandbox of ${record.pod.name}`
        : `${record.pod.name}/${record.container}`;
    const key = `${record.pod.uid} ${startedText}`;
    if (record.state === 'creating' && get(up, key) !== undefined)
      tell({ record: record.id, message: `${startedText} is created a second time` });
    if (record.state === 'ready' || record.state === 'running') return set(up, key, record.node);
    return record.state === 'gone' || record.state === 'exited' ? remove(up, key) : up;
  },
);
