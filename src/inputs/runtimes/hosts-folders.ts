import type { RuntimeConfiguration } from './runtime-config-of-document.ts';

/** Whether a node's containerd looks into the folder of hosts.toml files. */
interface HostsFolders {
  /** Why it reads none; absent if it reads them. */
  readonly unreadReason?: string;
  /** What is assumed because no input says it. */
  readonly assumption?: string;
}

/** A node's containerd. */
interface HostsFoldersReader {
  /** `containerd://2.2.1` */
  readonly runtime: string;
  /** Whether it pulls by its transfer service. */
  readonly usesTransfer: boolean;
  /** What the node's provider writes as `config_path`; `unset`: nothing; absent: it is not known. */
  readonly providerPath?: string | undefined;
}

/**
 * Returns whether containerd reads hosts.toml files. It looks where `config_path` says. Without this setting
 * releases before 2.2 look nowhere, and later ones into two folders if no mirrors are set in the old form
 * (plugins/cri/images/plugin.go, 2.2.0 to 2.4.2). The transfer service takes several folders for the name of
 * one, and finds nothing (containerd#12808, 2.1.0 to 2.4.2); pulls by the local path look into each.
 *
 * A part of config.toml in a document of the cluster stands beside what the provider writes: it is the whole where
 * the provider is known to set no path.
 *
 * If hosts.toml files are given without a config.toml, their mirrors are taken to be in use, since that is why
 * they are given: config_path is assumed to name their folder.
 */
export function hostsFolders(
  { hostsPath: writtenPath, hasConfigFile = false, hasConfigPart = false, onlyLocal }: RuntimeConfiguration,
  { runtime, usesTransfer, providerPath }: HostsFoldersReader,
): HostsFolders {
  const release = /^containerd:\/\/v?(\d+)(?:\.(\d+))?/.exec(runtime);
  if (release === null) return {};
  const [, major = '', minor = '0'] = release;
  const hasDefault = Number(major) > 2 || (major === '2' && Number(minor) >= 2);
  const knownPath = providerPath === 'unset' || hasConfigFile ? undefined : providerPath;
  const hostsPath = writtenPath ?? knownPath;
  if (hostsPath !== undefined) return usesTransfer && hostsPath.includes(':') ? listOf(runtime, 'the') : {};
  if (hasConfigFile || (hasConfigPart && providerPath === 'unset')) {
    if (hasDefault && onlyLocal !== 'registry.mirrors')
      return usesTransfer ? listOf(runtime, 'the two default') : {};
    return { unreadReason: `${runtime} reads no hosts.toml: its config.toml sets no config_path.` };
  }
  const withoutIt = !hasDefault
    ? 'without it no hosts.toml is read'
    : usesTransfer
      ? 'with its default of two folders no hosts.toml is read (containerd#12808)'
      : undefined;
  if (withoutIt === undefined) return {};
  return {
    assumption: `no config.toml says where ${runtime} looks for hosts.toml: config_path is assumed to be one folder, theirs; ${withoutIt}.`,
  };
}

function listOf(runtime: string, which: string): HostsFolders {
  return {
    unreadReason: `${runtime} reads no hosts.toml: its transfer service takes ${which} folders of config_path for one (containerd#12808).`,
  };
}
