import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { checkShape, fieldName, shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import { Problems } from '../documents/problems.ts';
import type { Path, SourceDocument } from '../documents/source-document.ts';
import { tomlDocument } from '../documents/toml/toml-document.ts';
import { embeddedDocuments, embeddedText } from '../kubelet-sources/embedded-documents.ts';
import type { RuntimeForm } from '../kubelet-sources/kubelet-source-row.ts';
import {
  type ClusterSource,
  type FoundPart,
  kubeletSourceRow,
  nodesOfPart,
  partsOf,
} from '../kubelet-sources/kubelet-source-rows.ts';
import type { NodeIdentity, NodeSelector } from '../kubelet-sources/node-selector.ts';
import { mayHoldNodeConfig } from '../kubelet-sources/read-kubelet-source.ts';
import { withFileSelectors } from '../kubelet-sources/select-layers.ts';
import { type ConfiguredHost, configuredHost } from './configured-host.ts';
import { blockedRegistry, openshiftMirror } from './crio-registries.ts';
import { mirrorRewrites } from './mirror-rewrites.ts';
import { readContainerdConfig } from './read-containerd-config.ts';
import { endpointsOf, hostOfUrl, isContainerdPart } from './registry-mirrors.ts';
import {
  type RuntimeConfiguration,
  runtimeConfigOfDocument,
  withItself,
} from './runtime-config-of-document.ts';
import { runtimeConfigShape } from './runtime-config-shape.ts';
import { mergedConfigurations } from './runtime-configuration.ts';
import type { RuntimeLayer } from './runtime-layer.ts';
import { mayHoldBottlerocketSettings, readBottlerocketSettings } from './soci/read-bottlerocket-settings.ts';

/**
 * Returns what documents of clusters (kind, EKS, Karpenter, k3s, Talos) say of the container runtime, in order
 * of the input. Of several files of one kind, each may be named after its node or pool. `readings` tells what
 * was taken and what is not read.
 */
export function readClusterRuntimes(
  documents: readonly ClusterSource[],
  nodes: readonly NodeIdentity[],
  readings: Set<string>,
  problems: Problems,
): readonly RuntimeLayer[] {
  const sources = documents.flatMap((source) => [source, ...sourcesInUserData(source)]);
  const withoutFallback = sources.some((source) =>
    partsOf(source.row.runtimeParts ?? [], source).some(forbidsFallback),
  );
  const named = withFileSelectors(sources.map(fileOfSource), nodes);
  return sources.flatMap((source, index) => {
    const selector = named[index]?.selector;
    const layers = readSource(source, withoutFallback, readings, problems);
    return selector === undefined ? layers : layers.map((layer) => ({ selector, ...layer }));
  });
}

function fileOfSource({ row, document, path, selector }: UserDataSource) {
  const { title, rank, isOneOfSeveral } = row;
  return omitUndefined({
    title,
    rank,
    isOneOfSeveral,
    document,
    selector,
    placeOf: () => ({ document, path }),
  });
}

/** A document, or one within the user data of another: that one's nodes are its own. */
interface UserDataSource extends ClusterSource {
  readonly selector?: NodeSelector | undefined;
}

/** Returns the NodeConfigs in the user data of a document, such as an EC2NodeClass. */
function sourcesInUserData(source: ClusterSource): readonly UserDataSource[] {
  const userData = source.row.parts.filter(({ form }) => form === 'userData');
  return partsOf(userData, source).flatMap(({ part, path, value }) => {
    if (typeof value !== 'string' || !mayHoldNodeConfig(value)) return [];
    const selector = nodesOfPart(part, source, path);
    // What is wrong with these documents was said when the kubelet's settings were read.
    return embeddedDocuments(source.document, path, value, new Problems()).flatMap((document) => {
      const row = kubeletSourceRow(document.value, '');
      if (row?.runtimeParts === undefined) return [];
      const { title, isOneOfSeveral } = source.row;
      return [
        {
          row: { ...row, ...omitUndefined({ title, isOneOfSeveral }) },
          document,
          path: [],
          value: document.value,
          selector,
        },
      ];
    });
  });
}

function forbidsFallback({
  part,
  value,
}: FoundPart & { readonly part: { readonly form: RuntimeForm } }): boolean {
  return part.form === 'noFallback' && (value === true || value === 'true');
}

function readSource(
  source: UserDataSource,
  withoutFallback: boolean,
  readings: Set<string>,
  problems: Problems,
): readonly RuntimeLayer[] {
  const { row, document } = source;
  const parts = partsOf(row.runtimeParts ?? [], source);
  const reader = { ...source, withoutFallback, readings, problems };
  const layers = parts.flatMap((found): readonly RuntimeLayer[] => {
    const configuration = readPart(found.part.form, found, reader);
    if (Object.keys(configuration).length === 0) return [];
    const { path } = found;
    const selector = nodesOfPart(found.part, source, path) ?? source.selector;
    const layer = { title: row.title, document, configuration, placeOf: () => ({ document, path }) };
    return [selector === undefined ? layer : { ...layer, selector }];
  });
  const taken = takenFrom(mergedConfigurations(layers.map(({ configuration }) => configuration)));
  const name = `${row.title} (${document.source.name})`;
  if (taken.length > 0) readings.add(`${name}: ${taken.join(', ')}.`);
  else if (row.parts.length === 0 && row.credentialParts === undefined)
    readings.add(`${name}: nothing that affects pulls.`);
  for (const { part, path, value } of partsOf(row.notRead ?? [], source)) {
    if (value !== false)
      readings.add(`${name}: ${fieldName(path.slice(source.path.length))} is not read; ${part.why}.`);
  }
  return layers;
}

/** Returns what a pool says of pulling lazily; one that does not stream says nothing. */
function streamingOf(
  form: 'gkeImageStreaming' | 'aksArtifactStreaming',
  isOn: boolean,
): RuntimeConfiguration {
  if (!isOn) return {};
  return {
    lazyPull: form === 'gkeImageStreaming' ? { kind: 'gke' } : { kind: 'overlaybd', onlyMarkedImages: true },
  };
}

interface Reader extends ClusterSource {
  /** Whether mirrors are all there is: the registry itself is not asked after them. */
  readonly withoutFallback: boolean;
  readonly readings: Set<string>;
  readonly problems: Problems;
}

function readPart(form: RuntimeForm, { path, value }: FoundPart, reader: Reader): RuntimeConfiguration {
  const { row, document, readings, problems } = reader;
  const complain = (expected: string): RuntimeConfiguration => {
    const message = `${row.title}: ${fieldName(path)} must be ${expected}, not ${shownValue(value)}`;
    problems.at({ document, path }, { code: 'WRONG_TYPE', message, expected });
    return {};
  };
  switch (form) {
    case 'containerdConfig':
      return typeof value === 'string' ? readToml(document, path, value, reader) : complain('a text in TOML');
    case 'fastImagePull':
      return typeof value === 'boolean' ? { hasFastImagePull: value } : complain('true or false');
    case 'gkeImageStreaming':
    case 'aksArtifactStreaming':
      return typeof value === 'boolean' ? streamingOf(form, value) : complain('true or false');
    case 'bottlerocketSettings': {
      if (typeof value !== 'string' || !mayHoldBottlerocketSettings(value)) return {};
      const toml = tomlDocument(embeddedText(document, path, value), problems);
      return (toml && readBottlerocketSettings(toml, readings, problems)) ?? {};
    }
    case 'file':
      if (!isMapping(value) || typeof value.content !== 'string' || !isContainerdPart(value.path)) return {};
      return readToml(document, [...path, 'content'], value.content, reader);
    case 'mirrors':
      return isMapping(value)
        ? {
            hosts: Object.fromEntries(
              Object.entries(value).map(([name, mirror]) => ofMirror(name, mirror, [...path, name], reader)),
            ),
          }
        : complain('mirrors by registry');
    case 'namedMirrors': {
      if (endpointsOf(value).length === 0) return {};
      const { name } = isMapping(value) ? value : {};
      return typeof name === 'string'
        ? { hosts: Object.fromEntries([ofMirror(name, value, path, reader)]) }
        : complain('of a registry, by its name');
    }
    case 'registryConfigs': {
      const hasAuth =
        isMapping(value) &&
        Object.values(value).some((config) => isMapping(config) && config.auth !== undefined);
      if (!hasAuth) return {};
      readings.add(
        `${document.source.name}: credentials are not read; credentials of a Scenario say who may pull what.`,
      );
      return { onlyLocal: 'registry.configs' };
    }
    case 'noFallback':
      return {};
    case 'digestMirrors':
    case 'tagMirrors': {
      const entry = openshiftMirror(form, value);
      return entry === undefined ? complain('a source with mirrors') : { registriesConf: [entry] };
    }
    case 'allowedRegistries':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? { allowedRegistries: value }
        : complain('a list of registries');
    case 'blockedRegistries':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? { registriesConf: value.map((prefix: string) => blockedRegistry(prefix)) }
        : complain('a list of registries');
    case 'sandbox_image':
    case 'snapshotter': {
      const checked = checkShape(runtimeConfigShape.shape[form], { document, path, value }, problems);
      return checked === undefined ? {} : runtimeConfigOfDocument({ [form]: checked });
    }
  }
}

function readToml(
  document: SourceDocument,
  path: Path,
  text: string,
  { readings, problems }: Reader,
): RuntimeConfiguration {
  const toml = tomlDocument(embeddedText(document, path, text), problems);
  const read = toml && readContainerdConfig(toml, readings, problems);
  return read === undefined ? {} : { ...read, hasConfigPart: true };
}

/**
 * Returns a registry and where its images are looked for. `*` stands for all registries that are not named.
 */
function ofMirror(
  name: string,
  mirror: unknown,
  path: Path,
  { document, withoutFallback, readings, problems }: Reader,
) {
  const registry = name === '*' ? '_default' : (hostOfUrl(name) ?? name);
  const hosts = endpointsOf(mirror).flatMap(({ address, path: at, rule }) => {
    const known = configuredHost(address, undefined, rule).map((host) =>
      rule === 'normalized' ? withRewrites(host, mirror) : host,
    );
    const place = { document, path: [...path, ...at] };
    if (known.length === 0)
      problems.at(place, {
        code: 'WRONG_VALUE',
        message: 'not an address of a registry',
        expected: 'one such as https://mirror.example',
      });
    return known;
  });
  if (hosts.length > 0 && isMapping(mirror) && mirror.skipFallback === true)
    return [registry, hosts] as const;
  const isAll = hosts.length > 0 && withoutFallback;
  if (isAll && registry === '_default')
    readings.add(
      `${document.source.name}: after the mirrors of "*" the registries themselves are asked; only for named registries this can be switched off.`,
    );
  return [registry, isAll && registry !== '_default' ? hosts : withItself(registry, hosts)] as const;
}

/** Returns a mirror with the names that images have there: a public registry may then have them. */
function withRewrites(host: ConfiguredHost, mirror: unknown): ConfiguredHost {
  const rewrites = mirrorRewrites(mirror);
  if (rewrites.length === 0) return host;
  const { isAskedPlainly: _, ...place } = host;
  return { ...place, rewrites };
}

/** Says what a configuration has; the header of a run shows the settings themselves. */
function takenFrom({
  hosts = {},
  registriesConf = [],
  hasConfigPart: _,
  ...settings
}: RuntimeConfiguration): readonly string[] {
  const registries = [
    ...Object.keys(hosts).map((host) => (host === '_default' ? '*' : host)),
    ...registriesConf.map(({ prefix }) => prefix),
  ];
  return [
    ...(Object.keys(settings).length > 0 ? ['settings of the runtime'] : []),
    ...(registries.length > 0 ? [`mirrors of ${registries.join(', ')}`] : []),
  ];
}
