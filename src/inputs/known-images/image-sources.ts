/**
 * A public document with sizes of images. Read in 2026 in stored copies, because no registry could be asked.
 */
export interface ImageSource {
  /** Published: compressed bytes, as in the document. Assumed: computed from another figure in it. */
  readonly mark: 'published' | 'assumed';
  readonly title: string;
  /** A URL; or the number of a document in an index of public GitHub files that gives no path. */
  readonly where: string;
  /** How many times larger or smaller an assumed size may be, if its row has no range. */
  readonly factor?: number;
  /** How many times larger or smaller another version may be, if its versions are further apart than most. */
  readonly versionFactor?: number;
}

/** Public files whose path the index does not give. */
const file = (number: number) => `public GitHub files, index number ${number}`;
const listing = (title: string, number: number): ImageSource => ({
  mark: 'published',
  title: `crictl images of ${title}`,
  where: file(number),
});
const boutique = (pull: number, title: string): ImageSource => ({
  mark: 'assumed',
  title,
  where: `https://github.com/GoogleCloudPlatform/microservices-demo/pull/${pull}`,
});

/**
 * The sources by the word that rows use. containerd lists compressed bytes (its pause 3.6 has 302 kB), Docker
 * and CRI-O those on disk.
 */
const sources: Readonly<Record<string, ImageSource>> = {
  aks: listing('an AKS node, containerd, May 2025', 19056916934),
  'aliyun-1.27': listing('a kubeadm node v1.27.0, containerd', 11966999981),
  'aliyun-1.31': listing('a kubeadm node, containerd (the rows that were pulled)', 66918634689),
  'aliyun-node-cache': listing('a kubeadm node v1.27.2, containerd (the rows that were pulled)', 270019150),
  'argo-node': listing('a node with Argo CD v2.13.2, containerd, December 2024', 21133989310),
  'calico-3.12': listing('a node v1.16.6 with Calico, containerd', 5432601178),
  'calico-3.15': listing('a kubeadm node v1.18.6 with Calico, containerd', 1901265732),
  'calico-3.25': listing('a node v1.26.4 with Calico, containerd', 15348624307),
  'calico-3.26': listing('a kubeadm node v1.27.2 with Calico, containerd', 46727527320),
  dockerfiles: {
    mark: 'published',
    title: 'manifests of images that Dockerfiles on GitHub build on, 2015 to 2024 (container-chonks, MIT)',
    where: 'https://github.com/converged-computing/container-chonks',
    versionFactor: 1.8,
  },
  'flannel-0.14': listing('a node v1.19.11 with Flannel, containerd', 33349769673),
  'istio-1.0': listing('a node with Istio 1.0.5 and Bookinfo, containerd', 35027752386),
  'k3d-gitlab': listing('a k3d node with GitLab 19.4', 70738255318),
  'k3s-1.24': listing('a k3s node v1.24', 24061255043),
  'k3s-2022': listing('a k3s node, autumn 2022', 8659967831),
  'k3s-2026': listing('a k3s node, early 2026', 53710584479),
  'k3s-kong': listing('a k3s node with Kong and the dashboard, end of 2025', 39507960165),
  'kind-1.23': listing('a kind node v1.23.4 (the rows that were pulled)', 42229045948),
  'kind-1.27': listing('a kind node v1.27.3 (the rows that were pulled)', 35064485098),
  'kind-1.30': {
    mark: 'published',
    title: 'crictl images of a kind node v1.30.0 (the rows that were pulled)',
    where: 'docs/images.md',
  },
  'kind-1.32': listing('a kind node v1.32.0 (the rows that were pulled)', 68846740638),
  'kind-1.33': listing('a kind node v1.33.1 (the rows that were pulled)', 44700206236),
  'kind-capi': listing('kind nodes with Cluster API v0.3.0', 36912949015),
  'kind-school': listing('a kind node, 2026', 70398134632),
  'kube-prometheus': listing('a node with kube-prometheus, containerd', 46218756914),
  'kubeadm-1.32': listing('a kubeadm node v1.32.11 with Flannel, containerd', 13627712689),
  'kubeadm-1.34': listing('a kubeadm node v1.34.9, containerd', 62628424512),
  'llm-d': listing('a minikube node with llm-d, containerd', 27828582617),
  longhorn: listing('a node with Longhorn v1.12.0, containerd', 56872643041),
  'ray-kind': listing('a kind node with Ray', 61443218271),
  'kubeadm-1.30': {
    mark: 'published',
    title: 'the Node object of a kubeadm node v1.30.0, containerd',
    where: file(24313181713),
  },
  'kubeovn-1.26': {
    mark: 'published',
    title: 'the Node object of a node v1.26.4 with Kube-OVN, containerd 1.6.21',
    where: file(31280060597),
  },
  'calico-3.28': {
    mark: 'published',
    title: 'the Node object of a node v1.32.3 with Calico, containerd',
    where: file(11892469734),
  },
  'tkg-1.26': {
    mark: 'published',
    title: 'the Node object of a TKG node v1.26.8, containerd (the rows that were pulled)',
    where: file(35309902912),
  },
  'node-1.32': {
    mark: 'published',
    title: 'the Node objects of two nodes v1.32.0, containerd 2.0',
    where: file(67259686123),
  },
  'rke2-gpu': {
    mark: 'published',
    title: "the Node object of an RKE2 node v1.31.6 with NVIDIA's GPU operator, containerd",
    where: file(32042957021),
  },
  'kubesphere-opensearch': listing('a KubeSphere node with OpenSearch, containerd', 56244732876),
  'traefik-2.8': listing('a k3s node with Traefik', 38767728264),
  eks: {
    mark: 'published',
    title: 'nerdctl images of an EKS node v1.34, column BLOB SIZE',
    where: file(52047641895),
  },
  event: {
    mark: 'published',
    title: "the kubelet's event Pulled with its Image size, on containerd",
    where: 'public GitHub files, found by "Successfully pulled image"',
  },
  'istio-pulls': {
    mark: 'published',
    title: 'an issue on duplicate pulls of istio/proxyv2',
    where: 'https://github.com/kubernetes/kubernetes/issues/139841',
  },
  'bookinfo-ibm': {
    mark: 'published',
    title: "ibmcloud cr images (the registry's bytes)",
    where: file(69136791885),
  },
  'boutique-1124': {
    mark: 'published',
    title: "adservice on other bases, sizes of Google's registry",
    where: 'https://github.com/GoogleCloudPlatform/microservices-demo/pull/1124',
  },
  'boutique-2512': boutique(
    2512,
    'frontend 28.1 MB and checkoutservice 21.1 MB on disk, from scratch: divided by 2 to 3.5',
  ),
  'boutique-2538': boutique(
    2538,
    'currencyservice and paymentservice 179 MB on disk, on node:alpine (2.9 times its 44.9 MB)',
  ),
  'boutique-2598': boutique(2598, 'adservice 230 MB on disk, of which 235 MB had 97.2 MB compressed'),
  'boutique-2599': boutique(2599, 'cartservice 41.5 MB on disk: divided by 1.7 to 3'),
  rebuilt: {
    mark: 'assumed',
    title:
      'rebuilt as its Dockerfile does it, from the packages that it installs (scripts/rebuild/rebuild-images.mjs)',
    where: 'docs/images.md',
    factor: 1.3,
  },
  'on-disk': {
    mark: 'assumed',
    title:
      "a listing of bytes on disk (docker images, CRI-O), at the ratio of the same repository's, or family's, published rows",
    where: 'public GitHub files, found by the name of the repository',
    factor: 1.25,
  },
  'by-date': {
    mark: 'assumed',
    title:
      'a published size (crictl images, repo-info) without its tag, which the date of the document tells',
    where: `docs/images.md; ${file(42229045948)}`,
    factor: 1.15,
  },
  'same-family': {
    mark: 'assumed',
    title: "a published size of the same image elsewhere (a mirror, a sister image, the tag's neighbours)",
    where: 'docs/images.md',
    factor: 1.3,
  },
  'calico-arm': {
    mark: 'assumed',
    title: 'crictl images of an arm64 node, widened',
    where: file(44209690746),
  },
  'event-unclear': {
    mark: 'assumed',
    title: 'an event Pulled of an unknown runtime, 178.5 MB: compressed or on disk',
    where: file(55874684672),
  },
  'otel-demo': {
    mark: 'assumed',
    title: 'sizes on disk of the OpenTelemetry demo in 2022, divided by 2.7',
    where: 'https://github.com/open-telemetry/opentelemetry-demo/issues/251',
    factor: 1.5,
  },
  'sock-shop': {
    mark: 'assumed',
    title: 'sizes on disk of the Sock Shop in 2017, divided by 2.7',
    where: 'https://github.com/microservices-demo/microservices-demo/issues/752',
    factor: 1.5,
  },
};

/**
 * Returns the source that a row names; undefined if there is none. `repo-info/…` is a file of Docker's own
 * record of its images.
 */
export function imageSource(word: string): ImageSource | undefined {
  if (!word.startsWith('repo-info/')) return sources[word];
  const path = word.slice('repo-info/'.length);
  return {
    mark: 'published',
    title: "repo-info, Docker's own record of its official images",
    where: `https://github.com/docker-library/repo-info/blob/master/repos/${path}`,
  };
}
