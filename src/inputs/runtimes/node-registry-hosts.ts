import { imageLocation, isLoopback } from '../../rules/runtime/images/image-location.ts';
import type { RegistryHost } from '../../rules/runtime/registry/registry-host.ts';
import { withRejected } from './allowed-registries.ts';
import { type ConfiguredHost, registryItself } from './configured-host.ts';
import { type CrioRegistry, hostsOfCrio } from './crio-registries.ts';
import { hostsFolders } from './hosts-folders.ts';
import type { RuntimeConfiguration } from './runtime-config-of-document.ts';

type Hosts = NonNullable<RuntimeConfiguration['hosts']>;

/** A node's runtime, as far as it decides which files of mirrors it reads. */
interface HostsReader {
  /** `containerd://1.7.24` */
  readonly runtime: string;
  /** Whether it pulls by containerd's transfer service. */
  readonly usesTransfer: boolean;
  /** What the node's provider writes as `config_path`. */
  readonly providerPath?: string | undefined;
}

/** The hosts that a node's runtime has read, and sentences about what it does not read. */
interface ReadHosts {
  readonly hosts: Hosts;
  /** The registries of registries.conf, which CRI-O reads in place of hosts.toml. */
  readonly registries: readonly CrioRegistry[];
  /** The registries that CRI-O's policy allows; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly notes: readonly string[];
  readonly assumptions: readonly string[];
  /** The files of mirrors that the runtime does not read, with the reason. */
  readonly unreadFiles: readonly UnreadFile[];
}

/** A file of mirrors that a node's runtime does not read. */
export interface UnreadFile {
  readonly name: string;
  /** A sentence with the runtime. */
  readonly reason: string;
}

/**
 * Returns the mirrors that the runtime of a node reads of its configuration. containerd 1.x takes a hosts.toml
 * without a table `host` for broken (`getSortedHosts` of 1.7.20), and asks the registry itself; a plain HTTP
 * host with settings of TLS is asked by HTTPS first; and `hostsFolders` says whether files are read at all.
 */
export function hostsReadBy(
  configuration: RuntimeConfiguration,
  { runtime, usesTransfer, providerPath }: HostsReader,
): ReadHosts {
  const { hosts = {}, registriesConf = [] } = configuration;
  const notes = new Set<string>();
  if (/^cri-?o:/.test(runtime)) {
    const others = Object.entries(hosts).filter(([, places]) => places.every(({ hostsFile }) => !hostsFile));
    const reason = `${runtime} reads no hosts.toml: mirrors of CRI-O are in registries.conf.`;
    const unreadFiles = Object.values(hosts)
      .flat()
      .flatMap(({ hostsFile }) => (hostsFile === undefined ? [] : [{ name: hostsFile.name, reason }]));
    const allowed = configuration.allowedRegistries;
    const read = { hosts: Object.fromEntries(others), registries: registriesConf, allowed };
    return { ...read, notes: [], assumptions: [], unreadFiles };
  }
  if (registriesConf.length > 0) notes.add(`${runtime} does not read registries.conf: that is CRI-O's file.`);
  const [, major = '', minor = ''] = /^containerd:\/\/v?(\d+)(?:\.(\d+))?/.exec(runtime) ?? [];
  const assumptions = new Set<string>();
  const folders = hostsFolders(configuration, { runtime, usesTransfer, providerPath });
  const unreadFiles = new Map<string, string>();
  const isUnread = ({ hostsFile }: ConfiguredHost): boolean => {
    if (hostsFile === undefined) return false;
    if (folders.assumption !== undefined) assumptions.add(folders.assumption);
    const withoutTable = `${hostsFile.name} has no [host."…"]: ${runtime} cannot read it, and ignores its server.`;
    const reason =
      folders.unreadReason ?? (major === '1' && !hostsFile.hasHostTable ? withoutTable : undefined);
    if (reason === undefined) return false;
    notes.add(reason);
    unreadFiles.set(hostsFile.name, reason);
    return true;
  };
  const triesTls = major !== '' && !(major === '1' && Number(minor) < 7);
  const read = Object.entries(hosts).map(
    ([registry, places]) =>
      [
        registry,
        places.some(isUnread)
          ? [registryItself]
          : places.map((place) => (triesTls ? withTls(place, major) : place)),
      ] as const,
  );
  return {
    hosts: Object.fromEntries(read),
    registries: [],
    allowed: undefined,
    notes: [...notes],
    assumptions: [...assumptions],
    unreadFiles: [...unreadFiles].map(([name, reason]) => ({ name, reason })),
  };
}

/** Returns the host with the address that is asked first (`ConfigureHosts`, 1.7.20 and 2.1.4). */
function withTls(place: ConfiguredHost, major: string): ConfiguredHost {
  const { apiRoot, hostsFile } = place;
  if (hostsFile?.hasTls !== true || apiRoot?.startsWith('http:') !== true) return place;
  const hasPort = /^http:\/\/[^/]*:\d+\//.test(apiRoot);
  if (!hasPort && major === '1') return place;
  return { ...place, apiRoot: apiRoot.replace(/^http:/, 'https:') };
}

/**
 * Whether a hosts.toml replaces this registry by others. A node that runs so has got its default sandbox image
 * through them long ago, since its own first pods needed it.
 */
export function isReplacedByHostsFile(hosts: Hosts, registry: string): boolean {
  const places = (Object.hasOwn(hosts, registry) ? hosts[registry] : undefined) ?? hosts._default ?? [];
  return (
    places.some(({ hostsFile }) => hostsFile !== undefined) &&
    !places.some(({ host }) => host === registry || host === registryItself.host)
  );
}

/**
 * Returns the hosts at which a node looks for the images of each of these registries, including the registry
 * itself. Registries without mirrors are left out. `_default` is for registries that have no mirrors of their
 * own. `isDescribed`: whether the Scenario says what a host has.
 */
export function registryHostsOf(
  { mirrors, registries: crioRegistries, allowed }: ConfiguredPlaces,
  registries: readonly string[],
  isDescribed: (host: string) => boolean,
): Readonly<Record<string, readonly RegistryHost[]>> {
  const hosts = {
    ...hostsOfCrio(crioRegistries, registries),
    ...hostsOfMirrors(mirrors, registries, isDescribed),
  };
  return allowed === undefined ? hosts : withRejected(hosts, registries, allowed);
}

/** What a node's configuration says of mirrors. */
export interface ConfiguredPlaces {
  readonly mirrors: Hosts;
  readonly registries: readonly CrioRegistry[];
  readonly allowed: readonly string[] | undefined;
}

function hostsOfMirrors(
  mirrors: Hosts,
  registries: readonly string[],
  isDescribed: (host: string) => boolean,
): Readonly<Record<string, readonly RegistryHost[]>> {
  return Object.fromEntries(
    registries.flatMap((registry) => {
      const own = Object.hasOwn(mirrors, registry) ? mirrors[registry] : undefined;
      const places = (own ?? mirrors._default ?? []).map((place) =>
        hostForRegistry(place, registry, isDescribed),
      );
      const isUsual = places.every(({ host, apiRoot }) => host === registry && apiRoot === undefined);
      return isUsual ? [] : [[registry, withoutRepeats(places)] as const];
    }),
  );
}

function hostForRegistry(
  place: ConfiguredHost,
  registry: string,
  isDescribed: (host: string) => boolean,
): RegistryHost {
  if (place.host === registryItself.host) return { ...place, host: registry };
  const { hostsFile: _, isAskedPlainly, apiRoot, ...host } = place;
  const isOther = isAskedPlainly === true && isOtherPublic(place.host, registry) && !isDescribed(place.host);
  return {
    ...host,
    ...(apiRoot === undefined || isUsualRoot(apiRoot, place.host, registry) ? {} : { apiRoot }),
    ...(isOther ? { misfit: 'otherRegistry' as const } : {}),
  };
}

/** Public registries, each of which has its own images; k8s.gcr.io is the former name of registry.k8s.io. */
const publicRegistries = ['docker.io', 'gcr.io', 'ghcr.io', 'mcr.microsoft.com', 'public.ecr.aws', 'quay.io'];
const kubernetesRegistries = ['registry.k8s.io', 'k8s.gcr.io'];

function isOtherPublic(host: string, registry: string): boolean {
  if (host === registry) return false;
  if (kubernetesRegistries.includes(host)) return !kubernetesRegistries.includes(registry);
  return publicRegistries.includes(host);
}

/** Whether the host would be asked under this address anyway. */
function isUsualRoot(apiRoot: string, host: string, registry: string): boolean {
  if (host === registry) return imageLocation(`${host}/x`).baseUrl.startsWith(`${apiRoot}/`);
  return apiRoot === `${isLoopback(host) ? 'http' : 'https'}://${host}/v2`;
}

function withoutRepeats(places: readonly RegistryHost[]): readonly RegistryHost[] {
  const key = ({ host, apiRoot }: RegistryHost) => `${host} ${apiRoot ?? ''}`;
  return places.filter((place, index) => places.findIndex((other) => key(other) === key(place)) === index);
}
