import type { PodOwner } from '../../kubelet/pods/pod.ts';
import type { Path } from '../documents/source-document.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import type { MetadataDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import type { TemplateUpdate } from './rollout-strategy.ts';

/** An object that makes pods: how many, with which names, and from which template. */
export interface Workload {
  readonly object: KubernetesObject;
  readonly namespace: string;
  readonly name: string;
  /** undefined for a bare pod. */
  readonly owner: PodOwner | undefined;
  readonly spec: PodSpecDocument;
  /** The path from the object's document to its pod spec, for the places of errors. */
  readonly specPath: Path;
  readonly podMetadata: MetadataDocument | undefined;
  readonly count: number | 'one per node';
  /**
   * Returns a pod's name. A generated name may be taken, and the next attempt gives another one, as in the API server. Fixed names stay the
   * same.
   */
  readonly podName: (ordinal: number, attempt: number) => string;
  /** Whether it is a Job, whose containers end after jobDuration. */
  readonly ends: boolean;
  readonly update: TemplateUpdate;
}
