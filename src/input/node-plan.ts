import type { KubernetesObject } from './kubernetes-object.ts';
import type { NodeObjectDocument } from './kubernetes-shapes.ts';
import type { NodeDocument } from './scenario-shape.ts';
import type { Path, SourceDocument } from './source-document.ts';

/** A node before its settings are worked out: its name and everything that the input says of it. */
export interface NodePlan {
  readonly name: string;
  readonly object?: { readonly source: KubernetesObject; readonly node: NodeObjectDocument };
  /** What the Scenario says of this node, and of all nodes. */
  readonly named?: NodeDocument;
  readonly defaults?: NodeDocument;
  readonly scenario?: { readonly document: SourceDocument; readonly path: Path };
}
