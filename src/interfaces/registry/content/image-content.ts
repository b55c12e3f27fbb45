import { mediaType } from '../../../rules/runtime/errors/pull-error.ts';
import type { Image, Layer, PlatformContent } from '../../../rules/runtime/images/image.ts';
import { DrawnLayer } from './drawn-layer.ts';
import { hashLayer, type LayerDigests } from './layer-digests.ts';
import { createDocument, descriptorOf, type LayerContent, type StoredContent } from './stored-content.ts';

/** An image with its bytes: what its tag points to, and all that its digests name. */
export interface ImageContent {
  readonly root: StoredContent;
  readonly byDigest: ReadonlyMap<string, StoredContent>;
}

interface HashedLayer {
  readonly layer: DrawnLayer;
  readonly digests: LayerDigests;
}

/**
 * The bytes of images. Layers with one digest in the Scenario are one layer here too, with another digest: that
 * of the bytes that are drawn for it. Each layer is hashed once, when an image with it is asked for first.
 */
export class DrawnContent {
  readonly #seed: number;
  readonly #platforms: readonly string[];
  readonly #layers = new Map<string, Promise<HashedLayer>>();
  readonly #images = new Map<string, Promise<ImageContent>>();

  /** `platforms`: those of an index that names none. */
  constructor(seed: number, platforms: readonly string[]) {
    this.#seed = seed;
    this.#platforms = platforms;
  }

  /** Returns the content of an image. The first call for a layer takes seconds for each gigabyte of it. */
  of(image: Image): Promise<ImageContent> {
    const content = this.#images.get(image.name) ?? this.#make(image);
    this.#images.set(image.name, content);
    return content;
  }

  async #make(image: Image): Promise<ImageContent> {
    const byDigest = new Map<string, StoredContent>();
    const platforms = image.platforms ?? this.#platforms;
    if (!image.index && image.platforms === undefined) {
      const root = await this.#manifest(image, platforms[0] ?? '', byDigest);
      return { root, byDigest };
    }
    const manifests = [];
    for (const platform of platforms) {
      const content = { ...image, ...image.byPlatform?.[platform] };
      const manifest = await this.#manifest(content, platform, byDigest);
      manifests.push({ ...descriptorOf(manifest), platform: platformFields(platform) });
    }
    const type = mediaType('index');
    const root = createDocument('index', type, { schemaVersion: 2, mediaType: type, manifests });
    byDigest.set(root.digest, root);
    return { root, byDigest };
  }

  async #manifest(
    { ref, layers, configBytes }: PlatformContent,
    platform: string,
    byDigest: Map<string, StoredContent>,
  ): Promise<StoredContent> {
    const contents: LayerContent[] = [];
    const diffIds: string[] = [];
    for (const [place, layerOfImage] of layers.entries()) {
      const { layer, digests } = await this.#hashed(layerOfImage);
      diffIds.push(digests.diffId);
      contents.push({
        kind: 'layer',
        mediaType: layerTypes[layer.compression],
        digest: digests.digest,
        bytes: layer.bytes,
        layer,
        sum: digests,
        place,
      });
    }
    const config = createDocument(
      'config',
      mediaType('config'),
      {
        ...platformFields(platform),
        config: { Labels: { 'dev.windlass.image': ref } },
        rootfs: { type: 'layers', diff_ids: diffIds },
      },
      configBytes,
    );
    const type = mediaType('manifest');
    const manifest = createDocument('manifest', type, {
      schemaVersion: 2,
      mediaType: type,
      config: descriptorOf(config),
      layers: contents.map(descriptorOf),
    });
    // A layer that is there twice has its first place.
    for (const content of [manifest, config, ...contents])
      if (!byDigest.has(content.digest)) byDigest.set(content.digest, content);
    return manifest;
  }

  #hashed(size: Layer): Promise<HashedLayer> {
    const { digest, bytes, unpackedBytes, compression = 'gzip' } = size;
    const name = `${this.#seed} ${digest} ${bytes}`;
    const key = `${name} ${unpackedBytes} ${compression}`;
    const hashed = this.#layers.get(key) ?? withDigests(new DrawnLayer(name, size));
    this.#layers.set(key, hashed);
    return hashed;
  }
}

const layerTypes: Readonly<Record<DrawnLayer['compression'], string>> = {
  gzip: mediaType('layer'),
  zstd: 'application/vnd.oci.image.layer.v1.tar+zstd',
  none: 'application/vnd.oci.image.layer.v1.tar',
};

async function withDigests(layer: DrawnLayer): Promise<HashedLayer> {
  return { layer, digests: await hashLayer(layer) };
}

function platformFields(platform: string): Readonly<Record<string, string>> {
  const [os = '', architecture = '', variant] = platform.split('/');
  return { architecture, os, ...(variant === undefined ? {} : { variant }) };
}
