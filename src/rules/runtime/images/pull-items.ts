import type { Because } from '../../../trace/observation.ts';
import type { RequestPoint } from '../errors/pull-error.ts';
import { noteMicros, type RuntimeDelays, type RuntimeProfile } from '../profiles/runtime-profile.ts';
import type { BegunBlob, Blob, BlobState } from './content-store.ts';
import type { Image } from './image.ts';

/** A thing that a fetch asks the registry for. */
export interface FetchItem extends RequestPoint {
  /** The time before `open`. */
  readonly pauseMicros: number;
  readonly takesSlot: boolean;
  /** How much later the request is sent if the node unpacks a layer then. */
  readonly giveWayMicros: number;
  /** The write to the metadata store before the request, for example of its file. */
  readonly open: MetadataWrite;
  /** The write once it has been fetched. */
  readonly note: MetadataWrite;
  /**
   * The place of a layer in the manifest, and its size; -1 and 0 for anything else, whose bytes are part of
   * the round trip.
   */
  readonly layer: number;
  readonly bytes: number;
  /** How many bytes of it are already present. */
  readonly offset: number;
  /** Whether its blob is there, so that nothing is asked for. */
  readonly isPresent: boolean;
  /** All its bytes are there, and are the wrong ones: the fault that made them so. */
  readonly spoiledBy?: string;
  /** The cause of its delay: the fetch that has finished before it, if the pull limits its own downloads. */
  readonly because: Because | undefined;
  /** The highest rate at which its bytes are taken; absent: any. */
  readonly bytesPerSecondMax?: number;
}

/** Returns the request that resolves the tag. */
export function headItems(profile: RuntimeProfile): readonly FetchItem[] {
  return [
    item({ pauseMicros: profile.delays.beforeHead, write: noWrite }, false, {
      method: 'HEAD',
      kind: 'tag',
      digest: '',
    }),
  ];
}

/**
 * Returns the requests between the tag and the layers, one after another: the index where there is one (one
 * more round trip, at the price of a manifest; not measured), manifest, config. The simulator knows digests
 * of layers and the image id only, so index and manifest go by that id too.
 */
export function manifestItems(profile: RuntimeProfile, image: Image): readonly FetchItem[] {
  const takesSlot = profile.downloadSlots.scope === 'node';
  const { delays } = profile;
  const beforeManifest = metadataStep(delays, delays.beforeManifest, transactionsBefore.manifest);
  const beforeConfig = metadataStep(delays, delays.beforeConfig, transactionsBefore.config);
  const index = item(beforeManifest, takesSlot, { method: 'GET', kind: 'index', digest: image.ref });
  const manifest = item(beforeManifest, takesSlot, { method: 'GET', kind: 'manifest', digest: image.ref });
  const note = beforeLayers(profile).write;
  const config = item(beforeConfig, takesSlot, { method: 'GET', kind: 'config', digest: image.ref }, note);
  // Without a manifest for the platform nothing of the index is followed (LimitManifests, images/handlers.go).
  if (image.missingPlatform !== undefined) return [index];
  return image.index ? [index, manifest, config] : [manifest, config];
}

/**
 * Returns how long a pull takes from the tag to its first layers, beside what it takes anyhow, where it finds
 * manifest and config of a pull that failed: it reads them, and notes as much. Measured: e6-retry, HEAD
 * answered → GET layer 17.5 ms.
 */
export function readManifestMicros(profile: RuntimeProfile): number {
  const { transactions, micros } = beforeLayers(profile).write;
  return profile.delays.beforeConfig + transactions * micros;
}

/** A layer that is to be fetched from this byte on, or whose blob is there. */
export type BegunLayer = Pick<Blob, 'layer' | keyof BegunBlob> & { readonly state?: BlobState | undefined };

/**
 * Returns the request for a layer. A fetcher that has just finished another layer has waited for its commit
 * already. A layer whose blob is there costs two transactions all the same: it joins the lease of the pull
 * (`contentStore.Writer`, metadata/content.go), and gets the label that says where it comes from
 * (`AppendDistributionSourceLabel`, remotes/docker/handler.go).
 */
export function layerItems(
  profile: RuntimeProfile,
  image: Image,
  { layer, offset, state, spoiledBy }: BegunLayer,
  because: Because | undefined,
): readonly FetchItem[] {
  const { digest = '', bytes = 0 } = image.layers[layer] ?? {};
  const { betweenLayers, resumePerMegabyte, slotHandOver, handOverWait, commit, transaction } =
    profile.delays;
  const pauseMicros =
    because === undefined
      ? beforeLayers(profile).pauseMicros
      : Math.max(0, slotHandOver - commit - betweenLayers);
  const giveWayMicros = because === undefined ? 0 : handOverWait;
  const takesSlot = profile.downloadSlots.scope === 'node';
  const isPresent = state === 'present';
  const open = isPresent
    ? { transactions: 2, micros: transaction }
    : { transactions: 1, micros: betweenLayers + Math.round((offset / 1e6) * resumePerMegabyte) };
  const note = {
    transactions: profile.blobWrites,
    micros: Math.round(noteMicros(profile, bytes) / profile.blobWrites),
  };
  return [
    {
      method: 'GET',
      kind: 'layer',
      digest,
      pauseMicros,
      takesSlot,
      giveWayMicros,
      open,
      note,
      layer,
      bytes,
      offset,
      isPresent,
      ...(spoiledBy === undefined ? {} : { spoiledBy }),
      because,
    },
  ];
}

/** The step between the config and the first layers. Its write is made once for all of them. */
function beforeLayers({ delays }: RuntimeProfile): MetadataStep {
  return metadataStep(
    delays,
    Math.max(0, delays.beforeLayers - delays.betweenLayers),
    transactionsBefore.layers,
  );
}

function item(
  { pauseMicros, write: open }: MetadataStep,
  takesSlot: boolean,
  { method, kind, digest }: RequestPoint,
  note: MetadataWrite = noWrite,
): FetchItem {
  return {
    method,
    kind,
    digest,
    pauseMicros,
    takesSlot,
    giveWayMicros: 0,
    open,
    note,
    layer: -1,
    bytes: 0,
    offset: 0,
    isPresent: false,
    because: undefined,
  };
}

/**
 * The transactions of one write to the metadata store, one after another; 0 µs: there is nothing to write.
 */
export interface MetadataWrite {
  readonly transactions: number;
  /** How long each transaction takes. */
  readonly micros: number;
}

/**
 * What a runtime does between two visible steps of a pull: work of its own, and a write to the metadata
 * store.
 */
export interface MetadataStep {
  readonly pauseMicros: number;
  readonly write: MetadataWrite;
}

/**
 * The number of transactions before each of these steps. Read in containerd's source: pull.go, handlers.go,
 * unpacker.go.
 */
export const transactionsBefore = {
  /** The lease, and the file of the manifest. */
  manifest: 2,
  /** The manifest with its labels, and the file of the config. */
  config: 4,
  /** The config with its labels, and the snapshot of the first layer. */
  layers: 4,
  /** The image under its names, and the end of the lease. */
  reply: 4,
} as const;

export const noWrite: MetadataWrite = { transactions: 1, micros: 0 };

/** Returns a step with so many transactions, which takes `micros` if no other write is under way. */
export function metadataStep(delays: RuntimeDelays, micros: number, transactions: number): MetadataStep {
  const each = Math.min(delays.transaction, Math.floor(micros / transactions));
  return { pauseMicros: micros - each * transactions, write: { transactions, micros: each } };
}
