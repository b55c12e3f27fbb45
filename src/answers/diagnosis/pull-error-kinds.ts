/** What an error of a pull means, and what to do. */
export interface PullErrorKind {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Why, as a clause: `the registry has no such image`. */
  readonly cause: string;
  readonly advice: readonly string[];
}

/**
 * What the texts of runtimes and registries mean, the most telling first: an error often has several of these words.
 */
export const pullErrorKinds: readonly PullErrorKind[] = [
  {
    kind: 'pullQps',
    pattern: /pull QPS exceeded/,
    cause: 'the kubelet itself pulls no more per second (registryPullQPS, registryBurst)',
    advice: [
      'raise registryPullQPS and registryBurst of the kubelet: windlass run shows the value that is enough',
    ],
  },
  {
    kind: 'rateLimit',
    pattern: /toomanyrequests|429 Too Many Requests|pull rate limit|rate limit exceeded/i,
    cause: 'the registry limits how often you may pull, and the limit is reached',
    advice: [
      'pull with credentials (imagePullSecrets), or through a mirror or cache',
      'use a fixed tag with IfNotPresent, so that nodes do not ask again',
    ],
  },
  {
    kind: 'noPlatform',
    pattern: /no match for platform|no matching manifest for/,
    cause: 'the image has no build for the processor of this node',
    advice: [
      "build the image for the node's platform too (docker buildx --platform)",
      'or keep the pod on other nodes: nodeSelector kubernetes.io/arch',
    ],
  },
  {
    kind: 'noUnpackPlatform',
    pattern: /no unpack platforms defined/,
    cause: 'containerd 2 finds no snapshotter in which it could unpack images, as in an LXD container',
    advice: [
      'known bug containerd-no-unpack-platform: windlass bugs',
      'containerd 1.7 (MicroK8s 1.34) pulls there',
    ],
  },
  {
    kind: 'brokenLayer',
    pattern: /failed size validation/,
    cause: 'the layer that came has another size than the manifest says',
    advice: [
      'with concurrent_layer_fetch_buffer, a registry that ignores ranges and containerd 2.1.0 to 2.1.4: known bug containerd-ignored-range-breaks-layer',
      'a proxy or cache between node and registry may have cut the layer',
    ],
  },
  {
    kind: 'tls',
    pattern: /x509|failed to verify certificate|certificate signed by|HTTP response to HTTPS client|tls: /,
    cause: 'the node does not accept the certificate of the registry, or the registry does not speak HTTPS',
    advice: [
      "give the node the CA of the registry (hosts.toml `ca`, or the system's store)",
      'or name the registry with http:// in hosts.toml',
    ],
  },
  {
    kind: 'dns',
    pattern: /no such host|server misbehaving|Temporary failure in name resolution|lookup [\w.-]+(?: on|:)/,
    cause: 'the node cannot find the address of the registry (DNS)',
    advice: [
      "ask on the node: nslookup and the registry's name; image pulls use the node's DNS, not the cluster's",
      'check the spelling of the registry',
    ],
  },
  {
    kind: 'noSpace',
    pattern: /no space left on device/,
    cause: 'the disk of the node is full',
    advice: [
      'free the disk, or give the node a larger one; image garbage collection begins at imageGCHighThresholdPercent',
    ],
  },
  {
    kind: 'unauthorized',
    pattern:
      /\b401\b|403 Forbidden|unauthorized|authentication required|access denied|insufficient_scope|no basic auth credentials|authorization failed|denied:/i,
    cause:
      'the registry does not give the image to these credentials, or to none at all; many registries say the same where the image does not exist',
    advice: [
      "check imagePullSecrets of the pod and its service account, in the pod's namespace",
      'check the name of the image',
    ],
  },
  {
    kind: 'notFound',
    pattern: /not found|manifest unknown|NotFound|\b404\b/,
    cause: 'the registry has no image of this name and tag',
    advice: [
      'check repository and tag: crane digest IMAGE, or docker manifest inspect IMAGE',
      'push the image; the kubelet tries again by itself',
    ],
  },
  {
    kind: 'refused',
    pattern: /connection refused|no route to host|network is unreachable|connection reset/,
    cause: 'the registry cannot be reached: it is down, or a firewall refuses the node',
    advice: ['ask on the node: curl -v https://REGISTRY/v2/', 'a mirror in hosts.toml would be asked first'],
  },
  {
    kind: 'registryError',
    pattern: /\b50[0-4]\b|Bad Gateway|Service Unavailable|Internal Server Error/i,
    cause: 'the registry answers with an error of its own',
    advice: ['look at the registry; the kubelet tries again by itself'],
  },
  {
    kind: 'timeout',
    pattern: /i\/o timeout|deadline exceeded|Client\.Timeout|handshake timeout|timed out/i,
    cause: 'the registry did not answer in time',
    advice: ['check the network from the node to the registry, proxies too: curl -v https://REGISTRY/v2/'],
  },
  {
    kind: 'canceled',
    pattern: /context canceled/,
    cause: 'the runtime gave the pull up, since it made no progress or was stopped',
    advice: [
      "raise the runtime's progress timeout (containerd image_pull_progress_timeout, CRI-O pull_progress_timeout)",
      'smaller layers make progress more often',
      'some releases give up for no good cause: windlass bugs --runtime RUNTIME, as kubectl get nodes -o wide shows it',
    ],
  },
];

/** Returns what an error of a pull means; undefined if its words are not known. */
export function pullErrorKind(error: string): PullErrorKind | undefined {
  return pullErrorKinds.find(({ pattern }) => pattern.test(error));
}
