import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import { always } from '../invariant.ts';
import { headerNodes } from '../reading/node-lives.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

export const containersHaveTheirImage = always(
  'containers-have-their-image',
  'A container is created only after the latest pull of its image ended with the image present.',
  function* (records) {
    const latest = new Map<string, PullRecord>();
    for (const record of records) {
      if (record.type === 'pull' && record.volume !== true)
        latest.set(`${record.pod.uid} ${record.container}`, record);
      if (record.type !== 'container' || record.state !== 'creating') continue;
      const pull = latest.get(`${record.pod.uid} ${record.container}`);
      if (pull?.state === 'present' || pull?.state === 'pulled') continue;
      yield {
        record: record.id,
        message: `${record.pod.name}/${record.container} is created with its image ${pull?.state ?? 'never asked for'}`,
      };
    }
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

/** Sandboxes and containers outlive the kubelet, but not the node. */
export const nothingRunsTwice = always(
  'nothing-runs-twice',
  'A sandbox or a container is created only where the one before it is gone, also after a restart of the kubelet.',
  function* (records) {
    const nodes = new Set(headerNodes(records).map((node) => node.name));
    const up = new Map<string, string>();
    for (const record of records) {
      if (record.type === 'node' && record.state === 'rebooting' && nodes.has(record.actor)) {
        for (const [startedKey, node] of up) if (node === record.actor) up.delete(startedKey);
      }
      if (record.type !== 'sandbox' && record.type !== 'container') continue;
      const startedText =
        record.type === 'sandbox'
          ? `the sandbox of ${record.pod.name}`
          : `${record.pod.name}/${record.container}`;
      const key = `${record.pod.uid} ${startedText}`;
      if (record.state === 'creating' && up.has(key))
        yield { record: record.id, message: `${startedText} is created a second time` };
      if (record.state === 'ready' || record.state === 'running') up.set(key, record.node);
      if (record.state === 'gone' || record.state === 'exited') up.delete(key);
    }
  },
);
