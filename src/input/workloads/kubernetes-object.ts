import type { Path, SourceDocument } from '../documents/source-document.ts';

/** One Kubernetes object (or one of our own kinds) in the input, with the path to it if it is an item of a List. */
export interface KubernetesObject {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly kind: string;
  readonly value: unknown;
  /** Whether the kind is not one of those that Kubernetes makes pods of, but has pod templates. */
  readonly isForeign?: true;
}
