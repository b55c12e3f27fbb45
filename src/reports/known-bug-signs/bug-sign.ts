import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import type { KnownBug } from '../../rules/kubelet/known-bug.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import type { PodRef } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, HeaderNode, RecordOf } from '../../trace/record.ts';

/** What a look may ask about a run besides the current record. */
export interface RecordedRun {
  /**
   * Returns the record's node with the settings of its kubelet at the time, because a restart may have
   * changed some.
   */
  readonly nodeOf: (record: ActorRecord) => HeaderNode | undefined;
}

/**
 * Takes a run's records of some types one by one, in order. Returns the image or pod concerned when a record
 * shows the bug.
 */
export type BugLook = Readings<string | undefined>;

/** The sign of a known bug in the trace of a run. */
export interface BugSign {
  readonly bug: KnownBug;
  /**
   * Whether the bug belongs to the kubelet version that the node reports, even if the rules of another
   * release are used for it.
   */
  readonly isOfReportedVersion?: boolean;
  /** Returns a look for one run. It may remember what it has seen. */
  readonly look: (run: RecordedRun) => BugLook;
}

/** Returns `namespace/name`. */
export function podNameOf({
  namespace,
  name,
}: {
  readonly namespace: string;
  readonly name: string;
}): string {
  return `${namespace}/${name}`;
}

/** Remembers the pod of each pull, by the actor in the records of both. */
export class PodsOfPulls {
  readonly #pods = new Map<string, PodRef>();

  readonly note = ({ actor, pod }: RecordOf<'pull'>): undefined => {
    this.#pods.set(actor, pod);
  };

  /** Returns `namespace/name` of the pull's pod; its actor if the pod is not known. */
  of(actor: string): string {
    const pod = this.#pods.get(actor);
    return pod === undefined ? actor : podNameOf(pod);
  }
}

/** Whether a feature gate is on in the kubelet that the node reports. */
export function isGateOn(gate: string, node: HeaderNode | undefined): boolean {
  if (node === undefined) return false;
  const { featureGates } = node.kubelet;
  const given =
    typeof featureGates === 'object' && featureGates !== null
      ? (featureGates as Readonly<Record<string, boolean>>)
      : {};
  return isFeatureGateOn(gate, releaseOfVersion(node.kubeletVersion) ?? node.profile, given);
}
