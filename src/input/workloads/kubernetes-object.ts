import type { Path, SourceDocument } from '../documents/source-document.ts';

/** One Kubernetes object (or one of our own kinds) found in the input, with the path to it where it was an item of a List. */
export interface KubernetesObject {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly kind: string;
  readonly value: unknown;
}
