/** What public documents tell of the images of well-known applications. */
export interface KnownApplication {
  readonly name: string;
  readonly images: readonly KnownSize[];
}

export interface KnownSize {
  /** As in the application's manifests. */
  readonly image: string;
  /** The compressed size that a document tells, in million bytes; absent: no document with it was found. */
  readonly realMegabytes?: number;
  /**
   * What scripts/rebuild/rebuild-images.mjs put together from the same packages has. It counts where no
   * document tells the real size.
   */
  readonly rebuiltMegabytes?: number;
  /** The document with the real size; or what else is known. */
  readonly source: string;
}

/** The Online Boutique, and four other public applications for which documents tell most sizes. */
export const knownApplications: readonly KnownApplication[] = [
  {
    name: 'Online Boutique v0.10.6',
    images: [
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/adservice:v0.10.6',
        rebuiltMegabytes: 113.7,
        source:
          '97.2 MB in 2022 on an older Java, 235 MB on disk ([#1124](https://github.com/GoogleCloudPlatform/microservices-demo/pull/1124)); 230 MB on disk in 2024 ([#2598](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2598))',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/cartservice:v0.10.6',
        source:
          '41.5 MB on disk in 2024 ([#2599](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2599)); its packages cannot be had here',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/checkoutservice:v0.10.6',
        rebuiltMegabytes: 7.3,
        source:
          '21.1 MB on disk in 2024 ([#2512](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2512))',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/currencyservice:v0.10.6',
        rebuiltMegabytes: 50.8,
        source:
          '179 MB on disk in 2024 ([#2538](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2538))',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/emailservice:v0.10.6',
        rebuiltMegabytes: 41.7,
        source: 'none',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/frontend:v0.10.6',
        rebuiltMegabytes: 12.5,
        source:
          '28.1 MB on disk in 2024 ([#2512](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2512))',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/loadgenerator:v0.10.6',
        rebuiltMegabytes: 39.9,
        source: 'none',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/paymentservice:v0.10.6',
        rebuiltMegabytes: 49.1,
        source:
          '179 MB on disk in 2024 ([#2538](https://github.com/GoogleCloudPlatform/microservices-demo/pull/2538))',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/productcatalogservice:v0.10.6',
        rebuiltMegabytes: 9.5,
        source: 'none',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/recommendationservice:v0.10.6',
        rebuiltMegabytes: 41,
        source: 'none',
      },
      {
        image: 'us-central1-docker.pkg.dev/google-samples/microservices-demo/shippingservice:v0.10.6',
        rebuiltMegabytes: 7,
        source: 'none',
      },
      { image: 'redis:alpine', realMegabytes: 39, source: 'repo-info, redis/remote/alpine.md (2026)' },
      { image: 'busybox:1.38.0', realMegabytes: 2.23, source: 'repo-info, busybox/remote/1.38.0.md (2026)' },
    ],
  },
  {
    name: 'Bookinfo 1.17.0',
    images: [
      {
        image: 'docker.io/istio/examples-bookinfo-details-v1:1.17.0',
        realMegabytes: 62,
        source: '`ibmcloud cr images`, index number 69136791885',
      },
      {
        image: 'docker.io/istio/examples-bookinfo-productpage-v1:1.17.0',
        realMegabytes: 68,
        source: '`ibmcloud cr images`, index number 69136791885',
      },
      {
        image: 'docker.io/istio/examples-bookinfo-ratings-v1:1.17.0',
        realMegabytes: 57,
        source: '`ibmcloud cr images`, index number 69136791885',
      },
      { image: 'docker.io/istio/examples-bookinfo-reviews-v1:1.17.0', source: 'its sister reviews-v3' },
      { image: 'docker.io/istio/examples-bookinfo-reviews-v2:1.17.0', source: 'its sister reviews-v3' },
      {
        image: 'docker.io/istio/examples-bookinfo-reviews-v3:1.17.0',
        realMegabytes: 415,
        source: '`ibmcloud cr images`, index number 69136791885',
      },
    ],
  },
  {
    name: 'Calico v3.26.1',
    images: [
      {
        image: 'docker.io/calico/cni:v3.26.1',
        realMegabytes: 93.4,
        source: '`crictl images`, index number 46727527320',
      },
      {
        image: 'docker.io/calico/node:v3.26.1',
        realMegabytes: 86.6,
        source: '`crictl images`, index number 46727527320',
      },
      {
        image: 'docker.io/calico/kube-controllers:v3.26.1',
        realMegabytes: 32.8,
        source: '`crictl images`, index number 11966999981',
      },
      {
        image: 'docker.io/calico/typha:v3.26.1',
        realMegabytes: 28.3,
        source: '`crictl images`, index number 46727527320',
      },
      {
        image: 'docker.io/calico/pod2daemon-flexvol:v3.26.1',
        realMegabytes: 7.29,
        source: '`crictl images`, index number 46727527320',
      },
      {
        image: 'docker.io/calico/csi:v3.26.1',
        realMegabytes: 8.91,
        source: '`crictl images`, index number 46727527320',
      },
      {
        image: 'docker.io/calico/node-driver-registrar:v3.26.1',
        realMegabytes: 11,
        source: '`crictl images`, index number 46727527320',
      },
    ],
  },
  {
    name: 'cert-manager v1.19.0',
    images: [
      {
        image: 'quay.io/jetstack/cert-manager-controller:v1.19.0',
        realMegabytes: 23.5,
        source: '`crictl images`, index number 53710584479',
      },
      {
        image: 'quay.io/jetstack/cert-manager-cainjector:v1.19.0',
        realMegabytes: 12.5,
        source: '`crictl images`, index number 53710584479',
      },
      {
        image: 'quay.io/jetstack/cert-manager-webhook:v1.19.0',
        realMegabytes: 19.9,
        source: '`crictl images`, index number 53710584479',
      },
    ],
  },
  {
    name: 'a control plane of Kubernetes 1.34',
    images: [
      {
        image: 'registry.k8s.io/kube-apiserver:v1.34.9',
        realMegabytes: 27.1,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/kube-controller-manager:v1.34.9',
        realMegabytes: 22.8,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/kube-scheduler:v1.34.9',
        realMegabytes: 17.4,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/kube-proxy:v1.34.9',
        realMegabytes: 26,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/coredns/coredns:v1.12.1',
        realMegabytes: 22.4,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/etcd:3.6.5-0',
        realMegabytes: 22.9,
        source: '`crictl images`, index number 62628424512',
      },
      {
        image: 'registry.k8s.io/pause:3.10.1',
        realMegabytes: 0.32,
        source: '`crictl images`, index number 62628424512',
      },
    ],
  },
];
