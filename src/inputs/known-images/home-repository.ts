import { imageName } from '../images/image-name.ts';

/**
 * The original repositories of mirrors and former homes: a pattern of the repository with its host, and the
 * home. They are applied one after the other.
 */
const homes: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:k8s\.gcr\.io|gcr\.io\/google[-_]containers|registry\.(?:aliyuncs|cn-[a-z]+\.aliyuncs)\.com\/google_containers)\//,
    'registry.k8s.io/',
  ],
  [
    /^(?:docker\.io\/(?:coredns|rancher\/mirrored-coredns-)coredns|docker\.io\/coredns\/coredns|registry\.k8s\.io\/coredns)$/,
    'registry.k8s.io/coredns/coredns',
  ],
  [/^docker\.io\/rancher\/mirrored-pause$/, 'registry.k8s.io/pause'],
  [/^docker\.io\/rancher\/mirrored-metrics-server$/, 'registry.k8s.io/metrics-server/metrics-server'],
  [/^docker\.io\/rancher\/mirrored-library-/, 'docker.io/library/'],
  [/^docker\.io\/rancher\/mirrored-(calico|longhornio|flannel)-/, 'docker.io/$1/'],
  [/^docker\.io\/prom\//, 'quay.io/prometheus/'],
  [/^docker\.io\/bitnamilegacy\//, 'docker.io/bitnami/'],
  [/^quay\.io\/calico\//, 'docker.io/calico/'],
  [/^(?:ghcr\.io\/flannel-io|quay\.io\/coreos)\/flannel/, 'docker.io/flannel/flannel'],
  [/^docker\.io\/metallb\//, 'quay.io/metallb/'],
  [/^gcr\.io\/istio-release\//, 'docker.io/istio/'],
  [
    /^(?:gcr\.io\/google-samples|us-central1-docker\.pkg\.dev\/online-boutique-ci)\//,
    'us-central1-docker.pkg.dev/google-samples/',
  ],
  [/^docker\.io\/elastic\//, 'docker.elastic.co/'],
  [/^\d+\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com\//, '602401143452.dkr.ecr.us-west-2.amazonaws.com/'],
  // Any mirror of the official images, such as public.ecr.aws/docker/library/redis.
  [/^.+\/library\/([^/]+)$/, 'docker.io/library/$1'],
];

/**
 * Returns the repository, with its host, under which an image is known, whichever mirror it comes from;
 * undefined if the name is not valid.
 */
export function homeRepository(written: string): string | undefined {
  const name = imageName(written);
  if (name === undefined) return undefined;
  const repository = `${name.canonical.slice(0, name.canonical.indexOf('/'))}/${name.repository}`.replace(
    /-amd64$/,
    '',
  );
  return homes.reduce((home, [pattern, instead]) => home.replace(pattern, instead), repository);
}

/**
 * Words that say what an image does or where it stands. A repository whose last part has only such words may
 * hold any program: two images called `controller` have nothing in common.
 */
const ordinaryWords = new Set(
  `agent api apiserver app auth backend base certificates cni container controller csi dashboard database db driver exporter generic images
  init manager mixer node operator pilot plugin proxy registry scheduler server speaker sql ui web webhook worker`.split(
    /\s+/,
  ),
);

/**
 * Returns whether two repositories seem to hold the same program, such as a copy, a mirror or another one's
 * build: their last parts are equal, or one is the end of the other and has two words or more
 * (`csi-node-driver-registrar` and `node-driver-registrar`).
 */
export function isSameProgram(left: string, right: string): boolean {
  const [shorter, longer] = [left, right].map(lastPart).sort((one, other) => one.length - other.length);
  if (shorter === undefined || longer === undefined) return false;
  const words = shorter.split(/[-_]/);
  if (words.every((word) => ordinaryWords.has(word))) return false;
  return shorter === longer || (words.length > 1 && longer.endsWith(`-${shorter}`));
}

function lastPart(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}
