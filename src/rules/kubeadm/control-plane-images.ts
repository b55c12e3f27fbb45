import { isReleaseAtLeast } from '../kubelet/kubelet-release.ts';

/** The images of a release that do not carry its own version, and which of its patches is meant. */
interface ReleaseImages {
  readonly release: string;
  readonly version: string;
  readonly coredns: string;
  readonly pause: string;
  readonly etcd: string;
}

/**
 * CoreDNSVersion, PauseVersion and the etcd of SupportedEtcdVersion in
 * cmd/kubeadm/app/constants/constants.go: read in the source of v1.27.16, v1.30.14, v1.31.14, v1.36.3,
 * v1.37.2 and v1.38.0-beta.0; v1.28.15 and v1.29.10 from minikube's table of them (constants_kubeadm_images.go), v1.32.11,
 * v1.34.9 and v1.35.1 from image listings of such nodes.
 */
const releaseImages: readonly [ReleaseImages, ...ReleaseImages[]] = [
  { release: '1.27', version: '1.27.16', coredns: 'v1.10.1', pause: '3.9', etcd: '3.5.12-0' },
  { release: '1.28', version: '1.28.15', coredns: 'v1.10.1', pause: '3.9', etcd: '3.5.15-0' },
  { release: '1.29', version: '1.29.10', coredns: 'v1.11.1', pause: '3.9', etcd: '3.5.15-0' },
  { release: '1.30', version: '1.30.14', coredns: 'v1.11.3', pause: '3.9', etcd: '3.5.15-0' },
  { release: '1.31', version: '1.31.14', coredns: 'v1.11.3', pause: '3.10', etcd: '3.5.24-0' },
  { release: '1.32', version: '1.32.11', coredns: 'v1.11.3', pause: '3.10', etcd: '3.5.24-0' },
  { release: '1.34', version: '1.34.9', coredns: 'v1.12.1', pause: '3.10.1', etcd: '3.6.5-0' },
  { release: '1.35', version: '1.35.1', coredns: 'v1.13.1', pause: '3.10.1', etcd: '3.6.6-0' },
  { release: '1.36', version: '1.36.3', coredns: 'v1.14.2', pause: '3.10.2', etcd: '3.6.8-0' },
  { release: '1.37', version: '1.37.2', coredns: 'v1.14.6', pause: '3.10.2', etcd: '3.7.0-0' },
  { release: '1.38', version: '1.38.0-beta.0', coredns: 'v1.15.0', pause: '3.10.2', etcd: '3.7.1-0' },
];

const officialRepository = 'registry.k8s.io';

interface ControlPlaneImage {
  readonly name: string;
  /** The same image in the official repository, whose size is known. */
  readonly officialName: string;
}

interface ControlPlaneImages {
  /** The images in the order in which kubeadm pulls them. */
  readonly images: readonly ControlPlaneImage[];
  /** The Kubernetes version of their tags, `1.36.3`. */
  readonly version: string;
  /** Present if the list of this release or patch is not known here. */
  readonly note?: string;
}

/**
 * Returns what `kubeadm config images list` lists for a control-plane node with stacked etcd. `patch` is the
 * full version asked for; without one the latest known is meant. Mirrors `GetControlPlaneImages` in
 * images/images.go (v1.36.3).
 */
export function controlPlaneImages(
  release: string,
  patch: string | undefined,
  repository = officialRepository,
): ControlPlaneImages {
  const nearestRelease =
    releaseImages.findLast((candidate) => isReleaseAtLeast(release, candidate.release)) ?? releaseImages[0];
  const version = patch ?? (release === nearestRelease.release ? nearestRelease.version : `${release}.0`);
  const tags = [
    ['kube-apiserver', `v${version}`],
    ['kube-controller-manager', `v${version}`],
    ['kube-scheduler', `v${version}`],
    ['kube-proxy', `v${version}`],
    ['coredns', nearestRelease.coredns],
    ['pause', nearestRelease.pause],
    ['etcd', nearestRelease.etcd],
  ] as const;
  const images = tags.map(([component, tag]): ControlPlaneImage => {
    // Only the official repository has a folder for CoreDNS.
    const officialName = `${officialRepository}/${component === 'coredns' ? 'coredns/coredns' : component}:${tag}`;
    return {
      name: repository === officialRepository ? officialName : `${repository}/${component}:${tag}`,
      officialName,
    };
  });
  if (version === nearestRelease.version) return { images, version };
  const meant = patch === undefined ? `Kubernetes ${release} is taken for ${version}; ` : '';
  return {
    images,
    version,
    note: `${meant}the tags of coredns, pause and etcd are those of Kubernetes ${nearestRelease.version}`,
  };
}
