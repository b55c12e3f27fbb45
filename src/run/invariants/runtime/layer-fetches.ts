import type { TraceRecord } from '../../../trace/record.ts';
import { always, eventually, type Violation } from '../invariant.ts';
import { isOfRead, isOfRest } from '../reading/image-reads.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';

/** A layer that a pull fetched. */
interface Fetched {
  readonly pull: string;
  readonly digest: string;
  readonly record: number;
}

/** The layers that a node fetched. */
interface Layers {
  /** For pulls that may still fail. */
  readonly open: Map<string, readonly Fetched[]>;
  /** By digest, for pulls that did not fail. */
  readonly kept: Map<string, Fetched>;
  /** By digest: the record at which it last arrived. */
  readonly last: Map<string, number>;
}

/**
 * What a failed or cancelled pull fetched is removed sooner or later, and so may be what a removed image
 * held: then the layer may be fetched again. (Whether another image keeps it is decided by the content store,
 * and is no violation.) A pull has not failed if its image is there: from then on it is wrong to fetch one of
 * its layers again.
 */
export const layersFetchedOnce = always(
  'layers-fetched-once',
  'A node fetches a layer once, unless an image was removed or the pull that fetched it failed in between.',
  function* (records) {
    const nodes = headerNodes(records).map((node) => node.name);
    const byNode = new Map<string, Layers>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) byNode.delete(node);
      if (record.type === 'image' && record.state === 'removed') byNode.delete(record.node);
      if (record.type === 'image' && record.state === 'present' && record.because?.kind === 'pull') {
        for (const fetched of keep(byNode.get(record.node), record.pull ?? '')) {
          const again = byNode.get(record.node)?.last.get(fetched.digest) ?? fetched.record;
          if (again > fetched.record) yield comesAgain(record.id, fetched, again);
        }
      }
      if (isNewPull(record))
        byNode.get(record.node)?.open.delete('pull' in record ? record.pull : record.actor);
      if (record.type !== 'fetch' || record.state !== 'started' || isOfRead(record)) continue;
      const layers = byNode.get(record.node) ?? { open: new Map(), kept: new Map(), last: new Map() };
      byNode.set(record.node, layers);
      const before = layers.kept.get(record.digest);
      if (before !== undefined) yield comesAgain(record.id, before, record.id);
      note(layers, { pull: record.pull, digest: record.digest, record: record.id });
    }
  },
);

function comesAgain(record: number, { digest, record: first }: Fetched, again: number): Violation {
  return {
    record,
    message: `${digest} comes again${again === record ? '' : ` at record ${again}`}: record ${first} fetched it`,
  };
}

function note({ open, last }: Layers, fetched: Fetched): void {
  open.set(fetched.pull, [...(open.get(fetched.pull) ?? []), fetched]);
  last.set(fetched.digest, fetched.record);
}

/** Returns what a successful pull had fetched, which stays from now on. */
function keep(layers: Layers | undefined, pull: string): readonly Fetched[] {
  const fetched = layers?.open.get(pull) ?? [];
  for (const layer of fetched) layers?.kept.set(layer.digest, layer);
  layers?.open.delete(pull);
  return fetched;
}

/**
 * Whether this record begins a pull. What the caller's earlier pull had fetched is then gone, because that
 * pull failed.
 */
function isNewPull(record: TraceRecord): record is Extract<TraceRecord, { type: 'runtime' | 'request' }> {
  if (record.type === 'runtime') return record.op === 'PullImage';
  return record.type === 'request' && record.kind === 'tag' && record.state === 'sent';
}

/** A layer that never ends would block its connection, and the pulls that share it. */
export const everyFetchEnds = eventually(
  'every-fetch-ends',
  'In a settled run every layer whose fetch began was fetched or failed, unless its kubelet stopped; the rest of an image that is pulled lazily may still come.',
  function* (records) {
    const last = records.at(-1);
    if (last?.type !== 'end' || last.reason !== 'settled') return;
    const nodes = headerNodes(records).map((node) => node.name);
    const open = new Map<
      string,
      { readonly record: number; readonly node: string; readonly digest: string }
    >();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [actor, fetch] of open) if (fetch.node === node) open.delete(actor);
      }
      if (record.type !== 'fetch' || isOfRest(record)) continue;
      if (record.state === 'started')
        open.set(record.actor, { record: record.id, node: record.node, digest: record.digest });
      else if (record.state === 'fetched' || record.state === 'failed') open.delete(record.actor);
    }
    yield* [...open.values()].map(({ record, digest }) => ({
      record,
      message: `the run is settled, but ${digest} is still being fetched`,
    }));
  },
);
