import type { Path, SourceDocument } from '../documents/source-document.ts';
import type { PodTemplatePlace } from './pod-templates.ts';

/** One Kubernetes object (or one of our own kinds) in the input, with the path to it if it is an item of a List. */
export interface KubernetesObject {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly kind: string;
  readonly value: unknown;
  /** The pod templates in an object of another project's kind; absent for the kinds that are known. */
  readonly templates?: readonly PodTemplatePlace[];
}
