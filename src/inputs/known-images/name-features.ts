/**
 * What a name says of an image's size: its words, the groups of these, and the form of its tag. Learnt from:
 * scripts/image-sizes; so a change here needs the script to run again.
 */
export interface NameFeatures {
  /** Whether it is a part of a cluster, such as a controller or a CSI driver: these have sizes of their own. */
  readonly isComponent: boolean;
  readonly features: readonly string[];
}

/** The parts of a name; an official image of Docker Hub has a path of one part, `redis`. */
interface NameParts {
  readonly host: string;
  readonly path: string;
  readonly tag: string;
}

const wordGroups = {
  gpu: 'gpu cuda cu cudnn cudagl tensorrt nccl nvidia rocm pytorch torch tensorflow tf keras vllm triton tritonserver llm llama ollama neuron habana gaudi mxnet caffe paddle jax sglang diffusion ray ml transformers huggingface inference serving deepspeed',
  science:
    'jupyter notebook conda miniconda anaconda rstudio rocker tidyverse datascience scipy sagemath spark hadoop zeppelin airflow science kaggle deep learning',
  database:
    'db database postgres postgresql mysql mariadb mongo mongodb redis cassandra elasticsearch opensearch kafka rabbitmq zookeeper sql couchbase couchdb neo4j clickhouse influxdb',
  component:
    'kube k8s kubernetes csi cni controller operator proxy agent exporter webhook plugin driver provisioner manager scheduler sidecar injector attacher resizer snapshotter liveness registrar metrics autoscaler apiserver ingress gateway dns coredns etcd node cloud provider daemon init probe cert reloader syncer collector',
  language:
    'python nodejs node golang go java openjdk temurin jdk jre ruby php rust dotnet aspnet sdk maven gradle perl erlang haskell scala sbt swift julia elixir gcc clang cpp jvm',
  base: 'alpine busybox debian ubuntu centos fedora rocky almalinux amazonlinux ubi base minideb archlinux arch opensuse oraclelinux jessie wheezy trusty xenial rhel linux distroless',
  development:
    'dev builder build ci devel sdk toolchain cross jenkins slave worker runner onbuild buildpack test android ndk cordova ionic selenium chrome firefox',
  small: 'alpine slim distroless minimal musl scratch chiseled micro tiny lite static',
  application:
    'wordpress nginx apache httpd drupal magento odoo tomcat jetty gitlab jira sonarqube nexus grafana prometheus',
} as const;

type WordGroup = keyof typeof wordGroups;

const groupsOfWord = new Map<string, WordGroup[]>();
for (const [group, words] of Object.entries(wordGroups))
  for (const word of words.split(' '))
    groupsOfWord.set(word, [...(groupsOfWord.get(word) ?? []), group as WordGroup]);

/** Groups whose words say the same in a tag as in a path. */
const ofTagToo: readonly WordGroup[] = ['gpu'];

/** Groups whose words say that an image is no small part of a cluster, whatever else its name says. */
const otherThanComponent: readonly WordGroup[] = ['gpu', 'science', 'base', 'development'];

/** Returns the features of a name. */
export function nameFeatures({ host, path, tag }: NameParts): NameFeatures {
  const features = new Set<string>();
  const ofPath = wordsOf(path);
  for (const word of ofPath) features.add(`word ${word}`).add(`word ${withoutNumber(word)}`);
  const ofTag = wordsOf(tag).map(withoutNumber);
  for (const word of ofTag) if (word.length > 1) features.add(`tag ${word}`);
  const pathGroups = groupsOf(ofPath.map(withoutNumber));
  for (const group of pathGroups) features.add(`about ${group}`);
  for (const group of groupsOf(ofTag))
    features.add(ofTagToo.includes(group) ? `about ${group}` : `tagged ${group}`);
  for (const form of formsOf({ host, path, tag })) features.add(form);
  features.delete('word ');
  const isComponent =
    pathGroups.includes('component') && !otherThanComponent.some((group) => pathGroups.includes(group));
  return { isComponent, features: [...features] };
}

function formsOf({ host, path, tag }: NameParts): readonly string[] {
  const parts = path.split('/');
  const isOfHub = host === 'docker.io';
  return [
    `host ${isOfHub ? host : domainOf(host)}`,
    ...(isOfHub ? [] : ['another host']),
    ...(isOfHub && parts.length === 1 ? ['official'] : []),
    `parts ${Math.min(parts.length, 3)}`,
    ...(wordsOf(parts.at(-1) ?? '').length >= 3 ? ['long name'] : []),
    ...(/^v\d+\.\d+\.\d+/.test(tag) ? ['tag v1.2.3'] : /^\d+\.\d+\.\d+$/.test(tag) ? ['tag 1.2.3'] : []),
    ...(tag === 'latest' ? ['tag latest'] : []),
    ...(/(?:^|\D)20\d\d/.test(tag) ? ['tag with a year'] : []),
  ];
}

/** Returns the host without its first part, if more than a domain is left: accounts and regions do not matter. */
function domainOf(host: string): string {
  return host.split('.').length > 2 ? host.slice(host.indexOf('.') + 1) : host;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => /[a-z]/.test(word));
}

/** Returns the letters that a word begins with: `cuda12` is cuda, `py3` is py. */
function withoutNumber(word: string): string {
  return word.replace(/\d.*$/, '');
}

function groupsOf(words: readonly string[]): readonly WordGroup[] {
  return [...new Set(words.flatMap((word) => groupsOfWord.get(word) ?? []))];
}
