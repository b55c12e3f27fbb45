import { stringify } from 'smol-toml';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { isMapping } from '../documents/mapping.ts';
import { Problems } from '../documents/problems.ts';
import { redactedText } from '../documents/redacted-text.ts';
import { mayHoldTomlSecrets } from '../documents/secret-words.ts';
import type { SourceText } from '../documents/source-document.ts';
import { tomlDocument } from '../documents/toml/toml-document.ts';
import { imageName } from '../images/image-name.ts';
import type { RuntimeForm } from '../kubelet-sources/kubelet-source-row.ts';
import { criPlugins, runtimeFileSettings, transferPlugin } from './containerd-config-shape.ts';
import { mirrorRewrites } from './mirror-rewrites.ts';
import { plainAddress } from './plain-address.ts';
import { endpointsOf, isContainerdPart } from './registry-mirrors.ts';
import { parallelPullFields } from './soci/parallel-pull-shape.ts';
import { mayHoldBottlerocketSettings } from './soci/read-bottlerocket-settings.ts';

type Table = Readonly<Record<string, unknown>>;

/**
 * Returns a runtime's file with only the settings that are read. The rest of it affects no run. Names of
 * secret parts that were left out go to `leftOut`, without their content.
 */
export function runtimeFileWithoutSecrets(source: SourceText, leftOut: Set<string>): readonly SourceText[] {
  const value = tomlDocument(source, new Problems())?.value;
  if (!isMapping(value)) {
    leftOut.add(`the file ${source.name}: it cannot be read, and may hold secrets`);
    return [];
  }
  if (mayHoldTomlSecrets(source.text))
    leftOut.add(`what may be secret in ${source.name}: headers, credentials, and all that no run needs`);
  return [{ name: source.name, text: stringify(keptOf(value)) }];
}

function keptOf(file: Table): Table {
  const { version, crio, server, host } = file;
  return omitUndefined({
    ...registriesConfWithoutSecrets(file),
    version: typeof version === 'number' ? version : undefined,
    plugins: isMapping(file.plugins) ? pluginsOf(file.plugins) : undefined,
    crio:
      isMapping(crio) && isMapping(crio.image)
        ? { image: plainFields(crio.image, ['pull_progress_timeout', 'pause_image', 'short_name_mode']) }
        : undefined,
    server: typeof server === 'string' ? plainAddress(server) : undefined,
    ...sociWithoutSecrets(file),
    ...hostSettings(file),
    host: isMapping(host) ? hostsOf(host) : undefined,
  });
}

function pluginsOf(plugins: Table): Table {
  const kept = [...criPlugins, transferPlugin].flatMap((name) => {
    const plugin = plugins[name];
    return isMapping(plugin) ? [[name, pluginOf(plugin)] as const] : [];
  });
  return Object.fromEntries(kept);
}

function pluginOf(plugin: Table): Table {
  const { registry, containerd } = plugin;
  const mirrors = isMapping(registry) && isMapping(registry.mirrors) ? registry.mirrors : undefined;
  // containerd uses its local pull path if there are credentials; whose they are does not matter.
  const some = isMapping(registry)
    ? ['configs', 'auths'].filter(
        (name) => isMapping(registry[name]) && Object.keys(registry[name]).length > 0,
      )
    : [];
  const path = isMapping(registry) ? registry.config_path : undefined;
  const kept = omitUndefined({
    // That there are several folders decides whether they are read.
    config_path: typeof path === 'string' && path.includes(':') ? 'certs.d:certs.d' : undefined,
    mirrors:
      mirrors === undefined
        ? undefined
        : Object.fromEntries(Object.entries(mirrors).map(([name, mirror]) => [name, mirrorOf(mirror)])),
    ...Object.fromEntries(some.map((name) => [name, { registry: {} }])),
  });
  return omitUndefined({
    ...plainFields(plugin, runtimeFileSettings()),
    pinned_images: isMapping(plugin.pinned_images)
      ? plainFields(plugin.pinned_images, ['sandbox'])
      : undefined,
    containerd: isMapping(containerd) ? plainFields(containerd, runtimeFileSettings()) : undefined,
    registry: Object.keys(kept).length === 0 ? undefined : kept,
  });
}

function mirrorOf(mirror: unknown): Table {
  const endpoints = isMapping(mirror) && Array.isArray(mirror.endpoint) ? mirror.endpoint : [];
  return {
    endpoint: endpoints.flatMap((address) =>
      typeof address === 'string' ? (plainAddress(address) ?? []) : [],
    ),
  };
}

function hostsOf(hosts: Table): Table {
  const kept = Object.entries(hosts).flatMap(([address, place]) => {
    const plain = plainAddress(address);
    return plain === undefined ? [] : [[plain, isMapping(place) ? hostSettings(place) : {}] as const];
  });
  return Object.fromEntries(kept);
}

/** Returns what is read beside the address of a host. Of its TLS only that there is any. */
function hostSettings({ capabilities, override_path, ca, client, skip_verify }: Table): Table {
  const hasTls = [ca, client, skip_verify].some((setting) => setting !== undefined);
  return omitUndefined({
    capabilities: words(capabilities),
    override_path: typeof override_path === 'boolean' ? override_path : undefined,
    skip_verify: hasTls ? true : undefined,
  });
}

function words(value: unknown): readonly string[] | undefined {
  return Array.isArray(value)
    ? value.filter((word): word is string => typeof word === 'string' && /^\w{1,20}$/.test(word))
    : undefined;
}

/** Returns these fields, if they are numbers, switches, single words or names of images. */
function plainFields(table: Table, names: readonly string[]): Table {
  const isPlain = (value: unknown) =>
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && (/^[\w.-]{0,50}$/.test(value) || imageName(value) !== undefined));
  return Object.fromEntries(names.flatMap((name) => (isPlain(table[name]) ? [[name, table[name]]] : [])));
}

/**
 * Returns a part of a cluster's document with only what is read of it: no credentials, certificates or paths;
 * undefined if nothing of it is read in this form.
 */
export function runtimePartWithoutSecrets(form: RuntimeForm, value: unknown): unknown {
  switch (form) {
    case 'containerdConfig':
      return typeof value === 'string' ? plainToml(value) : '';
    case 'file':
      return isMapping(value) && isContainerdPart(value.path) && typeof value.content === 'string'
        ? { path: value.path, content: plainToml(value.content) }
        : {};
    case 'mirrors':
      return isMapping(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, mirror]) => [redactedText(name), plainMirror(mirror)]),
          )
        : {};
    case 'namedMirrors':
      return isMapping(value) && typeof value.name === 'string'
        ? { name: redactedText(value.name), ...plainMirror(value) }
        : {};
    case 'registryConfigs': {
      const withAuth = isMapping(value)
        ? Object.entries(value).filter(([, config]) => isMapping(config) && config.auth !== undefined)
        : [];
      return Object.fromEntries(withAuth.map(([name]) => [redactedText(name), { auth: {} }]));
    }
    case 'digestMirrors':
    case 'tagMirrors':
      return isMapping(value)
        ? {
            ...plainLocations(value, ['source']),
            mirrors: listOfLocations(value.mirrors),
            ...plainFields(value, ['mirrorSourcePolicy']),
          }
        : {};
    case 'blockedRegistries':
    case 'allowedRegistries':
      return listOfLocations(value);
    case 'bottlerocketSettings':
      return typeof value === 'string' && mayHoldBottlerocketSettings(value) ? plainToml(value) : undefined;
    case 'fastImagePull':
    case 'gkeImageStreaming':
    case 'aksArtifactStreaming':
      return value === true;
    case 'noFallback':
      return value === true || value === 'true';
    case 'sandbox_image':
    case 'snapshotter':
      return plainFields({ value }, ['value']).value ?? null;
  }
}

function plainToml(text: string): string {
  return runtimeFileWithoutSecrets({ name: 'config.toml', text }, new Set())[0]?.text ?? '';
}

function plainMirror(mirror: unknown) {
  const endpoints = endpointsOf(mirror).flatMap(({ address, rule }) => {
    const url = plainAddress(address);
    return url === undefined ? [] : [{ url, rule }];
  });
  const rewrites = mirrorRewrites(mirror);
  const ofTalos = endpoints.some(({ rule }) => rule !== 'normalized');
  return {
    ...(endpoints.length === 0
      ? {}
      : ofTalos
        ? { endpoints: endpoints.map(({ url, rule }) => ({ url, overridePath: rule === 'overridden' })) }
        : { endpoint: endpoints.map(({ url }) => url) }),
    ...(isMapping(mirror) && mirror.skipFallback === true ? { skipFallback: true } : {}),
    ...(rewrites.length === 0
      ? {}
      : {
          rewrite: Object.fromEntries(
            rewrites.map(({ pattern, replacement }) => [redactedText(pattern), replacement]),
          ),
        }),
  };
}

/** Returns the settings of the SOCI snapshotter, in its own file or in Bottlerocket's settings. */
function sociWithoutSecrets({ pull_modes: modes, settings }: Table): Table {
  const parallel = isMapping(modes) ? modes.parallel_pull_unpack : undefined;
  const gzip =
    isMapping(parallel) && isMapping(parallel.decompress_streams) ? parallel.decompress_streams.gzip : {};
  const program = isMapping(gzip) ? /(?:unpigz|igzip)$/.exec(String(gzip.path)) : null;
  return omitUndefined({
    pull_modes: isMapping(parallel)
      ? {
          parallel_pull_unpack: {
            ...plainFields(parallel, parallelPullFields),
            ...(program === null ? {} : { decompress_streams: { gzip: { path: program[0] } } }),
          },
        }
      : undefined,
    settings: isMapping(settings) ? bottlerocketWithoutSecrets(settings) : undefined,
  });
}

function bottlerocketWithoutSecrets(settings: Table): Table {
  const { 'container-runtime': runtime, 'container-runtime-plugins': plugins } = settings;
  const soci = isMapping(plugins) ? plugins['soci-snapshotter'] : undefined;
  const parallel = isMapping(soci) ? soci['parallel-pull-unpack'] : undefined;
  const dashed = parallelPullFields.map((name) => name.replaceAll('_', '-'));
  return omitUndefined({
    'container-runtime': isMapping(runtime) ? plainFields(runtime, ['snapshotter', ...dashed]) : undefined,
    'container-runtime-plugins': isMapping(soci)
      ? {
          'soci-snapshotter': omitUndefined({
            ...plainFields(soci, ['pull-mode']),
            'parallel-pull-unpack': isMapping(parallel) ? plainFields(parallel, dashed) : undefined,
          }),
        }
      : undefined,
  });
}

/** Returns the registries of registries.conf: prefixes, locations, mirrors, and which are blocked. */
function registriesConfWithoutSecrets(file: Table): Table {
  const { registry } = file;
  const search = file['unqualified-search-registries'];
  const entries = (Array.isArray(registry) ? registry : []).filter(isMapping).map((entry) => ({
    ...plainLocations(entry, ['prefix', 'location']),
    ...plainFields(entry, ['blocked', 'mirror-by-digest-only']),
    mirror: (Array.isArray(entry.mirror) ? entry.mirror : []).filter(isMapping).map((mirror) => ({
      ...plainLocations(mirror, ['location']),
      ...plainFields(mirror, ['pull-from-mirror']),
    })),
  }));
  return omitUndefined({
    registry: entries.length === 0 ? undefined : entries,
    'unqualified-search-registries': Array.isArray(search) ? listOfLocations(search) : undefined,
    aliases: isMapping(file.aliases) ? plainAliases(file.aliases) : undefined,
  });
}

/** Only which names have an alias is read. */
function plainAliases(aliases: Table): Table {
  return Object.fromEntries(
    Object.keys(aliases).flatMap((name) => (isLocation(name) ? [[name, 'registry.example/left-out']] : [])),
  );
}

/** A registry, or one with a part of its repositories. Users and passwords are none. */
function isLocation(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\*\.)?[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(value);
}

function plainLocations(table: Table, names: readonly string[]): Table {
  return Object.fromEntries(names.flatMap((name) => (isLocation(table[name]) ? [[name, table[name]]] : [])));
}

function listOfLocations(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : []).filter(isLocation);
}
