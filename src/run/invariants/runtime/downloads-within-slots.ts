import { usesChunks } from '../../../rules/runtime/images/layer-chunks.ts';
import { selectRuntimeProfile } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import type { HeaderNode, TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { isOfRead } from '../reading/image-reads.ts';
import { headerNodes } from '../reading/node-lives.ts';

/**
 * The limit is `max_concurrent_downloads`, of each pull or of the whole node. containerd 1 holds a slot until
 * the layer is there. containerd 2 takes one for each response, and a layer whose response broke off waits
 * for the next slot with the others (`dockerFetcher.open`, `httpReadSeeker.Read` in core/remotes/docker).
 */
export const downloadsWithinSlots = always(
  'downloads-within-slots',
  'No more layers come at once than the runtime has download slots: for each pull with containerd 1, for the node with containerd 2.',
  function* (records) {
    const slots = new Map(headerNodes(records).flatMap((node) => nodeSlots(node) ?? []));
    const open = new Map<string, Set<string>>();
    for (const record of records) {
      if ((record.type !== 'fetch' && record.type !== 'request') || isOfRead(record)) continue;
      const node = record.node;
      const { scope, slotsMax } = slots.get(node) ?? { scope: 'node', slotsMax: Infinity };
      const slotOwner = scope === 'node' ? node : record.pull;
      const layers = open.get(slotOwner) ?? new Set<string>();
      open.set(slotOwner, layers);
      if (endsLayer(record) || (scope === 'node' && breaksOff(record))) layers.delete(record.actor);
      if (!beginsResponse(record) || layers.has(record.actor)) continue;
      layers.add(record.actor);
      if (layers.size > slotsMax) {
        yield {
          record: record.id,
          message: `${slotOwner} downloads ${layers.size} layers at once, with ${slotsMax} slots`,
        };
      }
    }
  },
);

/**
 * Nothing can be said if layers come in chunks: each chunk has its own slot, and between two chunks a layer
 * has none.
 */
function nodeSlots({ name, runtime, runtimeOptions }: HeaderNode) {
  const { options, downloadSlots } = selectRuntimeProfile(runtime, runtimeOptions).profile;
  return options.concurrentLayerFetchBuffer > 0 || usesChunks(options)
    ? undefined
    : ([[name, downloadSlots]] as const);
}

function beginsResponse(record: TraceRecord): boolean {
  return (
    record.type === 'request' &&
    record.kind === 'layer' &&
    record.state === 'answered' &&
    (record.status ?? 0) < 300
  );
}

function breaksOff(record: TraceRecord): boolean {
  return record.type === 'request' && record.kind === 'layer' && record.state === 'failed';
}

function endsLayer(record: TraceRecord): boolean {
  return record.type === 'fetch' && (record.state === 'fetched' || record.state === 'failed');
}
