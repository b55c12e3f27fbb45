import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import { unpacksAtOnce, unpacksBesideOthers } from '../../../rules/runtime/images/unpack-work.ts';
import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { headerNodes } from '../reading/node-lives.ts';

/** The layers of its image that a pull is unpacking, and the last one that it began. */
interface Unpacks {
  readonly open: Set<number>;
  last: number;
}

/**
 * A layer is written on top of those below it. With `max_concurrent_unpacks` above 1 layers do not wait for
 * each other, and only their number on the node is limited, with the SOCI snapshotter also that of one image.
 */
export const unpacksInChainOrder = always(
  'unpacks-in-chain-order',
  'A pull unpacks its layers one at a time, in the order of their chain; with max_concurrent_unpacks a node unpacks no more at once than that, and of one image no more than max_concurrent_unpacks_per_image of the SOCI snapshotter.',
  function* (records) {
    const limits = new Map(
      headerNodes(records).map(({ name, runtime, runtimeOptions }) => [
        name,
        limitsOf(selectRuntimeProfile(runtime, runtimeOptions).profile),
      ]),
    );
    /** By caller, then by the runtime's name of the pull. */
    const pulls = new Map<string, Map<string, Unpacks>>();
    const openOnNode = new Map<string, number>();
    const openOfImage = new Map<string, number>();
    for (const record of records) {
      // The runtime may still finish an older pull of the same caller, after a restart of the kubelet.
      if (isNewPull(record))
        for (const [name, { open }] of pulls.get(record.pull) ?? [])
          if (open.size === 0) pulls.get(record.pull)?.delete(name);
      if (
        record.type !== 'unpack' ||
        record.state === 'queued' ||
        record.state === 'shared' ||
        record.state === 'skipped'
      )
        continue;
      const node = record.node;
      const ofCaller = getOrInsert(pulls, record.pull, () => new Map());
      const unpacks = getOrInsert(ofCaller, record.actor, () => ({ open: new Set<number>(), last: -1 }));
      const open = openOnNode.get(node) ?? 0;
      const image = `${node} ${record.image}`;
      const ofImage = openOfImage.get(image) ?? 0;
      if (record.state === 'throttled') continue;
      if (record.state !== 'started') {
        if (!unpacks.open.delete(record.layer)) continue;
        openOnNode.set(node, open - 1);
        openOfImage.set(image, ofImage - 1);
        continue;
      }
      const { areOrdered, max, maxOfImage } = limits.get(node) ?? chainOrder;
      const why = areOrdered
        ? outOfOrder(unpacks, record.layer)
        : (tooMany(open, max) ?? tooMany(ofImage, maxOfImage));
      if (why !== undefined)
        yield { record: record.id, message: `layer ${record.layer} of ${record.image} is unpacked ${why}` };
      unpacks.open.add(record.layer);
      unpacks.last = record.layer;
      openOnNode.set(node, open + 1);
      openOfImage.set(image, ofImage + 1);
    }
  },
);

/** What a runtime allows to be unpacked at once. */
interface UnpackLimits {
  readonly areOrdered: boolean;
  readonly max: number;
  readonly maxOfImage: number;
}

const chainOrder: UnpackLimits = { areOrdered: true, max: 1, maxOfImage: 1 };

function limitsOf(profile: RuntimeProfile): UnpackLimits {
  if (!unpacksBesideOthers(profile)) return chainOrder;
  const maxOfImage = profile.options.parallelPull?.unpacksPerImage || Number.POSITIVE_INFINITY;
  return { areOrdered: false, max: unpacksAtOnce(profile), maxOfImage };
}

/** A call with the same name may come again later; it begins with a tag. */
function isNewPull(record: TraceRecord): record is Extract<TraceRecord, { type: 'request' }> {
  return record.type === 'request' && record.kind === 'tag' && record.state === 'sent';
}

function tooMany(open: number, max: number): string | undefined {
  return open < max ? undefined : `while ${open} others are, and ${max} may be at once`;
}

function outOfOrder({ open, last }: Unpacks, layer: number): string | undefined {
  const [openLayer] = open;
  if (openLayer !== undefined) return `while layer ${openLayer} is`;
  return layer > last ? undefined : `after layer ${last}`;
}
