import { imageName } from '../images/image-name.ts';

/**
 * The original repositories of mirrors and former homes: a pattern of the repository with its host, and the home. They are applied one
 * after the other.
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
  [/^(?:gcr\.io\/google-samples|us-central1-docker\.pkg\.dev\/online-boutique-ci)\//, 'us-central1-docker.pkg.dev/google-samples/'],
  [/^docker\.io\/elastic\//, 'docker.elastic.co/'],
  [/^\d+\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com\//, '602401143452.dkr.ecr.us-west-2.amazonaws.com/'],
  // Any mirror of the official images, such as public.ecr.aws/docker/library/redis.
  [/^.+\/library\/([^/]+)$/, 'docker.io/library/$1'],
];

/**
 * Returns the repository, with its host, under which an image is known, whichever mirror it comes from; undefined if the name is not valid.
 */
export function homeRepository(written: string): string | undefined {
  const name = imageName(written);
  if (name === undefined) return undefined;
  const repository = `${name.canonical.slice(0, name.canonical.indexOf('/'))}/${name.repository}`.replace(/-amd64$/, '');
  return homes.reduce((home, [pattern, instead]) => home.replace(pattern, instead), repository);
}
