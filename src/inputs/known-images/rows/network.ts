/** CNIs, load balancers, ingress, gateways, service meshes. For the format see `../read-rows.ts`. */
export const network = `
docker.io/calico/node
  v3.3.2 20.5MB istio-1.0
  v3.12.0 89.7MB calico-3.12
  v3.12.2 89.7MB kind-capi
  v3.15.1 90.8MB calico-3.15
  v3.25.0 87.2MB calico-3.25
  v3.26.0 87.6MB calico-3.26
  v3.26.1 86.6MB calico-3.26
  v3.28.0 115MB on-disk
  v3.30.6 150MB on-disk
  v3.28.1 117874046B calico-3.28
docker.io/calico/cni
  v3.3.2 24.2MB istio-1.0
  v3.12.0 66.5MB calico-3.12
  v3.12.2 77.5MB kind-capi
  v3.15.1 79.3MB calico-3.15
  v3.25.0 88MB calico-3.25
  v3.26.0 93.3MB calico-3.26
  v3.26.1 93.4MB calico-3.26
  v3.28.0 93MB on-disk
  v3.28.1 94576755B calico-3.28
docker.io/calico/kube-controllers
  v3.3.2 14.8MB istio-1.0
  v3.12.2 23.1MB kind-capi
  v3.15.1 22MB calico-3.15
  v3.25.0 31.3MB calico-3.25
  v3.26.1 32.8MB aliyun-1.27
  v3.28.1 35000112B calico-3.28
docker.io/calico/typha
  v3.15.1 21.5MB calico-3.15
  v3.26.1 28.3MB calico-3.26
docker.io/calico/pod2daemon-flexvol
  v3.12.0 37.5MB calico-3.12
  v3.15.1 37.5MB calico-3.15
  v3.26.0 7.28MB calico-3.26
  v3.26.1 7.29MB calico-3.26
docker.io/calico/csi
  v3.26.0 9.87MB calico-3.26
  v3.26.1 8.91MB calico-3.26
docker.io/calico/node-driver-registrar
  v3.26.0 12.2MB calico-3.26
  v3.26.1 11MB calico-3.26
docker.io/calico/apiserver
  v3.26.1 30MB..45MB calico-arm
quay.io/tigera/operator
  v1.30.4 17MB..24MB calico-arm
quay.io/cilium/cilium
  v1.11 157MB by-date
  v1.16 224MB same-family
  v1.18.6 255MB on-disk
quay.io/cilium/operator-generic
  v1.11 16.3MB by-date
  v1.18.6 38MB on-disk
quay.io/cilium/hubble-relay
  v1.11 10.2MB by-date
  v1.18.6 30MB on-disk
quay.io/cilium/clustermesh-apiserver
  v1.11 15.5MB by-date
quay.io/cilium/hubble-ui
  v0.8 12.2MB by-date
  v0.13.3 11.7MB on-disk
quay.io/cilium/hubble-ui-backend
  v0.8 14.4MB by-date
  v0.13.3 21.6MB on-disk
quay.io/cilium/cilium-envoy
  v1.34 61MB on-disk
docker.io/envoyproxy/envoy
  v1.18 51.4MB by-date
docker.io/flannel/flannel
  v0.14.0 21.1MB flannel-0.14
  v0.26.3 31MB on-disk
  v0.27.3 34MB kubeadm-1.32
  v0.23.0 28051548B kubeadm-1.30
docker.io/flannel/flannel-cni-plugin
  v1.7.1-flannel1 4.88MB kubeadm-1.32
quay.io/metallb/controller
  v0.13.4 25.6MB k3s-2022
  v0.13.5 25.6MB k3s-2022
  v0.15.2 31.7MB k3s-2026
  v0.14.5 29213516B node-1.32
quay.io/metallb/speaker
  v0.7.3 11.2MB istio-1.0
  v0.13.4 46.8MB k3s-2022
  v0.13.5 46.8MB k3s-2022
  v0.15.2 59.8MB k3s-2026
  v0.15.3 51.4MB k3s-2026
  v0.14.5 52754428B node-1.32
registry.k8s.io/ingress-nginx/controller
  v1.1.3 100MB on-disk
  v1.6.4 98.9MB on-disk
  v1.8.1 99.6MB on-disk
  v1.9 95.8MB on-disk
  v1.12.2 105MB by-date
  v1.13.3 112MB on-disk
  v1.13.2 115287729B event
registry.k8s.io/ingress-nginx/kube-webhook-certgen
  v20230407 19.4MB on-disk
  v20231011 22.1MB on-disk
  v1.5.2 26.2MB by-date
docker.io/library/traefik
  2.6.2 30.3MB k3s-2022
  2.8.0 31.5MB traefik-2.8
  2.8.4 33.3MB traefik-2.8
  2.8.5 33.3MB traefik-2.8
  2.8.7 33.3MB traefik-2.8
  3.3.6 58.3MB k3s-2026
  3.5.1 49.7MB k3s-kong
  3.6.7 52.2MB k3s-2026
  v3.0 47477952B node-1.32
docker.io/traefik/whoami
  latest 3.04MB k3s-kong
docker.io/library/kong
  3.9 120MB k3s-kong
docker.io/istio/proxyv2
  1.0.5 128MB istio-1.0
  1.25.0 93MB istio-pulls
docker.io/istio/pilot
  1.25.0 50MB..100MB same-family
docker.io/istio/proxy_init
  1.0.5 55.1MB istio-1.0
docker.io/istio/mixer
  1.0.5 16.6MB istio-1.0
quay.io/kiali/kiali
  v0.20 120MB on-disk
  v1.42 70MB on-disk
  v2.7.0 50MB on-disk
cr.kgateway.dev/kgateway-dev/kgateway
  v2.0.4 133MB llm-d
cr.kgateway.dev/kgateway-dev/envoy-wrapper
  v2.0.4 98.1MB llm-d
docker.io/fortio/fortio
  latest 7.44MB k3s-kong
ghcr.io/k8snetworkplumbingwg/multus-cni
  v4.0.2-thick 94135319B event
docker.io/rancher/nginx-ingress-controller
  v1.12.0-hardened6 298493685B rke2-gpu
docker.io/rancher/hardened-calico
  v3.29.2-build20250218 210583432B rke2-gpu
docker.io/rancher/hardened-flannel
  v0.26.4-build20250218 81490879B rke2-gpu
docker.io/weaveworks/weave-kube
  2.8.1 30924173B kubeadm-1.30
docker.io/weaveworks/weave-npc
  2.8.1 12814131B kubeadm-1.30
docker.io/nginxinc/nginx-unprivileged
  latest 70523561B tkg-1.26
quay.io/oriedge/k8s_gateway
  v0.4.0 17450682B node-1.32
docker.io/curlimages/curl
  8.9.1 9384907B event
  8.21.0 10652192B event
docker.io/alpine/git
  latest 37148396B event
docker.io/kubeovn/kube-ovn
  v1.11.5 140450819B kubeovn-1.26
`;
