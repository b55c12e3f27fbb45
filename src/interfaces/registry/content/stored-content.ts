import { createHash } from 'node:crypto';
import type { RequestKind } from '../../../rules/runtime/registry/request-fault.ts';
import type { DrawnLayer, LayerSum } from './drawn-layer.ts';

/** What a digest names. Manifests and configs are kept, layers are made while they are read. */
export type StoredContent = Document | LayerContent;

/** An index, a manifest or a config. */
export interface Document {
  readonly kind: Extract<RequestKind, 'index' | 'manifest' | 'config'>;
  readonly mediaType: string;
  readonly digest: string;
  readonly bytes: number;
  readonly text: Buffer;
}

export interface LayerContent {
  readonly kind: 'layer';
  readonly mediaType: string;
  readonly digest: string;
  readonly bytes: number;
  readonly layer: DrawnLayer;
  readonly sum: LayerSum;
  /** Its place in the manifest, from 0 on. */
  readonly place: number;
}

/** How a manifest points to other content. */
interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export function descriptorOf({ mediaType, digest, bytes }: StoredContent): Descriptor {
  return { mediaType, digest, size: bytes };
}

/**
 * Returns a document of this value, as JSON. Spaces at its end, which JSON allows, make it as long as wanted;
 * it is longer where its content is.
 */
export function createDocument(
  kind: Document['kind'],
  mediaType: string,
  value: unknown,
  bytesWanted = 0,
): Document {
  const text = Buffer.from(JSON.stringify(value).padEnd(bytesWanted, ' '));
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return { kind, mediaType, digest, bytes: text.length, text };
}
