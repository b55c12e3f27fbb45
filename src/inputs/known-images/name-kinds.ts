/**
 * What a name says about an image, and the sizes of images with such names: a lognormal distribution, fitted
 * to the known images.
 */
export interface NameKind {
  readonly name: string;
  /** The median, compressed. */
  readonly medianBytes: number;
  /** The standard deviation of the natural logarithm. */
  readonly sigma: number;
  /** Words in the repository, or in the tag, of such images. */
  readonly inRepository: readonly string[];
  readonly inTag: readonly string[];
}

const kind = (
  name: string,
  medianMegabytes: number,
  sigma: number,
  inRepository: string,
  inTag: string,
): NameKind => ({
  name,
  medianBytes: medianMegabytes * 1_000_000,
  sigma,
  inRepository: inRepository.split(' ').filter(Boolean),
  inTag: inTag.split(' ').filter(Boolean),
});

const gpu =
  'gpu cuda cudnn nvidia rocm pytorch torch tensorflow vllm triton tritonserver llm llama ollama neuron jupyter';
const databases =
  'db database postgres postgresql mysql mariadb mongo mongodb redis cassandra elasticsearch opensearch kafka rabbitmq zookeeper sql';
const components =
  'kube k8s kubernetes csi cni controller operator proxy agent exporter webhook plugin driver provisioner manager scheduler';
const languages =
  'python nodejs golang java openjdk temurin jdk jre ruby php rust dotnet aspnet sdk maven gradle perl erlang';
const bases = 'alpine busybox debian ubuntu centos fedora rocky almalinux amazonlinux ubi base minideb';

/** The kind of names without a word of any other kind. */
const anyKind = kind('any', 49.7, 1.43, '', '');

/**
 * A name belongs to the first kind that has one of its words. test/inputs/known-images/name-kinds.test.ts
 * compares the figures with the rows.
 */
export const nameKinds: readonly NameKind[] = [
  kind('gpu', 1_770, 1.99, gpu, gpu),
  kind('base', 12.1, 1.46, bases, ''),
  kind('small variant', 25.7, 0.94, '', 'alpine slim distroless minimal musl scratch chiseled'),
  kind('database', 151, 0.95, databases, ''),
  kind('component', 29.6, 0.98, components, ''),
  kind('language', 260, 0.51, languages, 'jdk jre sdk'),
  anyKind,
];

/** Returns the kind of an image's name: its repository without the host, and its tag. */
export function kindOfName(repository: string, tag: string): NameKind {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .map((word) => word.replace(/\d.*$/, ''));
  const [ofRepository, ofTag] = [wordsOf(repository), wordsOf(tag)];
  return (
    nameKinds.find(
      ({ inRepository, inTag }) =>
        inRepository.some((word) => ofRepository.includes(word)) ||
        inTag.some((word) => ofTag.includes(word)),
    ) ?? anyKind
  );
}
