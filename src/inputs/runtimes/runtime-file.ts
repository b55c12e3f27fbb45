import type { SourceText } from '../documents/source-document.ts';

/** Whether a file of the input is a configuration file of a container runtime, by its name. */
export function isRuntimeFile({ name }: Pick<SourceText, 'name'>): boolean {
  return /\.(?:toml|conf)$/i.test(name);
}

/**
 * Returns the kind of a runtime's file by its content; `hosts.toml` and `registries.conf` also by their names,
 * because they may be empty.
 */
export function runtimeFileKind(
  name: string,
  value: unknown,
): 'containerd' | 'hosts' | 'crio' | 'registries' | 'soci' | 'bottlerocket' | undefined {
  const fields = typeof value === 'object' && value !== null ? value : {};
  if (/(?:^|[/\\])hosts\.toml$/i.test(name)) return 'hosts';
  if ('crio' in fields) return 'crio';
  if ('pull_modes' in fields) return 'soci';
  if ('settings' in fields) return 'bottlerocket';
  if (/(?:^|[/\\])registries\.conf(?:\.d[/\\]|$)/i.test(name)) return 'registries';
  if (
    ['registry', 'unqualified-search-registries', 'short-name-mode', 'aliases'].some((key) => key in fields)
  )
    return 'registries';
  if ('plugins' in fields || 'imports' in fields || 'disabled_plugins' in fields || 'version' in fields)
    return 'containerd';
  return 'server' in fields || 'host' in fields ? 'hosts' : undefined;
}

/**
 * Returns the registry of a hosts.toml: the name of its folder, as in certs.d/docker.io/hosts.toml
 * (`host_5000_` stands for host:5000); undefined if the name has no folder.
 */
export function registryOfFile(name: string): string | undefined {
  const folder = name.split(/[/\\]/).at(-2);
  if (folder === undefined || folder === '' || folder === '.' || folder === '..' || folder === 'certs.d')
    return undefined;
  return folder.replace(/_(\d+)_$/, ':$1');
}
