// The manifest by which krew, the package manager of kubectl's plugins, installs `kubectl windlass`.
import { stringify } from 'yaml';

/** The archive of the plugin, with the program and the licence, which krew asks for. */
export const pluginArchive = 'kubectl-windlass-linux-x64.tar.gz';

/** The name of the program in it: as kubectl finds it, and as the binary knows what it is. */
export const pluginProgram = 'kubectl-windlass';

/**
 * Returns the text of windlass.yaml.
 *
 * @param {{ version: string, repository: string, sha256: string }} release with the checksum of the archive
 */
export function krewManifest({ version, repository, sha256 }) {
  const home = `https://github.com/${repository}`;
  return stringify({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'windlass' },
    spec: {
      version: `v${version}`,
      homepage: home,
      shortDescription: 'Shows how nodes pull the images of your pods',
      description: [
        'Says why pods do not start, and simulates the image pulls of workloads on the nodes of the cluster:',
        'what a rollout, other settings of the kubelet or another release would change. It only reads, by',
        'kubectl get of pods, events, workloads, nodes and settings of kubelets, and never reads Secrets.',
        '',
      ].join('\n'),
      platforms: [
        {
          selector: { matchLabels: { os: 'linux', arch: 'amd64' } },
          uri: `${home}/releases/download/v${version}/${pluginArchive}`,
          sha256,
          bin: pluginProgram,
        },
      ],
    },
  });
}
