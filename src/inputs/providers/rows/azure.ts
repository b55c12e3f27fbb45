import type { ProviderRow } from '../provider-row.ts';

/** What all node images of AKS have. */
const aksFacts = {
  serializeImagePulls: { value: { byRelease: { '': true, '1.31': false } }, from: ['issue', 'util'] },
  registryPullQPS: { value: 'unset', from: ['qps', 'trans'] },
  registryBurst: { value: 'unset', from: ['qps', 'trans'] },
  imageGCHighThresholdPercent: { value: 85, from: ['gch', 'gcdoc'] },
  imageGCLowThresholdPercent: { value: 80, from: ['gch', 'gcdoc'] },
  imageMinimumGCAge: { value: 'unset', from: ['trans'] },
  imageMaximumGCAge: { value: 'unset', from: ['trans'] },
  evictionHard: {
    value: {
      byRelease: {
        '': { 'memory.available': '750Mi', 'nodefs.available': '10%', 'nodefs.inodesFree': '5%' },
        '1.29': { 'memory.available': '100Mi', 'nodefs.available': '10%', 'nodefs.inodesFree': '5%' },
      },
    },
    from: ['flags', 'ev129', 'ev128'],
  },
  maxPods: {
    value: {
      rule: '250 with Azure CNI Overlay, 110 with a pod subnet or kubenet, 30 with a node subnet',
    },
    from: ['mp'],
  },
  runtimeRequestTimeout: { value: '15m', from: ['timeout'] },
  credentialProviders: {
    value: [
      {
        name: 'acr-credential-provider',
        hosts: [
          '*.azurecr.io',
          '*.azurecr.cn',
          '*.azurecr.de',
          '*.azurecr.us',
          '*.*.geo.azurecr.io',
          '*.*.geo.azurecr.cn',
          '*.*.geo.azurecr.de',
          '*.*.geo.azurecr.us',
        ],
        defaultCacheDuration: '10m',
        answerCacheDuration: '1h',
      },
    ],
    from: ['cp', 'ttl', 'key'],
  },
  runtime: { value: 'containerd', from: ['tpl'] },
  snapshotter: { value: 'overlayfs', from: ['stream'] },
  discard_unpacked_layers: { value: 'unset', from: ['tpl'] },
  max_concurrent_downloads: { value: 'unset', from: ['tpl'] },
  sandboxImage: {
    value: {
      byVersion: {
        // The date of the image: AKSUbuntu-2204gen2containerd-202508.20.1.
        in: 'label kubernetes.azure.com/node-image-version',
        since: {
          '': 'mcr.microsoft.com/oss/kubernetes/pause:3.6',
          '202510.30': 'mcr.microsoft.com/oss/v2/kubernetes/pause:3.6',
          '202608.07': 'mcr.microsoft.com/oss/v2/kubernetes/pause:3.10.2',
        },
        otherwise: 'mcr.microsoft.com/oss/v2/kubernetes/pause:3.6',
      },
    },
    from: ['pause', 'pv2', 'p310'],
  },
  sandboxImageOnDisk: { value: true, from: ['pause', 'pin'] },
  sandboxImagePinned: { value: true, from: ['pin', 'pinc'] },
  config_path: { value: '/etc/containerd/certs.d', from: ['cpath'] },
} as const satisfies ProviderRow['facts'];

const aksSources = {
  issue: 'https://github.com/Azure/AKS/issues/4499 (2024-08-22)',
  util: 'Azure/AgentBaker pkg/agent/utils.go:595 (06836ee230, 2026-08-21)',
  flags: 'Azure/AgentBaker e2e/node_config.go:834 (06836ee230, 2026-08-21)',
  gch: 'Azure/AgentBaker e2e/node_config.go:836 (06836ee230, 2026-08-21)',
  gcdoc:
    'MicrosoftDocs/azure-aks-docs articles/aks/custom-node-configuration-reference.md:30 (fb060abe6, 2026-08-21)',
  qps: 'https://github.com/Azure/AKS/issues/3138',
  trans: 'Azure/AgentBaker pkg/agent/utils.go:32 (06836ee230, 2026-08-21)',
  ev129: 'MicrosoftDocs/azure-aks-docs articles/aks/node-resource-reservations.md:37 (fb060abe6, 2026-08-21)',
  ev128: 'MicrosoftDocs/azure-aks-docs articles/aks/node-resource-reservations.md:51 (fb060abe6, 2026-08-21)',
  mp: 'MicrosoftDocs/azure-aks-docs articles/aks/concepts-network-ip-address-planning.md:62 (fb060abe6, 2026-08-21)',
  cp: 'Azure/AgentBaker parts/linux/cloud-init/artifacts/cse_config.sh:1861 (06836ee230, 2026-08-21)',
  ttl: 'kubernetes-sigs/cloud-provider-azure pkg/credentialprovider/azure_credentials.go:45 (7b31c76ce, 2026-08-19)',
  key: 'kubernetes-sigs/cloud-provider-azure pkg/credentialprovider/azure_credentials.go:207 (7b31c76ce, 2026-08-19)',
  pin: 'Azure/AgentBaker vhdbuilder/packer/install-dependencies.sh:274 (06836ee230, 2026-08-21)',
  pinc: 'Azure/AgentBaker (4e701d050e, 2025-06-12)',
  pause: 'Azure/AgentBaker parts/common/components.json:100 (06836ee230, 2026-08-21)',
  pv2: 'Azure/AgentBaker (fec2cbf119, 2025-10-30)',
  p310: 'Azure/AgentBaker (45f5643549, 2026-08-07)',
  stream: 'Azure/AgentBaker pkg/agent/baker.go:1958 (06836ee230, 2026-08-21)',
  timeout: 'Azure/AgentBaker parts/linux/cloud-init/artifacts/cse_config.sh:1117 (06836ee230, 2026-08-21)',
};

/** Azure AKS by node image. */
export const azure: readonly ProviderRow[] = [
  {
    id: 'aks-ubuntu2204',
    name: 'AKS Ubuntu 22.04',
    family: 'aks',
    signs: [
      { label: 'kubernetes.azure.com/node-image-version=AKSUbuntu-2204*' },
      { label: 'kubernetes.azure.com/agentpool', osImage: 'Ubuntu 22.04*' },
      { label: 'kubernetes.azure.com/cluster', osImage: 'Ubuntu 22.04*' },
    ],
    facts: {
      ...aksFacts,
      runtimeVersions: { value: '1.7', from: ['ver', 'v0'] },
    },
    sources: {
      ...aksSources,
      tpl: 'Azure/AgentBaker aks-node-controller/parser/templates/containerd_no_GPU.toml.gtpl (06836ee230, 2026-08-21)',
      cpath:
        'Azure/AgentBaker aks-node-controller/parser/templates/containerd_no_GPU.toml.gtpl:48 (06836ee230, 2026-08-21)',
      ver: 'Azure/AgentBaker parts/common/components.json:1092 (06836ee230, 2026-08-21)',
      v0: 'Azure/AgentBaker (73a5368b7d, 2025-02-12)',
    },
  },
  {
    id: 'aks-ubuntu2404',
    name: 'AKS Ubuntu 24.04',
    family: 'aks',
    signs: [
      { label: 'kubernetes.azure.com/node-image-version=AKSUbuntu-2404*' },
      { label: 'kubernetes.azure.com/agentpool', osImage: 'Ubuntu 24.04*' },
      { label: 'kubernetes.azure.com/cluster', osImage: 'Ubuntu 24.04*' },
    ],
    facts: {
      ...aksFacts,
      runtimeVersions: {
        value: { rule: '2.0 to 2.3 by the date of the image' },
        from: ['v20', 'v21', 'v22', 'v23'],
      },
      use_local_image_pull: { value: false, from: ['tpl', 'chk'], confidence: 'medium' },
      concurrent_layer_fetch_buffer: { value: 'unset', from: ['tpl'] },
    },
    sources: {
      ...aksSources,
      tpl: 'Azure/AgentBaker aks-node-controller/parser/templates/containerd_v2_no_GPU.toml.gtpl (06836ee230, 2026-08-21)',
      cpath:
        'Azure/AgentBaker aks-node-controller/parser/templates/containerd_v2_no_GPU.toml.gtpl:26 (06836ee230, 2026-08-21)',
      v20: 'Azure/AgentBaker (73a5368b7d, 2025-02-12)',
      v21: 'Azure/AgentBaker (f6726741ea, 2025-08-19)',
      v22: 'Azure/AgentBaker (f927481367, 2026-06-05)',
      v23: 'Azure/AgentBaker (f8b328287a, 2026-06-11)',
      chk: 'containerd/containerd internal/cri/config/config.go:535 (061792f0e, 2025-05-08)',
    },
  },
  {
    id: 'aks-azurelinux3',
    name: 'AKS Azure Linux 3',
    family: 'aks',
    signs: [
      { label: 'kubernetes.azure.com/node-image-version=AKSAzureLinux-V3*' },
      { label: 'kubernetes.azure.com/agentpool', osImage: '*Azure Linux 3*' },
      { label: 'kubernetes.azure.com/cluster', osImage: '*Azure Linux 3*' },
    ],
    facts: {
      ...aksFacts,
      runtimeVersions: {
        value: { rule: '2.0 to 2.2 by the date of the image' },
        from: ['v20', 'v21', 'v22'],
      },
      use_local_image_pull: { value: false, from: ['tpl'], confidence: 'medium' },
    },
    sources: {
      ...aksSources,
      tpl: 'Azure/AgentBaker aks-node-controller/parser/templates/containerd_v2_no_GPU.toml.gtpl (06836ee230, 2026-08-21)',
      cpath:
        'Azure/AgentBaker aks-node-controller/parser/templates/containerd_v2_no_GPU.toml.gtpl:26 (06836ee230, 2026-08-21)',
      v20: 'Azure/AgentBaker (73a5368b7d, 2025-02-12)',
      v21: 'Azure/AgentBaker (500c041747, 2026-04-29)',
      v22: 'Azure/AgentBaker (f927481367, 2026-06-05)',
    },
  },
];
