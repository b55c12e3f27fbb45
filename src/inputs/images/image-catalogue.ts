import type { Image, Layer } from '../../rules/runtime/images/image.ts';
import { defaultOf } from '../defaults.ts';
import { findKnownImage } from '../known-images/find-known-image.ts';
import { bytes } from '../scenario/quantity-shapes.ts';
import { drawnOrigin, imageOfSize, uncertainImage } from './assumed-image.ts';
import { imageName } from './image-name.ts';
import type { ImageOrigin, UncertainOrigin } from './image-origin.ts';
import { nameHash } from './name-hash.ts';

/** What a source tells about one image: either the whole size or the layers. */
export interface CatalogueImage {
  readonly names: readonly string[];
  readonly source: Image['source'];
  /** The source, for people: a file or an option. */
  readonly by: string;
  readonly sizeBytes?: number;
  readonly layers?: readonly Layer[];
  readonly configBytes?: number;
  readonly ref?: string;
  readonly index?: boolean;
  readonly platforms?: readonly string[];
  readonly byPlatform?: Image['byPlatform'];
}

/** What is known of images, under any spelling of their names. The first source counts. */
export class ImageCatalogue {
  readonly #known = new Map<string, CatalogueImage>();
  /** The origin of each requested image, by canonical name. */
  readonly origins = new Map<string, ImageOrigin>();
  /**
   * Canonical names of images whose size was given but whose layers were drawn, including images behind an
   * index.
   */
  readonly split = new Set<string>();
  readonly behindIndex = new Set<string>();

  /** Adds an image under each of its names that is valid and not known yet. */
  add(image: CatalogueImage): void {
    for (const name of image.names) {
      const canonical = imageName(name)?.canonical;
      if (canonical !== undefined && !this.#known.has(canonical)) this.#known.set(canonical, image);
    }
  }

  /**
   * Returns the image as its registry serves it, under the given name; from public documents or drawn if
   * nothing of it was given.
   */
  image(name: string): Image {
    const image = this.#imageOf(name);
    const { platforms, byPlatform } = this.#known.get(imageName(name)?.canonical ?? name) ?? {};
    return {
      ...image,
      ...(platforms === undefined ? {} : { platforms }),
      ...(byPlatform === undefined ? {} : { byPlatform }),
    };
  }

  #imageOf(name: string): Image {
    const canonical = imageName(name)?.canonical ?? name;
    const known = this.#known.get(canonical);
    if (known === undefined) {
      const origin = uncertainOrigin(name);
      this.origins.set(canonical, origin);
      return uncertainImage(name, canonical, origin);
    }
    this.origins.set(canonical, { kind: 'given', by: known.by });
    if (known.index) this.behindIndex.add(canonical);
    // One image with several names has one set of layers, which the first name decides.
    const first = imageName(known.names[0] ?? name)?.canonical ?? canonical;
    if (known.layers === undefined) {
      this.split.add(first);
      const split = imageOfSize(name, first, known.sizeBytes ?? 0, known.source);
      return { ...split, ref: known.ref ?? split.ref, index: known.index ?? false };
    }
    return {
      name,
      ref:
        known.ref ??
        `sha256:${nameHash(`image ${first} ${known.layers.map((layer) => layer.digest).join(' ')}`)}`,
      index: known.index ?? false,
      configBytes: known.configBytes ?? bytes(defaultOf('configSize')),
      layers: known.layers,
      source: known.source,
    };
  }
}

/** Returns the origin of an image of which nothing was given: a document, or what its name says. */
export function uncertainOrigin(name: string): UncertainOrigin {
  const found = findKnownImage(name);
  return found === undefined ? drawnOrigin(name) : { kind: 'known', found };
}
