import type { LazyPullKind } from '../profiles/lazy-pull.ts';
import { imageLocation } from './image-location.ts';

/** An image as its registry serves it. */
export interface Image {
  readonly name: string;
  /** The image ID that the runtime reports, `sha256:…`. */
  readonly ref: string;
  /** Whether the tag points to an index, which costs one more round trip (docs/fidelity: not measured). */
  readonly index: boolean;
  readonly configBytes: number;
  readonly layers: readonly Layer[];
  readonly source: 'scenario' | 'catalogue' | 'node' | 'known' | 'assumed';
  /** The platforms of its index, such as `linux/arm64/v8`; absent: it has those of all nodes. */
  readonly platforms?: readonly string[];
  /** What the index has for a platform, where that is another content than the one above. */
  readonly byPlatform?: Readonly<Record<string, PlatformContent>>;
  /** On a node for whose platform the index has no manifest: that platform. */
  readonly missingPlatform?: string;
  /** What it is made for, so that it can be read in parts; absent: no one says. */
  readonly lazyFormat?: LazyPullKind;
  /** The part of it that a container reads at its start, from 0 to 1, if it is pulled lazily; absent: no one says. */
  readonly readAtStart?: number;
  /** Its layers are those that a lazy pull brings. */
  readonly isLazy?: true;
}

export type PlatformContent = Pick<Image, 'ref' | 'configBytes' | 'layers'>;

/** Returns the images as a node of this platform finds them; the same table if none names platforms. */
export function imagesForPlatform(
  images: Readonly<Record<string, Image>>,
  platform: string,
): Readonly<Record<string, Image>> {
  const entries = Object.entries(images);
  if (entries.every(([, { platforms }]) => platforms === undefined)) return images;
  return Object.fromEntries(entries.map(([name, image]) => [name, imageForPlatform(image, platform)]));
}

function imageForPlatform({ platforms, byPlatform, ...image }: Image, platform: string): Image {
  if (platforms === undefined) return image;
  const match = platforms.find((each) => matchesPlatform(each, platform));
  if (match === undefined) return { ...image, index: true, missingPlatform: platform };
  return { ...image, ...byPlatform?.[match] };
}

/** Whether a manifest's platform (`linux/arm64/v8`) serves a node's, which may leave out the variant. */
export function matchesPlatform(manifest: string, node: string): boolean {
  const [os, architecture, variant] = manifest.split('/');
  const [nodeOs, nodeArchitecture, nodeVariant] = node.split('/');
  const isAlike = os === nodeOs && architecture === nodeArchitecture;
  return isAlike && (variant === undefined || nodeVariant === undefined || variant === nodeVariant);
}

export interface Layer {
  readonly digest: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** The compression of the layer; absent: gzip. */
  readonly compression?: 'gzip' | 'none' | 'zstd';
  /** How many files the layer holds; absent: few. */
  readonly files?: number;
  /** It is mounted in this time instead of unpacked; absent: it is unpacked. */
  readonly mountMicros?: number;
}

/**
 * Whether a repository (`team/app`) is one that the pattern names; a `*` at its end stands for any rest,
 * alone for all.
 */
export function namesRepository(pattern: string, repository: string): boolean {
  return pattern.endsWith('*') ? repository.startsWith(pattern.slice(0, -1)) : pattern === repository;
}

/**
 * Whether one of the patterns names the image: its repository as `team/app`, one tag of it as `team/app:1`,
 * one digest as `team/app@sha256:…`; a `*` at the end stands for any rest. The registry in the image's name
 * does not count: a mirror has images under their own names.
 */
export function namesImage(patterns: readonly string[], image: string): boolean {
  const { repository, reference, registry } = imageLocation(image);
  const full = reference.slice(registry.length + 1);
  return patterns.some((pattern) => namesRepository(pattern, repository) || namesRepository(pattern, full));
}
