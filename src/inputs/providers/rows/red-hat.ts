import type { ProviderRow } from '../provider-row.ts';

/** OpenShift 4 on RHCOS, with CRI-O. */
export const redHat: readonly ProviderRow[] = [
  {
    id: 'openshift-4',
    name: 'OpenShift 4',
    family: 'openshift-4',
    signs: [{ label: 'node.openshift.io/os_id' }, { osImage: 'Red Hat Enterprise Linux CoreOS*' }],
    facts: {
      serializeImagePulls: { value: false, from: ['ser', 'ser12'] },
      maxParallelImagePulls: { value: 'unset', from: ['all'] },
      registryPullQPS: { value: 'unset', from: ['all'] },
      registryBurst: { value: 'unset', from: ['all'] },
      imageGCHighThresholdPercent: { value: 'unset', from: ['all'] },
      imageGCLowThresholdPercent: { value: 'unset', from: ['all'] },
      imageMinimumGCAge: { value: 'unset', from: ['all'] },
      imageMaximumGCAge: { value: 'unset', from: ['all'] },
      evictionHard: { value: 'unset', from: ['all'] },
      maxPods: { value: 250, from: ['mp'] },
      credentialProviders: {
        value: [
          {
            name: 'ecr-credential-provider',
            hosts: [
              '*.dkr.ecr.*.amazonaws.com',
              '*.dkr.ecr.*.amazonaws.com.cn',
              '*.dkr.ecr-fips.*.amazonaws.com',
              '*.dkr.ecr.us-iso-east-1.c2s.ic.gov',
              '*.dkr.ecr.us-isob-east-1.sc2s.sgov.gov',
            ],
            defaultCacheDuration: '12h',
          },
          {
            name: 'acr-credential-provider',
            hosts: ['*.azurecr.io', '*.azurecr.cn', '*.azurecr.de', '*.azurecr.us'],
            defaultCacheDuration: '10m',
          },
          {
            name: 'gcr-credential-provider',
            hosts: ['gcr.io', '*.gcr.io', '*.pkg.dev', 'container.cloud.google.com'],
            defaultCacheDuration: '1m',
          },
        ],
        from: ['ecr', 'acr', 'gcr'],
      },
      runtime: { value: 'cri-o', from: ['crio'] },
      runtimeVersions: {
        value: {
          byRelease: {
            '1.27': '1.27',
            '1.29': '1.29',
            '1.30': '1.30',
            '1.31': '1.31',
            '1.32': '1.32',
            '1.33': '1.33',
            '1.34': '1.34',
            '1.35': '1.35',
          },
        },
        from: ['v16', 'v20', 'v22'],
        confidence: 'medium',
      },
      snapshotter: { value: 'overlay', from: ['crio'], confidence: 'medium' },
      sandboxImage: {
        value: {
          rule: "the pod image of the release, by digest, for which the cluster's pull secret is needed",
        },
        from: ['crio', 'auth'],
      },
      sandboxImagePinned: { value: true, from: ['pin'] },
    },
    sources: {
      ser: 'openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/files/kubelet.yaml:26 (7ff337a4f, 2026-08-20)',
      ser12:
        'openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/files/kubelet.yaml:23 (1d4cfffaa, 2026-03-13)',
      all: 'openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/files/kubelet.yaml (7ff337a4f, 2026-08-20)',
      mp: 'openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/files/kubelet.yaml:20 (7ff337a4f, 2026-08-20)',
      ecr: 'openshift/machine-config-operator templates/common/aws/files/etc-kubernetes-credential-providers-ecr-credential-provider.yaml:15 (7ff337a4f, 2026-08-20)',
      acr: 'openshift/machine-config-operator templates/common/azure/files/etc-kubernetes-credential-providers-acr-credential-provider.yaml:10 (7ff337a4f, 2026-08-20)',
      gcr: 'openshift/machine-config-operator templates/common/gcp/files/etc-kubernetes-credential-providers-gcr-credential-provider.yaml:15 (7ff337a4f, 2026-08-20)',
      crio: 'openshift/machine-config-operator templates/worker/01-worker-container-runtime/_base/files/crio.yaml:66 (7ff337a4f, 2026-08-20)',
      auth: 'openshift/machine-config-operator templates/worker/01-worker-container-runtime/_base/files/crio.yaml:67 (7ff337a4f, 2026-08-20)',
      pin: 'cri-o/cri-o internal/storage/image.go:1072 (f954a17e50, 2026-08-21)',
      v20: 'openshift/machine-config-operator go.mod:60 (afed09939, 2026-08-18)',
      v22: 'openshift/machine-config-operator go.mod:64 (9027c94cd, 2026-08-21)',
      v16: 'openshift/machine-config-operator go.mod:50 (7327bb235, 2026-07-17)',
    },
  },
];
