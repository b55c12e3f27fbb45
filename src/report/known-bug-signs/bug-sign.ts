import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import type { KnownBug } from '../../kubelet/known-bug.ts';
import { releaseOfVersion } from '../../kubelet/release-of-version.ts';
import type { PodRef } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, HeaderNode, RecordOf } from '../../trace/record.ts';

/** What looks may ask of a run beside the record at hand. */
export interface RecordedRun {
  /** The record's node with the settings that its kubelet has at the time: a restart may have changed some. */
  readonly nodeOf: (record: ActorRecord) => HeaderNode | undefined;
}

/** Is given a run's records of some types one by one, in order; answers with whose it is (an image, a pod) where one shows the bug. */
export type BugLook = Readings<string | undefined>;

/** What a known bug looks like in the trace of a run. */
export interface BugSign {
  readonly bug: KnownBug;
  /** Of the kubelet that the node reports, also where the rules of another release stand for it. */
  readonly isOfReportedVersion?: boolean;
  /** A look for one run; it may remember what it has seen. */
  readonly look: (run: RecordedRun) => BugLook;
}

/** `namespace/name`. */
export function podNameOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** Keeps which pod each pull is for, by the actor that both records have. */
export class PodsOfPulls {
  readonly #pods = new Map<string, PodRef>();

  readonly note = ({ actor, pod }: RecordOf<'pull'>): undefined => {
    this.#pods.set(actor, pod);
  };

  /** `namespace/name` of the pod; of a pull that was never told, its actor. */
  of(actor: string): string {
    const pod = this.#pods.get(actor);
    return pod === undefined ? actor : podNameOf(pod);
  }
}

/** Whether a gate is on in the kubelet that the node reports. */
export function isGateOn(gate: string, node: HeaderNode | undefined): boolean {
  if (node === undefined) return false;
  const { featureGates } = node.kubelet;
  const given = typeof featureGates === 'object' && featureGates !== null ? (featureGates as Readonly<Record<string, boolean>>) : {};
  return isFeatureGateOn(gate, releaseOfVersion(node.kubeletVersion) ?? node.profile, given);
}
