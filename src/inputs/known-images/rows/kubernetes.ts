/**
 * Kubernetes' own images, and those that most clusters run besides them. For the format see
 * `../read-rows.ts`.
 */
export const kubernetes = `
registry.k8s.io/kube-apiserver
  v1.18.6 51.1MB calico-3.15
  v1.25.3 35.3MB on-disk
  v1.26.1 37MB on-disk
  v1.27.0 33.4MB aliyun-1.27
  v1.27.2 33.4MB calico-3.26
  v1.28.3 34.8MB on-disk
  v1.30.5 32.6MB on-disk
  v1.31.0 28.3MB on-disk
  v1.32.11 29.1MB kubeadm-1.32
  v1.33.1 30.6MB on-disk
  v1.34.9 27.1MB kubeadm-1.34
  v1.35.0 27.6MB on-disk
registry.k8s.io/kube-controller-manager
  v1.18.6 49.1MB calico-3.15
  v1.25.3 32.1MB on-disk
  v1.26.1 34MB on-disk
  v1.27.0 31MB aliyun-1.27
  v1.27.2 31MB calico-3.26
  v1.28.3 33.4MB on-disk
  v1.30.5 30.7MB on-disk
  v1.31.0 26.2MB on-disk
  v1.32.11 26.7MB kubeadm-1.32
  v1.33.1 28MB on-disk
  v1.34.9 22.8MB kubeadm-1.34
  v1.35.0 23.1MB on-disk
registry.k8s.io/kube-scheduler
  v1.18.6 34.1MB calico-3.15
  v1.25.3 15.7MB on-disk
  v1.26.1 17.4MB on-disk
  v1.27.0 18.2MB aliyun-1.27
  v1.27.2 18.2MB calico-3.26
  v1.28.3 18.7MB on-disk
  v1.30.5 19.3MB on-disk
  v1.31.0 20.1MB on-disk
  v1.32.11 21.1MB kubeadm-1.32
  v1.33.1 21.9MB on-disk
  v1.34.9 17.4MB kubeadm-1.34
  v1.35.0 17.1MB on-disk
registry.k8s.io/kube-proxy
  v1.18.6 49.3MB calico-3.15
  v1.19.11 49.3MB flannel-0.14
  v1.26.0 21536465B event
  v1.27.0 23.9MB aliyun-1.27
  v1.27.2 23.9MB calico-3.26
  v1.28.3 24.6MB on-disk
  v1.31.3 30.2MB aliyun-1.31
  v1.32.11 31.2MB kubeadm-1.32
  v1.34.9 26MB kubeadm-1.34
registry.k8s.io/coredns/coredns
  1.2.2 11.9MB istio-1.0
  1.6.7 13.6MB calico-3.15
  v1.8.6 13.6MB kind-1.23
  1.9.1 14.1MB k3s-2022
  v1.9.3 14.8MB aliyun-1.27
  v1.10.1 16.2MB calico-3.26
  v1.11.1 18.2MB kind-1.30
  v1.11.3 18.6MB kind-1.32
  v1.12.0 20.9MB kind-1.33
  v1.12.1 22.4MB kubeadm-1.34
  1.12.3 22.4MB k3s-2026
  1.13.1 23.6MB k3s-kong
  1.14.3 23.5MB k3d-gitlab
registry.k8s.io/etcd
  3.4.3-0 101MB calico-3.15
  3.5.1-0 98.9MB kind-1.23
  3.5.6-0 103MB aliyun-1.27
  3.5.7-0 102MB calico-3.26
  3.5.9-0 101MB on-disk
  3.5.12-0 57.2MB kind-1.30
  3.5.16-0 57.7MB kind-1.32
  3.5.21-0 58.9MB kind-1.33
  3.5.24-0 23.7MB kubeadm-1.32
  3.6.4-0 70.5MB on-disk
  3.6.5-0 22.9MB kubeadm-1.34
quay.io/coreos/etcd
  v3.3.9 13.3MB istio-1.0
  v3.4.13 32.6MB kind-1.23
registry.k8s.io/pause
  3.1 317kB calico-3.15 1
  3.2 300kB calico-3.15 1
  3.6 302kB calico-3.26 1
  3.8 311kB aliyun-1.27 1
  3.9 322kB calico-3.26 1
  3.10 320kB kubeadm-1.32 1
  3.10.1 320kB kubeadm-1.34 1
registry.k8s.io/metrics-server/metrics-server
  v0.5.2 26MB k3s-1.24
  v0.6.1 28.1MB k3s-2022
  v0.6.3 29.9MB aliyun-node-cache
  v0.7.2 19493207B event
  v0.8.0 22.5MB k3s-2026
  v0.8.1 22.6MB k3s-2026
  v0.7.1 19478031B node-1.32
  v0.9.0 23258428B event
registry.k8s.io/kube-state-metrics/kube-state-metrics
  v2.18.0 19.3MB k3s-2026
registry.k8s.io/dns/k8s-dns-node-cache
  1.22.21 29MB on-disk
  1.25.0 35.7MB on-disk
registry.k8s.io/cpa/cluster-proportional-autoscaler
  1.8.5 17MB on-disk
  v1.8.8 16.4MB on-disk
registry.k8s.io/build-image/debian-base
  buster-v1.7.2 21.1MB kind-1.23
registry.k8s.io/busybox
  latest 1144547B event 1
registry.k8s.io/e2e-test-images/agnhost
  2.39 52.9MB on-disk
registry.k8s.io/cluster-api/cluster-api-controller
  v0.3.0 20.3MB kind-capi
registry.k8s.io/cluster-api/kubeadm-bootstrap-controller
  v0.3.0 19.6MB kind-capi
registry.k8s.io/cluster-api/kubeadm-control-plane-controller
  v0.3.0 21.1MB kind-capi
docker.io/kubernetesui/dashboard
  v1.10.1 44.9MB istio-1.0
  v2.6.0 74.6MB k3s-2022
  v2.7.0 75.8MB k3s-2022
docker.io/kubernetesui/dashboard-api
  1.14.0 16.5MB k3s-kong
docker.io/kubernetesui/dashboard-auth
  1.4.0 14.5MB k3s-kong
docker.io/kubernetesui/dashboard-metrics-scraper
  1.2.2 13MB k3s-kong
docker.io/kubernetesui/dashboard-web
  1.7.0 62.5MB k3s-kong
docker.io/kubernetesui/metrics-scraper
  v1.0.8 19.7MB k3s-2022
docker.io/kindest/kindnetd
  v20211122-a2c10462 40.9MB kind-1.23
  v20230511-dc714da8 27.7MB kind-1.27
  v20241212-9f82dd49 39MB kind-1.32
  v20250512-df8de77b 44.4MB kind-1.33
docker.io/kindest/local-path-helper
  v20230510-486859a6 3.05MB kind-1.27
  v20241212-8ac705d0 3.08MB kind-1.32
docker.io/kindest/local-path-provisioner
  v20230511-dc714da8 19.4MB kind-1.27
  v20241212-8ac705d0 22.5MB kind-1.32
docker.io/rancher/local-path-provisioner
  v0.0.14 13.4MB kind-1.23
  v0.0.21 11.4MB k3s-2022
  v0.0.31 20.7MB k3s-2026
  v0.0.32 21.1MB k3s-kong
  v0.0.34 21.6MB k3s-2026
docker.io/rancher/klipper-helm
  v0.7.3-build20220613 83MB k3s-2022
  v0.9.12-build20251215 65.5MB k3s-kong
  v0.9.14-build20260210 64.1MB k3s-2026
  v0.9.4-build20250113 70422458B rke2-gpu
docker.io/rancher/klipper-lb
  v0.3.5 3.33MB k3s-1.24
  v0.4.13 5.02MB k3s-kong
  v0.4.17 5.28MB k3d-gitlab
registry.k8s.io/hpa-example
  latest 164030864B event
registry.k8s.io/nfd/node-feature-discovery
  v0.16.6 69405547B rke2-gpu
docker.io/rancher/rke2-runtime
  v1.31.6-rke2r1 94555806B rke2-gpu
docker.io/rancher/rke2-cloud-provider
  v1.31.2-0.20241016053446-0955fa330f90-build20241016 22079096B rke2-gpu
docker.io/rancher/hardened-kubernetes
  v1.31.6-rke2r1-build20250213 228062944B rke2-gpu
docker.io/rancher/hardened-coredns
  v1.12.0-build20241126 27603460B rke2-gpu
docker.io/rancher/hardened-etcd
  v3.5.18-k3s1-build20250210 17403640B rke2-gpu
docker.io/rancher/hardened-k8s-metrics-server
  v0.7.2-build20250110 18761838B rke2-gpu
docker.io/rancher/hardened-cluster-autoscaler
  v1.9.0-build20241126 13693474B rke2-gpu
`;
