import { assumed, type Figure, published } from '../figure.ts';
import type { RegistryDocument } from './registry-shapes.ts';

/** The known figures of a registry, by the names of a Scenario. */
type KnownFigure = 'roundTrip' | 'connect' | 'perResponse' | 'authentication' | 'blobStore';

interface KnownRegistry {
  /** Hosts, in which `*` is any text without a dot. */
  readonly hosts: readonly string[];
  /** In a blob store, `$1` is the text of the first `*` of the host. */
  readonly figures: Readonly<Partial<Record<KnownFigure, Figure>>>;
}

const sameRegion = assumed('10ms', 'a registry in the region of the node');
const near = assumed('20ms', 'one of its places is near');
const oneConnectionToS3 =
  'S3 user guide, performance guidelines: 85 to 90 MB/s a request; 80 to 100 in gitlab-runner!6473';
const contentNetwork = 'one connection to a content delivery network';

/**
 * Registries that are known by their hosts, a row each. What a Scenario says of a registry, or of `*`, has
 * precedence, figure by figure. A blob store is as far and as fast as its registry. No pull limit applies
 * unless a Scenario sets one.
 */
export const knownRegistries: readonly KnownRegistry[] = [
  {
    hosts: ['docker.io'],
    figures: {
      roundTrip: assumed('40ms', 'its addresses are in AWS us-east-1 (docker/hub-feedback#1675)'),
      perResponse: assumed(
        '25MB/s',
        'deckhouse#20415 comes to about 10 MB/s, a content delivery network near a cloud gives more',
      ),
      authentication: published(
        'bearer',
        'docs.docker.com: also the anonymous need a token of auth.docker.io',
      ),
      blobStore: published(
        'production.cloudflare.docker.com',
        'a 307 (opencontainers/distribution-spec#299)',
      ),
    },
  },
  {
    hosts: ['ghcr.io'],
    figures: {
      roundTrip: near,
      perResponse: published(
        '250MB/s',
        "Spegel's benchmark: 1 GB in one layer in 7.7 s; at least that, from a cloud",
      ),
      authentication: published(
        'bearer',
        'richlander/container-registry-api: public images need a token, too',
      ),
      blobStore: published(
        'pkg-containers.githubusercontent.com',
        'a 307 (opencontainers/distribution-spec#299)',
      ),
    },
  },
  {
    hosts: ['quay.io'],
    figures: {
      roundTrip: assumed('40ms', 'it is in AWS us-east-1'),
      perResponse: assumed('50MB/s', contentNetwork),
      authentication: assumed('none', 'public repositories are open to requests without a token'),
      blobStore: published('cdn01.quay.io', 'Red Hat: firewall changes for container image pulls'),
    },
  },
  {
    hosts: ['registry.k8s.io'],
    figures: {
      roundTrip: assumed(
        '40ms',
        'itself, and the Artifact Registry to which it redirects all but blobs (request-handling.md)',
      ),
      perResponse: published(
        '90MB/s',
        `${oneConnectionToS3}; inside Google Cloud it is an Artifact Registry`,
      ),
      authentication: published('none', 'kubernetes/registry.k8s.io, request-handling.md'),
      blobStore: published(
        'prod-registry-k8s-io.s3.amazonaws.com',
        'kubernetes/registry.k8s.io, request-handling.md: a bucket by region',
      ),
    },
  },
  {
    hosts: ['*.dkr.ecr.*.amazonaws.com'],
    figures: {
      roundTrip: sameRegion,
      perResponse: published('90MB/s', oneConnectionToS3),
      authentication: assumed(
        'none',
        'it asks for basic credentials, two round trips more: nodes have a role, which is not in manifests',
      ),
      blobStore: published(
        'prod-$2-starport-layer-bucket.s3.$2.amazonaws.com',
        'ECR API: GetDownloadUrlForLayer gives a URL in S3',
      ),
    },
  },
  {
    hosts: ['public.ecr.aws'],
    figures: {
      roundTrip: near,
      perResponse: assumed('50MB/s', contentNetwork),
      authentication: published('bearer', 'a recorded pull, hackmd.io Sy8qyJbRY'),
      blobStore: published(
        'd2glxqk2uabbnd.cloudfront.net',
        'ECR Public has its layers in CloudFront (the same recorded pull)',
      ),
    },
  },
  {
    hosts: ['*.pkg.dev', 'gcr.io', '*.gcr.io'],
    figures: {
      roundTrip: assumed(
        '30ms',
        'fitted to GKE nodes of its region, where images of 7 to 25 MB took 0.6 to 0.8 s: most of it is its own time to answer',
      ),
      perResponse: assumed('100MB/s', 'one connection to an object store in the region'),
      authentication: assumed(
        'none',
        'public images are open; a private one takes a token, two round trips for HEAD and two for the rest',
      ),
      blobStore: assumed('none', 'its redirect of blobs leads to itself'),
    },
  },
  {
    hosts: ['*.azurecr.io'],
    figures: {
      roundTrip: sameRegion,
      perResponse: assumed('100MB/s', 'one connection to an object store in the region'),
      authentication: published('bearer', 'richlander/container-registry-api'),
      blobStore: published(
        '$1.blob.core.windows.net',
        'learn.microsoft.com: Azure Container Registry endpoint reference; a 307',
      ),
    },
  },
  {
    hosts: ['mcr.microsoft.com'],
    figures: {
      roundTrip: near,
      perResponse: assumed('100MB/s', 'one connection to an object store in the region'),
      authentication: published('none', 'richlander/container-registry-api'),
      blobStore: published('westus2.data.mcr.microsoft.com', 'richlander/container-registry-api; by region'),
    },
  },
  {
    hosts: ['localhost', 'localhost:*'],
    figures: {
      roundTrip: assumed('1ms', 'on the machine itself'),
      connect: published(
        '1ms',
        'runtimes speak plain HTTP there: TCP is one round trip, and there is no TLS',
      ),
    },
  },
];

/**
 * Returns what is known of the registry with this host, in the form of a Scenario; empty if it is not in the
 * table.
 */
export function knownRegistry(host: string): RegistryDocument {
  return Object.fromEntries(Object.entries(knownFigures(host)).map(([figure, { value }]) => [figure, value]));
}

/** The same with who says so. */
export function knownFigures(host: string): KnownRegistry['figures'] {
  for (const { hosts, figures } of knownRegistries) {
    const parts = hosts.map((pattern) => matchOf(pattern, host)).find((match) => match !== undefined);
    if (parts === undefined) continue;
    const written = (text: string) => text.replace(/\$(\d)/g, (_, part) => parts[part] ?? '');
    return Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, { ...figure, value: written(figure.value) }]),
    );
  }
  return {};
}

function matchOf(pattern: string, host: string): readonly string[] | undefined {
  const expression = pattern.replace(/[.]/g, '\\.').replaceAll('*', '([^.]+)');
  return new RegExp(`^${expression}$`).exec(host) ?? undefined;
}
