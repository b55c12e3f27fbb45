import type { Because } from '../kubelet/observation.ts';
import type { Image } from './image.ts';
import type { RequestPoint } from './pull-error.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/** One thing to ask the registry for. */
export interface FetchItem extends RequestPoint {
  /** Before its file is opened, or where it has none, before the request or the queue for a slot. */
  readonly pauseMicros: number;
  readonly takesSlot: boolean;
  /** The transaction that opens its file; 0 where it has none. */
  readonly openMicros: number;
  /** A layer's place in the manifest and its size; -1 and 0 for all else, whose bytes are in its round trip. */
  readonly layer: number;
  readonly bytes: number;
  /** Who made room for it, where the pull itself limits its downloads. */
  readonly because: Because | undefined;
}

/** Returns the request that resolves the tag. */
export function headItems(profile: RuntimeProfile): readonly FetchItem[] {
  return [item(profile.delays.beforeHead, false, { method: 'HEAD', kind: 'tag', digest: '' })];
}

/**
 * Returns the requests between the tag and the layers, one after another: the index where there is one (one more round
 * trip, at the price of a manifest; not measured), manifest, config. The simulator knows digests of layers and the image
 * id only, so index and manifest go by that id too.
 */
export function manifestItems(profile: RuntimeProfile, image: Image): readonly FetchItem[] {
  const takesSlot = profile.downloadSlots.scope === 'node';
  const { beforeManifest, beforeConfig } = profile.delays;
  const index = item(beforeManifest, takesSlot, { method: 'GET', kind: 'index', digest: image.ref });
  const manifest = item(beforeManifest, takesSlot, { method: 'GET', kind: 'manifest', digest: image.ref });
  const config = item(beforeConfig, takesSlot, { method: 'GET', kind: 'config', digest: image.ref });
  return image.index ? [index, manifest, config] : [manifest, config];
}

/**
 * Returns the request for a layer. A fetcher that has just finished another layer has waited for its commit already.
 */
export function layerItems(profile: RuntimeProfile, image: Image, layer: number, because: Because | undefined): readonly FetchItem[] {
  const { digest = '', bytes = 0 } = image.layers[layer] ?? {};
  const { beforeLayers, betweenLayers: openMicros, slotHandOver, commit } = profile.delays;
  const untilOpen = because === undefined ? beforeLayers : slotHandOver - commit;
  const pauseMicros = Math.max(0, untilOpen - openMicros);
  const takesSlot = profile.downloadSlots.scope === 'node';
  return [{ method: 'GET', kind: 'layer', digest, pauseMicros, takesSlot, openMicros, layer, bytes, because }];
}

function item(pauseMicros: number, takesSlot: boolean, point: RequestPoint): FetchItem {
  return { ...point, pauseMicros, takesSlot, openMicros: 0, layer: -1, bytes: 0, because: undefined };
}
