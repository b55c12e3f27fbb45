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
}

export interface Layer {
  readonly digest: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** The compression of the layer; absent: gzip. */
  readonly compression?: 'gzip' | 'none' | 'zstd';
  /** How many files the layer holds; absent: few. */
  readonly files?: number;
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
