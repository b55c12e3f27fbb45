import type { Profile } from '../../kubelet/profile.ts';
import type { Path, SourceDocument } from '../documents/source-document.ts';
import type { NodeInput } from '../model.ts';
import type { RuntimeConfiguration } from '../runtimes/runtime-config-of-document.ts';
import type { NodeDocument } from '../scenario/scenario-shape.ts';
import type { KubernetesObject } from '../workloads/kubernetes-object.ts';
import type { NodeObjectDocument } from '../workloads/kubernetes-shapes.ts';

/** A node before its settings are computed: its name and everything that the input says of it. */
export interface NodePlan {
  readonly name: string;
  readonly object?: { readonly source: KubernetesObject; readonly node: NodeObjectDocument };
  /** What the Scenario says of this node, and of all nodes. */
  readonly named?: NodeDocument;
  readonly defaults?: NodeDocument;
  readonly scenario?: { readonly document: SourceDocument; readonly path: Path };
}

/** A node with its settings. `presentImages` follows later, when all images are known. */
export interface BuiltNode {
  readonly plan: NodePlan;
  readonly node: Omit<NodeInput, 'presentImages'>;
  readonly profile: Profile;
  /** Mirrors by registry, including `_default`. */
  readonly mirrors: NonNullable<RuntimeConfiguration['hosts']>;
}
