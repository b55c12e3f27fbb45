import type { Layer } from '../runtime/image.ts';
import { assumedUnpackedBytes } from './assumed-image.ts';
import { shownValue } from './check-shape.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import { imageName } from './image-name.ts';
import type { ImageDocument } from './image-shapes.ts';
import { layerCompression } from './layer-compression.ts';
import { nameHash } from './name-hash.ts';
import type { Problems } from './problems.ts';
import { bytes } from './quantity-shapes.ts';
import type { Path, SourceDocument } from './source-document.ts';

/** The images of a Scenario or an ImageCatalog; names that are invalid or there twice are complained of and left out. */
export function readImageDocuments(
  images: readonly ImageDocument[],
  source: 'scenario' | 'catalogue',
  { document, path }: { readonly document: SourceDocument; readonly path: Path },
  problems: Problems,
): CatalogueImage[] {
  const seen = new Set<string>();
  return images.flatMap((image, index): CatalogueImage[] => {
    const place = { document, path: [...path, 'images', index, 'name'] };
    const canonical = imageName(image.name)?.canonical;
    if (canonical === undefined) {
      const message = `${shownValue(image.name)} is no image name`;
      problems.at(place, { code: 'IMAGE_NAME', message, expected: 'a name such as redis:7.2 or gcr.io/project/app@sha256:…' });
      return [];
    }
    if (seen.has(canonical)) {
      problems.at(place, { code: 'DUPLICATE', message: `${shownValue(image.name)} is there twice`, hint: 'leave one out' });
      return [];
    }
    seen.add(canonical);
    const common = { names: [image.name], source, index: image.index ?? false };
    if (image.layers === undefined) return [{ ...common, sizeBytes: bytes(image.size ?? 0) }];
    const layers = image.layers.map((layer, layerIndex): Layer => {
      const size = bytes(layer.size);
      const compression = layer.compression ?? layerCompression(layer.mediaType);
      const unpackedAlike = compression === 'none' ? size : assumedUnpackedBytes(size);
      const unpackedBytes = layer.unpackedSize === undefined ? unpackedAlike : bytes(layer.unpackedSize);
      const digest = layer.digest ?? `sha256:${nameHash(`layer ${canonical} ${size} ${layerIndex}`)}`;
      return {
        digest,
        bytes: size,
        unpackedBytes,
        ...(compression === undefined || compression === 'gzip' ? {} : { compression }),
        ...(layer.files === undefined ? {} : { files: layer.files }),
      };
    });
    return [{ ...common, layers }];
  });
}
