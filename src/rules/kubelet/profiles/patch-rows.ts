import { pulledWithOneDuration } from '../images/image-messages.ts';
import type { Messages, Profile } from '../profile.ts';

/** Rules that a patch release changed. */
export type ChangedRules = Partial<
  Omit<Profile, 'release' | 'version' | 'evidence' | 'messages' | 'imageGc'>
> & {
  readonly messages?: Partial<Messages>;
  readonly imageGc?: Partial<Profile['imageGc']>;
};

/** A change that came in the middle of releases. */
interface PatchRow {
  /** The patch releases that brought it, one for each release: `1.30.10`. */
  readonly since: readonly string[];
  /** The rules of older patches, if the profile of the release is of this patch or a newer one. */
  readonly before?: ChangedRules;
  /** The rules from this patch on, if the profile of the release is of an older one. */
  readonly after?: ChangedRules;
  /** Where it is, and what is not known of the patch. */
  readonly source: string;
}

/**
 * What patch releases changed in the course of a release, the newest change first. docs/kubelet-patches.md has
 * every difference between the first and the last patch of each release.
 */
export const patchRows: readonly PatchRow[] = [
  {
    since: ['1.34.8', '1.35.5'],
    after: { startup: { pulls: 'sessions', leavesOutInit: true, leavesOutStateful: true } },
    source:
      'pkg/kubelet/util/pod_startup_latency_tracker.go (v1.34.7, v1.34.8, v1.35.4, v1.35.5), which is that of 1.36.3 since then',
  },
  {
    since: ['1.29.14', '1.30.10', '1.31.6'],
    before: { messages: { created: (container) => `Created container ${container}` } },
    source:
      'startContainer of pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.30.9, v1.30.10, v1.31.5, v1.31.6, v1.29.10, v1.29.14; 1.29.11 to 1.29.13 cannot be had, and 1.29.14 is of the day of 1.30.10)',
  },
  {
    since: ['1.25.14', '1.26.9', '1.27.6', '1.28.2'],
    before: { imageGc: { sparesPinned: false } },
    source:
      'ListImages of pkg/kubelet/kuberuntime/kuberuntime_image.go, which takes over the pins since then (v1.25.13, v1.25.14, v1.26.8, v1.26.9, v1.27.5, v1.27.6, v1.28.1, v1.28.2)',
  },
  {
    since: ['1.23.16', '1.25.6'],
    before: { messages: { pulled: pulledWithOneDuration } },
    source:
      'EnsureImageExists of pkg/kubelet/images/image_manager.go (v1.23.15, v1.23.17, v1.25.5, v1.25.6; 1.23.16 cannot be had, and is of the day of 1.25.6)',
  },
];
