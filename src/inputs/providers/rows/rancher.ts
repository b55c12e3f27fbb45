import type { CellValue, ProviderRow } from '../provider-row.ts';

const [pause36, pause310] = [
  'docker.io/rancher/mirrored-pause:3.6',
  'docker.io/rancher/mirrored-pause:3.10.2',
] as const;

/** The sandbox image by the patch releases of July and August 2026; the one of 1.33 is given. */
function pauseByPatch(patchOf133: string): CellValue {
  return {
    byVersion: {
      in: 'kubeletVersion',
      since: {
        '': pause36,
        [patchOf133]: pause310,
        '1.34': pause36,
        '1.34.10': pause310,
        '1.35': pause36,
        '1.35.7': pause310,
        '1.36': pause36,
        '1.36.3': pause310,
      },
      otherwise: pause36,
    },
  };
}

/** K3s, and RKE2, whose agent is that of k3s. */
export const rancher: readonly ProviderRow[] = [
  {
    id: 'k3s',
    name: 'k3s',
    family: 'k3s',
    signs: [{ kubeletVersion: '*+k3s*' }],
    facts: {
      serializeImagePulls: { value: false, from: ['ag'] },
      maxParallelImagePulls: { value: 'unset', from: ['ag'] },
      registryPullQPS: { value: 'unset', from: ['ag'] },
      registryBurst: { value: 'unset', from: ['ag'] },
      imageGCHighThresholdPercent: { value: 'unset', from: ['ag'] },
      imageGCLowThresholdPercent: { value: 'unset', from: ['ag'] },
      imageMinimumGCAge: { value: 'unset', from: ['ag'] },
      imageMaximumGCAge: { value: 'unset', from: ['ag'] },
      evictionHard: { value: { 'imagefs.available': '5%', 'nodefs.available': '5%' }, from: ['def_'] },
      evictionMinimumReclaim: {
        value: { 'imagefs.available': '10%', 'nodefs.available': '10%' },
        from: ['def_'],
      },
      maxPods: { value: 'unset', from: ['ag'] },
      credentialProviders: {
        value: { rule: 'those of /var/lib/rancher/credentialprovider, if it exists' },
        from: ['cred'],
      },
      runtime: { value: 'containerd', from: ['pr20'] },
      runtimeVersions: {
        value: { byRelease: { '1.31': '2.0', '1.33': '2.2.5', '1.34': '2.2.7', '1.36': '2.3.2' } },
        from: ['v225', 'v22', 'v23'],
      },
      snapshotter: { value: 'overlayfs', from: ['cred'], confidence: 'medium' },
      discard_unpacked_layers: { value: 'unset', from: [], confidence: 'medium' },
      use_local_image_pull: { value: true, from: [], confidence: 'medium' },
      max_concurrent_downloads: { value: 'unset', from: [], confidence: 'medium' },
      // The first releases after the change was merged, by their dates.
      sandboxImage: { value: pauseByPatch('1.33.13'), from: ['pause', 'pausev'], confidence: 'medium' },
      sandboxImageOnDisk: { value: false, from: ['pausev'], confidence: 'medium' },
      sandboxImagePinned: { value: true, from: [], confidence: 'medium' },
      config_path: {
        value: '/var/lib/rancher/k3s/agent/etc/containerd/certs.d',
        from: [],
        confidence: 'medium',
      },
      mirrors: { value: { rule: '/etc/rancher/k3s/registries.yaml' }, from: ['cred'] },
    },
    sources: {
      ag: 'k3s-io/k3s pkg/daemons/agent/agent_linux.go (00014d2846)',
      def_: 'k3s-io/k3s pkg/daemons/agent (default KubeletConfiguration)',
      cred: 'k3s-io/k3s pkg/cli/cmds/agent.go (00cc29ba27)',
      pause: 'https://github.com/k3s-io/k3s/pull/14339 (2026-07-07)',
      pausev: 'https://github.com/k3s-io/k3s/issues/14384 (2026-07-22)',
      pr20: 'https://github.com/k3s-io/k3s/pull/11626 (2025-01-17)',
      v23: 'https://github.com/k3s-io/k3s/pull/14254 (2026-06-19)',
      v22: 'https://github.com/k3s-io/k3s/pull/14520 (2026-08-14)',
      v225: 'https://github.com/k3s-io/k3s/pull/14256 (2026-06-19)',
    },
  },
  {
    id: 'rke2',
    name: 'RKE2',
    family: 'rke2',
    signs: [{ kubeletVersion: '*+rke2r*' }],
    facts: {
      serializeImagePulls: { value: false, from: ['ag'] },
      maxParallelImagePulls: { value: 'unset', from: ['ag'] },
      registryPullQPS: { value: 'unset', from: ['ag'] },
      registryBurst: { value: 'unset', from: ['ag'] },
      imageGCHighThresholdPercent: { value: 'unset', from: ['ag'] },
      imageGCLowThresholdPercent: { value: 'unset', from: ['ag'] },
      imageMinimumGCAge: { value: 'unset', from: ['ag'] },
      imageMaximumGCAge: { value: 'unset', from: ['ag'] },
      evictionHard: { value: { 'imagefs.available': '5%', 'nodefs.available': '5%' }, from: ['ag', 'win'] },
      maxPods: { value: 'unset', from: ['ag'] },
      credentialProviders: {
        value: { rule: 'those of /var/lib/rancher/credentialprovider, if it exists' },
        from: ['ag'],
        confidence: 'medium',
      },
      runtime: { value: 'containerd', from: ['g1362'] },
      runtimeVersions: {
        value: { byRelease: { '1.31': '2.0', '1.33': '2.1', '1.35': '2.2', '1.36': '2.3' } },
        from: ['g1317', 'g1335', 'g1353', 'g1362'],
      },
      use_local_image_pull: { value: true, from: ['ag'], confidence: 'low' },
      sandboxImage: { value: pauseByPatch('1.33.13+rke2r2'), from: ['img', 'p36', 'p310'] },
    },
    sources: {
      g1362: 'rancher/rke2 go.mod:9 (5c95ec95f, 2026-06-24)',
      g1335: 'rancher/rke2 go.mod:9 (d1092839c, 2025-09-16)',
      g1317: 'rancher/rke2 go.mod:9 (7b18bda1c, 2025-03-25)',
      g1353: 'rancher/rke2 go.mod:9 (b3cd4c0c7, 2026-03-27)',
      p36: 'rancher/rke2 scripts/version.sh:39 (5c95ec95f, 2026-06-24)',
      p310: 'rancher/rke2 scripts/version.sh:39 (c4f306e6c, 2026-08-01)',
      img: 'rancher/rke2 pkg/images/images.go:32 (6ce1a8019, 2026-08-21)',
      ag: 'k3s-io/k3s pkg/daemons/agent/agent_linux.go (00014d2846)',
      win: 'rancher/rke2 pkg/executor/pebinary/pebinary.go:181 (6ce1a8019, 2026-08-21)',
    },
  },
];
