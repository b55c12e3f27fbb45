import type { KnownBug } from '../known-bug.ts';

/** Known defects of pkg/kubelet/images/pullmanager; names in quotes are scripts of the conformance data. */
export const credentialBugs = {
  shortNameKeepsIntent: {
    id: 'crash-short-name-keeps-intent',
    area: 'credentials',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'after a crash during a pull of app the intent is never matched with app:latest, which is there: it stays on disk, app is verified ever after, and app:latest counts as preloaded',
    source: 'pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3), "crash-short-name-keeps-intent"',
    avoid: 'names with tag or digest',
  },
  recoveryDropsSecret: {
    id: 'crash-recovery-drops-secret',
    area: 'credentials',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'a pull that a crash of the kubelet has cut off is recorded without its credentials, and onto an older record of the image not at all: the owner of the new secret pulls again',
    source: 'pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3), "crash-with-older-record"',
  },
  limitOnlyWhileMatching: {
    id: 'secret-limit-only-while-matching',
    area: 'credentials',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'the limit of 100 secrets in a pull record holds only for those that are added without a pull: real pulls grow the record past it',
    source: 'pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3), "record-more-than-100-secrets"',
  },
  brokenSecretWithoutEvent: {
    id: 'broken-secret-without-event',
    area: 'credentials',
    since: '1.33',
    until: '1.38',
    effect:
      'a pull secret that is not JSON fails the container with the raw error of the JSON reader and without an event; from 1.35 on only where credentials are needed',
    source: 'pkg/kubelet/images/image_manager.go (v1.36.3, v1.33.13), "secret-broken"',
  },
  brokenSecretFailsPresentImage: {
    id: 'broken-secret-fails-present-image',
    area: 'credentials',
    since: '1.33',
    until: '1.34',
    effect:
      'a pull secret that is not JSON fails also containers whose image is there and needs no credentials; in 1.34 only with the gate KubeletEnsureSecretPulledImages on',
    source: 'pkg/kubelet/images/image_manager.go (v1.34.4, v1.33.13)',
    fixed: 'from 1.35 secrets are read where they are needed',
  },
  allowlistMissesTags: {
    id: 'allowlist-misses-tags',
    area: 'credentials',
    since: '1.33',
    until: '1.35',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'an entry of preloadedImagesVerificationAllowlist without a wildcard names no image that has a tag or digest, and short names such as app are refused as though they had one',
    source: 'pkg/kubelet/images/pullmanager/image_pull_policies.go (v1.35.4), "allowlist-short"',
    fixed: 'in 1.36 names go without their tag',
    avoid: 'entries that end in /*',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
