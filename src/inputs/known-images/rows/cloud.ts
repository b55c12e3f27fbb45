/** Images of managed clusters, and of storage. For the format see `../read-rows.ts`. */
export const cloud = `
602401143452.dkr.ecr.us-west-2.amazonaws.com/amazon-k8s-cni
  v1.10.1-eksbuild.1 88MB on-disk
  v1.21.1-eksbuild.5 53.91MB eks
602401143452.dkr.ecr.us-west-2.amazonaws.com/amazon-k8s-cni-init
  v1.10.1-eksbuild.1 137MB on-disk
  v1.21.1-eksbuild.5 70.09MB eks
602401143452.dkr.ecr.us-west-2.amazonaws.com/amazon/aws-network-policy-agent
  v1.3.1-eksbuild.1 35.64MB eks
602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/coredns
  v1.8.4-eksbuild.1 15.3MB on-disk
  v1.13.2-eksbuild.3 25.07MB eks
602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/kube-proxy
  v1.21.2-eksbuild.2 44.3MB on-disk
  v1.34.5-eksbuild.2 31.77MB eks
602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/pause
  3.5 305kB on-disk 1
  3.10 318kB eks 1
mcr.microsoft.com/azuremonitor/containerinsights/ciprod
  3.1.27 275MB aks
mcr.microsoft.com/azuremonitor/containerinsights/ciprod/prometheus-collector/images
  6.17.0-main-05-29-2025-1a3ab39b 287MB aks
mcr.microsoft.com/cbl-mariner/busybox
  1.35 6.32MB aks
mcr.microsoft.com/containernetworking/azure-cni
  v1.4.59 57.1MB aks
  v1.5.44 84.7MB aks
  v1.6.21 86.1MB aks
mcr.microsoft.com/containernetworking/azure-cns
  v1.4.59 208MB aks
  v1.5.45 219MB aks
  v1.6.25 63.2MB aks
mcr.microsoft.com/containernetworking/azure-ipam
  v0.0.7 25.8MB aks
  v0.2.0 26.3MB aks
  v0.2.1 26.8MB aks
mcr.microsoft.com/containernetworking/azure-npm
  v1.5.45 112MB aks
mcr.microsoft.com/containernetworking/cilium/cilium
  v1.14.18-250107 196MB aks
  v1.14.19-250129 196MB aks
  v1.16.5-250110 224MB aks
  v1.16.6-250129 224MB aks
mcr.microsoft.com/oss/azure/secrets-store/provider-azure
  v1.6.2 14.8MB aks
mcr.microsoft.com/oss/v2/azure/secrets-store/provider-azure
  v1.7.0 18.4MB aks
mcr.microsoft.com/oss/kubernetes-csi/azuredisk-csi
  v1.30.12 66.7MB aks
  v1.31.10 70.4MB aks
  v1.32.7 66.2MB aks
  v1.33.1 66.2MB aks
mcr.microsoft.com/oss/kubernetes-csi/azurefile-csi
  v1.30.10 121MB aks
  v1.31.6 121MB aks
  v1.32.4 121MB aks
  v1.33.1 126MB aks
mcr.microsoft.com/oss/kubernetes-csi/blob-csi
  v1.24.10 185MB aks
  v1.25.7 187MB aks
  v1.26.4 187MB aks
mcr.microsoft.com/oss/kubernetes-csi/csi-node-driver-registrar
  v2.12.0 14MB aks
  v2.13.0 14.8MB aks
mcr.microsoft.com/oss/kubernetes-csi/livenessprobe
  v2.14.0 14.7MB aks
  v2.15.0 15MB aks
mcr.microsoft.com/oss/kubernetes-csi/secrets-store/driver
  v1.4.8 65.7MB aks
mcr.microsoft.com/oss/v2/kubernetes-csi/secrets-store/driver
  v1.5.0 46.1MB aks
mcr.microsoft.com/oss/kubernetes/azure-cloud-node-manager
  v1.29.15 21.5MB aks
  v1.30.12 21.9MB aks
  v1.31.6 22.5MB aks
  v1.32.5 30.6MB aks
  v1.33.0 31.4MB aks
mcr.microsoft.com/oss/kubernetes/kube-proxy
  v1.27.103-akslts 81.2MB aks
  v1.28.101-akslts 83MB aks
  v1.29.15 84.6MB aks
  v1.30.12 86.4MB aks
  v1.31.9 93.2MB aks
  v1.32.5 95.3MB aks
  v1.33.1 99.1MB aks
mcr.microsoft.com/oss/kubernetes/pause
  3.6 301kB aks 1
mcr.microsoft.com/oss/nginx/nginx
  1.17.3-alpine 8.67MB aks
mcr.microsoft.com/oss/v2/azure/ip-masq-agent-v2
  v0.1.15-2 28.4MB aks
mcr.microsoft.com/oss/v2/kubernetes/apiserver-network-proxy/agent
  v0.30.3 13.8MB aks
mcr.microsoft.com/oss/v2/kubernetes/autoscaler/addon-resizer
  v1.8.23-2 22.5MB aks
mcr.microsoft.com/oss/v2/kubernetes/autoscaler/cluster-proportional-autoscaler
  v1.8.11-5 19.7MB aks
  v1.9.0-1 21.1MB aks
mcr.microsoft.com/oss/v2/kubernetes/coredns
  v1.9.4-5 24.2MB aks
  v1.11.3-7 29.2MB aks
  v1.12.1-1 33.1MB aks
mcr.microsoft.com/oss/v2/kubernetes/kube-state-metrics
  v2.15.0-4 26.2MB aks
mcr.microsoft.com/oss/v2/kubernetes/windows-gmsa-webhook
  v0.12.1-2 21MB aks
mcr.microsoft.com/oss/v2/open-policy-agent/gatekeeper
  v3.18.2-1 31.2MB aks
  v3.19.1-1 35.6MB aks
docker.io/longhornio/csi-attacher
  v4.12.0 38.6MB longhorn
docker.io/longhornio/csi-node-driver-registrar
  v2.17.0 14.6MB longhorn
docker.io/longhornio/csi-provisioner
  v5.3.0-20260514 34.2MB longhorn
docker.io/longhornio/csi-resizer
  v2.1.0-20260514 37.6MB longhorn
docker.io/longhornio/csi-snapshotter
  v8.5.0-20260514 37.6MB longhorn
docker.io/longhornio/livenessprobe
  v2.19.0 14.8MB longhorn
docker.io/longhornio/longhorn-cli
  v1.12.0 84.9MB longhorn
docker.io/longhornio/longhorn-engine
  v1.12.0 164MB longhorn
docker.io/longhornio/longhorn-instance-manager
  v1.12.0 483MB longhorn
docker.io/longhornio/longhorn-manager
  v1.12.0 120MB longhorn
docker.io/longhornio/longhorn-share-manager
  v1.12.0 112MB longhorn
docker.io/longhornio/longhorn-ui
  v1.12.0 75.3MB longhorn
registry.k8s.io/sig-storage/csi-attacher
  v4.4.2 25.5MB on-disk
  v4.12.0 38.6MB same-family
registry.k8s.io/sig-storage/csi-node-driver-registrar
  v2.4.0 9MB on-disk
  v2.17.0 14.6MB same-family
  v2.11.1 13697025B node-1.32
registry.k8s.io/sig-storage/csi-provisioner
  v3.6.2 27.2MB on-disk
  v5.3.0 34.2MB same-family
  v5.0.2 30330584B node-1.32
registry.k8s.io/sig-storage/csi-resizer
  v1.9.2 25.7MB on-disk
  v2.1.0 37.6MB same-family
registry.k8s.io/sig-storage/csi-snapshotter
  v6.3.2 25.6MB on-disk
  v8.5.0 37.6MB same-family
  v8.0.1 28522689B node-1.32
registry.k8s.io/sig-storage/livenessprobe
  v2.11.0 9MB on-disk
  v2.19.0 14.8MB same-family
  v2.13.1 13651774B node-1.32
registry.k8s.io/sig-storage/snapshot-controller
  v7.0.2 24.5MB on-disk
registry.k8s.io/sig-storage/local-volume-provisioner
  v2.5.0 53MB on-disk
registry.k8s.io/provider-os/cinder-csi-plugin
  v1.30.0 25.6MB on-disk
quay.io/minio/aistor/minio
  RELEASE.2026-09-07T08-39-31Z 130MB k3d-gitlab
quay.io/minio/aistor/minio-sidecar
  RELEASE.2026-09-18T00-46-19Z 12.4MB k3d-gitlab
quay.io/minio/aistor/operator
  RELEASE.2026-09-18T18-03-16Z 39.9MB k3d-gitlab
registry.k8s.io/sig-storage/nfsplugin
  v4.9.0 67031523B node-1.32
`;
