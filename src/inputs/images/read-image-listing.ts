import { z } from 'zod';
import { type Layer, matchesPlatform, type PlatformContent } from '../../rules/runtime/images/image.ts';
import { checkShape } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { type Path, type SourceDocument, wholeOf } from '../documents/source-document.ts';
import { limits } from '../limits.ts';
import { assumedCompressedBytes, assumedUnpackedBytes } from './assumed-image.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import type { ImageListing } from './image-listing.ts';
import { imageName } from './image-name.ts';
import { layerCompression } from './layer-compression.ts';

const count = z.int().min(0);
const sizeText = z.union([count, z.string().regex(/^\d{1,15}$/, { error: 'a number of bytes' })], {
  error: 'a number of bytes',
});
const crictlShape = z.looseObject({
  images: z.array(
    z.looseObject({
      id: z.string(),
      repoTags: z.array(z.string()).nullish(),
      repoDigests: z.array(z.string()).nullish(),
      size: sizeText,
    }),
  ),
});
const blobShape = z.looseObject({ mediaType: z.string().nullish(), digest: z.string(), size: count });
const manifestShape = z.looseObject({
  config: blobShape,
  layers: z.array(blobShape).min(1).max(limits.layers),
});
const platformShape = z.looseObject({
  os: z.string(),
  architecture: z.string(),
  variant: z.string().nullish(),
});
const verboseShape = z.looseObject({
  Ref: z.string().min(1),
  Descriptor: z.looseObject({ platform: platformShape.nullish() }).nullish(),
  SchemaV2Manifest: manifestShape.nullish(),
  OCIManifest: manifestShape.nullish(),
});
/** What is read of a listing, and what its form is recognized by. */
export const listingShapes = {
  crictl: crictlShape,
  verbose: verboseShape,
  manifest: manifestShape.extend({ schemaVersion: count.optional() }),
} as const;

type Manifest = z.infer<typeof manifestShape>;

const advice =
  'docker manifest inspect -v <image>, which has the name and the layers, or an ImageCatalog (windlass init shows one)';

/**
 * Returns the images of another tool's document. `platform` selects among the manifests of an index. `used`
 * are the names in the pods, with which the file name of a bare manifest is compared.
 */
export function readImageListing(
  listing: ImageListing,
  platform: string,
  used: readonly string[],
  problems: Problems,
): CatalogueImage[] {
  const { document, form } = listing;
  if (form === 'crictl') return readCrictl(document, problems);
  const image =
    form === 'verbose' ? readVerbose(document, platform, problems) : readManifest(document, used, problems);
  return image === undefined ? [] : [image];
}

/**
 * Returns the images of a listing of crictl. containerd lists compressed bytes, CRI-O those on disk: the
 * image of sandboxes tells which.
 */
function readCrictl(document: SourceDocument, problems: Problems): CatalogueImage[] {
  const listing = checkShape(crictlShape, wholeOf(document), problems);
  const images = (listing?.images ?? []).map((image) => ({
    names: [...(image.repoTags ?? []), ...(image.repoDigests ?? [])],
    ref: image.id,
    sizeBytes: Number(image.size),
    source: 'catalogue' as const,
    by: document.source.name,
  }));
  if (!images.some(isOnDisk)) return images;
  return images.map((image) => ({
    ...image,
    sizeBytes: assumedCompressedBytes(image.sizeBytes),
    by: `${image.by}, on disk`,
  }));
}

/**
 * Whether this is an image of sandboxes with its bytes on disk: 683 to 750 kB, where 268 to 321 kB are
 * compressed (pause 3.1 to 3.10).
 */
function isOnDisk({
  names,
  sizeBytes,
}: {
  readonly names: readonly string[];
  readonly sizeBytes: number;
}): boolean {
  return sizeBytes > 500_000 && sizeBytes < 1_000_000 && names.some((name) => /\/pause[:@]/.test(name));
}

function readVerbose(
  document: SourceDocument,
  platform: string,
  problems: Problems,
): CatalogueImage | undefined {
  const several = Array.isArray(document.value);
  const shape = several ? z.array(verboseShape).min(1) : verboseShape.transform((one) => [one]);
  const entries = checkShape(shape as z.ZodType<z.infer<typeof verboseShape>[]>, wholeOf(document), problems);
  if (entries === undefined) return undefined;
  // Attestations stand in an index as manifests of an unknown platform.
  const ofPlatforms = several
    ? entries.flatMap((entry, index) => {
        const text = platformText(entry.Descriptor?.platform);
        return text === 'unknown/unknown' ? [] : [{ text, index }];
      })
    : [];
  const chosen = ofPlatforms.find(({ text }) => matchesPlatform(text, platform)) ?? ofPlatforms[0];
  const index = chosen?.index ?? 0;
  const entry = entries[index];
  if (entry === undefined) return undefined;
  const manifest = entry.SchemaV2Manifest ?? entry.OCIManifest;
  if (manifest === undefined || manifest === null) {
    const path: Path = several ? [index] : [];
    const expected = 'SchemaV2Manifest or OCIManifest with the layers';
    problems.at({ document, path }, { code: 'REQUIRED', message: 'the manifest is missing', expected });
    return undefined;
  }
  // Of `redis:7@sha256:…`, pods use the tag.
  const withoutDigest = entry.Ref.replace(/@.*$/, '');
  const image = fromManifest([withoutDigest, entry.Ref], manifest, several, document);
  if (ofPlatforms.length === 0) return image;
  const byPlatform = ofPlatforms.flatMap(({ text, index: at }) => {
    const other = entries[at]?.SchemaV2Manifest ?? entries[at]?.OCIManifest;
    return other === undefined || other === null || at === index ? [] : [[text, contentOf(other)] as const];
  });
  return {
    ...image,
    platforms: ofPlatforms.map(({ text }) => text),
    ...(byPlatform.length === 0 ? {} : { byPlatform: Object.fromEntries(byPlatform) }),
  };
}

function readManifest(
  document: SourceDocument,
  used: readonly string[],
  problems: Problems,
): CatalogueImage | undefined {
  const value = document.value as Readonly<Record<string, unknown>>;
  if (Array.isArray(value.manifests)) {
    const message = 'an image index alone does not list layers';
    problems.at({ document, path: [] }, { code: 'INDEX_ALONE', message, hint: advice });
    return undefined;
  }
  const manifest = checkShape(manifestShape, wholeOf(document), problems);
  if (manifest === undefined) return undefined;
  const name = nameFromFile(document.source.name, used);
  if (name === undefined) {
    const message = 'an image manifest without a name, and its file name gives none';
    const expected = 'a file named like an image that a pod uses, such as redis_7.2.json';
    problems.at({ document, path: [] }, { code: 'NO_IMAGE_NAME', message, expected, hint: advice });
    return undefined;
  }
  return fromManifest([name], manifest, false, document);
}

/**
 * Returns the image of the pods whose name, or the last part of it, is the file's name. In file names, `/`
 * and `:` may be written as `_`, `-` or %-escapes.
 */
function nameFromFile(file: string, used: readonly string[]): string | undefined {
  const stem = (file.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:json|ya?ml)$/i, '');
  const wanted = plain(stem.replace(/%2f/gi, '/').replace(/%3a/gi, ':'));
  const found = new Set<string>();
  for (const name of used) {
    const parsed = imageName(name);
    if (parsed === undefined) continue;
    const last = parsed.repository.split('/').at(-1) ?? '';
    const tagged = [name, parsed.canonical, `${last}:${parsed.tag ?? 'latest'}`, last];
    if (tagged.some((spelling) => plain(spelling) === wanted)) found.add(parsed.canonical);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
}

function fromManifest(
  names: readonly string[],
  manifest: Manifest,
  index: boolean,
  { source }: SourceDocument,
): CatalogueImage {
  return { names, ...contentOf(manifest), index, source: 'catalogue', by: source.name };
}

function contentOf(manifest: Manifest): PlatformContent {
  const layers = manifest.layers.map((layer): Layer => {
    const compression = layerCompression(layer.mediaType);
    return {
      digest: layer.digest,
      bytes: layer.size,
      unpackedBytes: compression === 'none' ? layer.size : assumedUnpackedBytes(layer.size),
      ...(compression === undefined ? {} : { compression }),
    };
  });
  return { layers, configBytes: manifest.config.size, ref: manifest.config.digest };
}

function platformText(platform: z.infer<typeof platformShape> | null | undefined): string {
  if (platform === null || platform === undefined) return 'unknown/unknown';
  const { os, architecture, variant } = platform;
  return variant ? `${os}/${architecture}/${variant}` : `${os}/${architecture}`;
}
