export type ControlPlaneComponent =
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kube-scheduler'
  | 'kube-proxy'
  | 'coredns'
  | 'pause'
  | 'etcd';

/** One image of a `crictl images` listing on containerd, which shows compressed sizes. linux/amd64. */
interface ListedSize {
  readonly component: ControlPlaneComponent;
  readonly tag: string;
  /** The listings round to three digits. */
  readonly bytes: number;
}

const MB = 1_000_000;

/** Of published listings: nodes of v1.30.0 (kind; CoreDNS and etcd only), v1.32.11 and v1.34.9 (both kubeadm). */
const listedSizes: readonly ListedSize[] = [
  { component: 'kube-apiserver', tag: 'v1.32.11', bytes: 29.1 * MB },
  { component: 'kube-controller-manager', tag: 'v1.32.11', bytes: 26.7 * MB },
  { component: 'kube-scheduler', tag: 'v1.32.11', bytes: 21.1 * MB },
  { component: 'kube-proxy', tag: 'v1.32.11', bytes: 31.2 * MB },
  { component: 'kube-apiserver', tag: 'v1.34.9', bytes: 27.1 * MB },
  { component: 'kube-controller-manager', tag: 'v1.34.9', bytes: 22.8 * MB },
  { component: 'kube-scheduler', tag: 'v1.34.9', bytes: 17.4 * MB },
  { component: 'kube-proxy', tag: 'v1.34.9', bytes: 26 * MB },
  { component: 'coredns', tag: 'v1.11.1', bytes: 18.2 * MB },
  { component: 'coredns', tag: 'v1.11.3', bytes: 18.6 * MB },
  { component: 'coredns', tag: 'v1.12.1', bytes: 22.4 * MB },
  { component: 'pause', tag: '3.10', bytes: 0.32 * MB },
  { component: 'etcd', tag: '3.5.12-0', bytes: 57.2 * MB },
  { component: 'etcd', tag: '3.5.24-0', bytes: 23.7 * MB },
  { component: 'etcd', tag: '3.6.5-0', bytes: 22.9 * MB },
];

/**
 * Returns the compressed size of an image that kubeadm pulls: as listed, or that of the nearest listed tag that is not newer
 * (else of the oldest one).
 */
export function controlPlaneImageBytes(component: ControlPlaneComponent, tag: string): number {
  const listed = listedSizes.filter((size) => size.component === component);
  const nearest = listed.findLast((size) => !isNewer(size.tag, tag)) ?? listed[0];
  if (nearest === undefined) throw new Error(`no size for ${component}`);
  return Math.round(nearest.bytes);
}

/** Number by number; a tag without a further number is not newer. */
function isNewer(left: string, right: string): boolean {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  const place = a.findIndex((number, index) => number !== (b[index] ?? 0));
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

function numbersOf(tag: string): number[] {
  return (tag.match(/[0-9]+/g) ?? []).map(Number);
}
