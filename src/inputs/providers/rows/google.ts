import type { ProviderRow } from '../provider-row.ts';

/** Google GKE, and kube-up's clusters on GCE. */
export const google: readonly ProviderRow[] = [
  {
    id: 'gke',
    name: 'GKE',
    family: 'gke',
    signs: [{ kubeletVersion: '*-gke.*' }],
    facts: {
      serializeImagePulls: { value: false, from: ['par'], confidence: 'medium' },
      maxParallelImagePulls: {
        value: {
          byLabel: { label: 'cloud.google.com/gke-boot-disk', values: { 'pd-standard': 2 }, otherwise: 3 },
        },
        from: ['par'],
      },
      imageGCHighThresholdPercent: { value: 85, from: ['gch'] },
      imageGCLowThresholdPercent: { value: 80, from: ['gcl'] },
      imageMinimumGCAge: { value: '2m', from: ['mina'] },
      imageMaximumGCAge: { value: '0s', from: ['maxa'] },
      maxPods: { value: 110, from: ['mp'], confidence: 'medium' },
      credentialProviders: {
        value: [
          {
            name: 'auth-provider-gcp',
            hosts: ['container.cloud.google.com', 'gcr.io', '*.gcr.io', '*.pkg.dev'],
            defaultCacheDuration: '1m',
            answerCacheDuration: '0s',
          },
        ],
        from: ['cp', 'zero'],
        confidence: 'medium',
      },
      runtime: { value: 'containerd', from: ['node'] },
      snapshotter: { value: 'overlayfs', from: ['gcfs'], confidence: 'medium' },
      unpigz: { value: true, from: ['rates'], confidence: 'low' },
      boot: { value: '90s', from: ['faq'], confidence: 'low' },
      registration: { value: '1s', from: ['chonks'], confidence: 'medium' },
      network: { value: '22s', from: ['chonks'], confidence: 'medium' },
    },
    sources: {
      chonks:
        'converged-computing/container-chonks events and conditions of 28 GKE 1.30 nodes: Ready 20 to 22 s after their creation (2024-11-10)',
      faq: 'kubernetes/autoscaler pull 465, which takes 1.5 to 2 min on GCE out of the FAQ (2017-11-14)',
      rates:
        'converged-computing/container-chonks events of GKE nodes: programs unpack as fast as zeros (derived: docs/measurements.md R10)',
      par: 'googleapis/googleapis google/container/v1/cluster_service.proto:1126 (f8291d2b89, 2026-08-22)',
      gcl: 'googleapis/googleapis google/container/v1/cluster_service.proto:1018 (f8291d2b89, 2026-08-22)',
      gch: 'googleapis/googleapis google/container/v1/cluster_service.proto:1029 (f8291d2b89, 2026-08-22)',
      mina: 'googleapis/googleapis google/container/v1/cluster_service.proto:1042 (f8291d2b89, 2026-08-22)',
      maxa: 'googleapis/googleapis google/container/v1/cluster_service.proto:1053 (f8291d2b89, 2026-08-22)',
      gcfs: 'googleapis/googleapis google/container/v1/cluster_service.proto:1906 (f8291d2b89, 2026-08-22)',
      node: 'https://gist.github.com/fawix/f2cd1c93eabbf276c343e824344715dc',
      cp: 'kubernetes/cloud-provider-gcp cluster/gce/gci/configure.sh:657 (4d88a83fa, 2026-05-12)',
      zero: 'kubernetes/cloud-provider-gcp cmd/auth-provider-gcp/provider/provider.go:92 (4e2453124, 2026-08-19)',
      mp: 'kubernetes/cloud-provider-gcp cluster/gce/config-default.sh:326 (4d88a83fa, 2026-05-12)',
    },
  },
  {
    id: 'gce-kube-up',
    name: 'Kubernetes on GCE, kube-up',
    family: 'gce-kube-up',
    signs: [],
    facts: {
      serializeImagePulls: { value: 'unset', from: ['cfg'] },
      registryPullQPS: { value: 'unset', from: ['cfg'] },
      registryBurst: { value: 'unset', from: ['cfg'] },
      imageGCHighThresholdPercent: { value: 'unset', from: ['cfg'] },
      imageGCLowThresholdPercent: { value: 'unset', from: ['cfg'] },
      imageMinimumGCAge: { value: 'unset', from: ['cfg'] },
      imageMaximumGCAge: { value: 'unset', from: ['cfg'] },
      evictionHard: {
        value: { 'memory.available': '250Mi', 'nodefs.available': '10%', 'nodefs.inodesFree': '5%' },
        from: ['ev'],
      },
      maxPods: { value: 110, from: ['cfg'], confidence: 'medium' },
      credentialProviders: {
        value: [
          {
            name: 'auth-provider-gcp',
            hosts: ['container.cloud.google.com', 'gcr.io', '*.gcr.io', '*.pkg.dev'],
            defaultCacheDuration: '1m',
          },
        ],
        from: ['cp'],
      },
      runtime: { value: 'containerd', from: ['cd'] },
      discard_unpacked_layers: { value: 'unset', from: ['cd'] },
      max_concurrent_downloads: { value: 'unset', from: ['cd'] },
      sandboxImage: { value: 'registry.k8s.io/pause:3.10', from: ['cd'] },
      config_path: { value: '/etc/containerd/certs.d', from: ['cpath'] },
      mirrors: {
        value: { rule: 'mirror.gcr.io for docker.io where its option is on' },
        from: ['mir'],
        confidence: 'medium',
      },
    },
    sources: {
      ev: 'kubernetes/cloud-provider-gcp cluster/gce/config-default.sh:401 (4d88a83fa, 2026-05-12)',
      cfg: 'kubernetes/cloud-provider-gcp cluster/gce/util.sh:942 (4d88a83fa, 2026-05-12)',
      cd: 'kubernetes/cloud-provider-gcp cluster/gce/gci/configure-helper.sh:3328 (4d88a83fa, 2026-05-12)',
      cpath: 'kubernetes/cloud-provider-gcp cluster/gce/gci/configure-helper.sh:3341 (4d88a83fa, 2026-05-12)',
      cp: 'kubernetes/cloud-provider-gcp cluster/gce/gci/configure.sh:665 (4d88a83fa, 2026-05-12)',
      mir: 'kubernetes/cloud-provider-gcp cluster/gce/util.sh:319 (4d88a83fa, 2026-05-12)',
    },
  },
];
