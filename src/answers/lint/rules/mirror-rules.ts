import {
  type HostMisfit,
  placesOfImage,
  type RegistryHost,
} from '../../../rules/runtime/registry/registry-host.ts';
import { harmFigures, podsWithImages } from '../harm.ts';
import type { Found, LintRule } from '../lint-rule.ts';
import type { LintView } from '../lint-view.ts';

const hostsToml = (registry: string, text: string) => ({ name: `certs.d/${registry}/hosts.toml`, text });
const ofDockerHub = podsWithImages(1).replaceAll('registry.example.com', 'docker.io/acme');

/** Rules about mirrors that cannot give what they are asked for. */
export const mirrorRules: readonly LintRule[] = [
  {
    id: 'mirror-without-api',
    level: 'error',
    title: "a mirror's path that leads to no API of a registry",
    reason:
      'containerd adds /v2 to the path of a host unless override_path is set, and nothing if it is: every request to the mirror is answered with 404, and the registry itself is asked, if anything is.',
    fix: 'write the path of the API, which begins with /v2 or ends in it, with override_path = true',
    source: 'containerd remotes/docker/config/hosts.go (1.7.20); docs/guides/runtime.md',
    find: (view) =>
      misfitHosts(
        view,
        'noApi',
        ({ registry, address }) =>
          `a mirror of ${registry} is asked at ${address}, where no API of a registry is`,
      ),
    harm: {
      files: ofDockerHub,
      runtimeFile: hostsToml(
        'docker.io',
        'server = "https://harbor.example/v2/hub"\n[host."https://harbor.example/v2/hub"]\n',
      ),
      fixed: { request: { mirrors: ['docker.io=https://harbor.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'server-of-another-registry',
    level: 'error',
    title: 'a public registry in place of another one',
    reason:
      'server is asked in place of the registry in the image’s name, and in certs.d/_default in place of every registry: when the mirror fails, images of quay.io are looked for at Docker Hub.',
    fix: 'leave server out: the registry in the name of the image is then asked last',
    source: 'containerd remotes/docker/config/hosts.go (1.7.20); docs/guides/runtime.md',
    find: (view) =>
      misfitHosts(
        view,
        'otherRegistry',
        ({ registry, host }) => `images of ${registry} are looked for at ${host}, which has only its own`,
      ),
    harm: {
      files: podsWithImages(1).replaceAll('registry.example.com', 'quay.io/acme'),
      runtimeFile: hostsToml(
        '_default',
        'server = "https://registry-1.docker.io"\n[host."https://mirror.example"]\n',
      ),
      conditions: { faults: ['registryDown registry=mirror.example'] },
      fixed: { request: { mirrors: ['_default=https://mirror.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'web-site-as-registry',
    level: 'error',
    title: "Docker's web site as a registry",
    reason:
      'https://docker.io is a web site, and containerd takes its page for the image: unexpected media type text/html. It is asked as soon as the mirrors before it fail.',
    fix: 'write https://registry-1.docker.io, or leave server out',
    source: 'containerd#7400; docs/guides/runtime.md',
    find: (view) =>
      misfitHosts(
        view,
        'webSite',
        ({ registry }) =>
          `images of ${registry} are looked for at a web site, whose page is taken for the image`,
      ),
    harm: {
      files: ofDockerHub,
      runtimeFile: hostsToml('docker.io', 'server = "https://docker.io"\n[host."https://mirror.example"]\n'),
      conditions: { faults: ['registryDown registry=mirror.example'] },
      fixed: { request: { mirrors: ['docker.io=https://mirror.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'registry-without-address',
    level: 'error',
    title: 'a host that is no name of a host',
    reason:
      'No name server is asked for it: the pull fails with no such host as soon as the mirrors before it fail.',
    fix: 'leave server out: the registry in the name of the image is then asked last',
    source: 'Go net/dnsclient.go (isDomainName); docs/guides/runtime.md',
    find: (view) =>
      misfitHosts(
        view,
        'noAddress',
        ({ registry, host }) =>
          `images of ${registry} are looked for at "${host}", which is no name of a host`,
      ),
    harm: {
      files: ofDockerHub,
      runtimeFile: hostsToml('_default', 'server = "*"\n[host."https://mirror.example"]\n'),
      conditions: { faults: ['registryDown registry=mirror.example'] },
      fixed: { request: { mirrors: ['_default=https://mirror.example'] } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'mirrors-not-read',
    level: 'warning',
    title: 'a hosts.toml that no node’s runtime reads',
    reason:
      'containerd reads hosts.toml only where config_path of its config.toml says; without it releases before 2.2 read none, and later ones two folders, which the transfer service takes for the name of one. CRI-O reads registries.conf. Mirrors in an unread file are not asked.',
    fix: 'set config_path = "/etc/containerd/certs.d", one folder, in the config.toml of the nodes; for CRI-O write a registries.conf',
    source: 'containerd plugins/cri/images/plugin.go (2.2.0); containerd#12808',
    find: (view) =>
      view.unreadFiles.map(({ name, reason }) => ({
        place: view.runtimeFilePlace(name),
        message: reason.replace(/\.$/, ''),
      })),
    harm: {
      files: ofDockerHub,
      runtimeFile: hostsToml('docker.io', '[host."https://mirror.example"]\n'),
      request: { runtime: 'cri-o://1.34' },
      conditions: { faults: ['registryDown registry=docker.io'] },
      fixed: { request: { runtime: 'containerd://2.1' } },
      figure: harmFigures.notRunning,
    },
  },
  {
    id: 'blocked-registry',
    level: 'error',
    title: "an image of a registry that the runtime's configuration blocks",
    reason:
      'registries.conf, or a mirror set of OpenShift with NeverContactSource, blocks the registry, and no mirror may be asked for this kind of reference (tag or digest): every pull fails.',
    fix: 'add a mirror for it, name the image as the mirror set asks (by digest or tag), or unblock the registry',
    source: 'containers/image docker_client.go (v5.32); docs/guides/runtime.md',
    find: (view) =>
      view.uses.flatMap((use) => {
        const configured = [...use.podsByNode.keys()]
          .filter((node) => !view.isPresent(use, node))
          .map(({ registryHosts = {} }) => placesOfImage(registryHosts, use.canonical));
        const blocked = configured.find((one) => one?.places.length === 0);
        if (blocked === undefined) return [];
        return [{ place: use.place, message: `${use.image} is of ${blocked.key}, which is blocked` }];
      }),
    harm: {
      files: ofDockerHub,
      runtimeFile: { name: 'registries.conf', text: '[[registry]]\nprefix = "docker.io"\nblocked = true\n' },
      request: { runtime: 'cri-o://1.33' },
      fixed: { replace: [['docker.io', 'quay.io']], request: { runtime: 'cri-o://1.33' } },
      figure: harmFigures.notRunning,
    },
  },
];

/** A host at which images of a registry are looked for in vain. */
interface MisfitHost extends RegistryHost {
  readonly registry: string;
  readonly address: string;
}

/** Returns a finding for each host and registry, whatever number of nodes has it. */
function misfitHosts(
  view: LintView,
  misfit: HostMisfit,
  message: (host: MisfitHost) => string,
): readonly Found[] {
  const found = new Map<string, Found>();
  for (const { registryHosts = {} } of view.input.nodes)
    for (const [registry, hosts] of Object.entries(registryHosts))
      for (const host of hosts.filter((each) => each.misfit === misfit)) {
        const address = host.apiRoot ?? `https://${host.host}/v2`;
        const words = message({ ...host, registry, address });
        if (!found.has(words)) found.set(words, { place: view.addressPlace(address), message: words });
      }
  return [...found.values()];
}
