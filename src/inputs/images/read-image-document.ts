import type { Layer } from '../../rules/runtime/images/image.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { type Part, within } from '../documents/source-document.ts';
import { shareOf } from '../runtimes/lazy/lazy-pull-shape.ts';
import { bytes } from '../scenario/quantity-shapes.ts';
import { assumedUnpackedBytes } from './assumed-image.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import { imageName, noImageName } from './image-name.ts';
import type { ImageDocument } from './image-shapes.ts';
import { layerCompression } from './layer-compression.ts';
import { nameHash } from './name-hash.ts';

/** The layers of the input so far, by digest. */
export type LayersByDigest = Map<string, Layer>;

/**
 * Returns the images of a Scenario or an ImageCatalog. Invalid and duplicate names are errors and are left
 * out, and so are digests with two different contents. `byDigest` has the layers of earlier documents, and
 * gets those of this one.
 */
export function readImageDocuments(
  images: readonly ImageDocument[],
  source: 'scenario' | 'catalogue',
  part: Part,
  byDigest: LayersByDigest,
  problems: Problems,
): CatalogueImage[] {
  const seen = new Set<string>();
  return images.flatMap((image, index): CatalogueImage[] => {
    const place = within(part, 'images', index, 'name');
    const canonical = imageName(image.name)?.canonical;
    if (canonical === undefined) {
      problems.at(place, noImageName(image.name, 'a name such as redis:7.2 or gcr.io/project/app@sha256:…'));
      return [];
    }
    if (seen.has(canonical)) {
      problems.at(place, {
        code: 'DUPLICATE',
        message: `${shownValue(image.name)} is there twice`,
        hint: 'leave one out',
      });
      return [];
    }
    seen.add(canonical);
    const common = {
      names: [image.name],
      source,
      by: part.document.source.name,
      index: image.index ?? image.platforms !== undefined,
      ...(image.platforms === undefined ? {} : { platforms: image.platforms }),
      ...(image.lazyFormat === undefined ? {} : { lazyFormat: image.lazyFormat }),
      ...(image.readAtStart === undefined ? {} : { readAtStart: shareOf(image.readAtStart) }),
    };
    if (image.layers === undefined) return [{ ...common, sizeBytes: bytes(image.size ?? 0) }];
    const layers = image.layers.map((layer, layerIndex): Layer => {
      const size = bytes(layer.size);
      const compression = layer.compression ?? layerCompression(layer.mediaType);
      const unpackedAlike = compression === 'none' ? size : assumedUnpackedBytes(size);
      const unpackedBytes = layer.unpackedSize === undefined ? unpackedAlike : bytes(layer.unpackedSize);
      const digest = layer.digest ?? `sha256:${nameHash(`layer ${canonical} ${size} ${layerIndex}`)}`;
      const read: Layer = {
        digest,
        bytes: size,
        unpackedBytes,
        ...(compression === undefined || compression === 'gzip' ? {} : { compression }),
        ...(layer.files === undefined ? {} : { files: layer.files }),
      };
      const other = byDigest.get(digest) ?? read;
      if (other.bytes !== read.bytes || other.unpackedBytes !== read.unpackedBytes) {
        const message = `${shownValue(digest)} has ${read.bytes} bytes (unpacked ${read.unpackedBytes}) here, and ${other.bytes} (${other.unpackedBytes}) before`;
        const field = within(part, 'images', index, 'layers', layerIndex, 'digest');
        problems.at(field, { code: 'CONFLICT', message, expected: 'another digest, or the same sizes' });
      }
      byDigest.set(digest, other);
      return read;
    });
    return [{ ...common, layers }];
  });
}
