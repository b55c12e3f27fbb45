import type { SourceText } from '../documents/source-document.ts';

/** A configuration file of a container runtime among the input's files, by its name. */
export function isRuntimeFile({ name }: Pick<SourceText, 'name'>): boolean {
  return /\.(?:toml|conf)$/i.test(name);
}

/** What a runtime's file is, by what is in it; `hosts.toml` also by its name, as it may be empty. */
export function runtimeFileKind(name: string, value: unknown): 'containerd' | 'hosts' | 'crio' | undefined {
  const fields = typeof value === 'object' && value !== null ? value : {};
  if (/(?:^|[/\\])hosts\.toml$/i.test(name)) return 'hosts';
  if ('crio' in fields) return 'crio';
  if ('plugins' in fields || 'imports' in fields || 'disabled_plugins' in fields || 'version' in fields) return 'containerd';
  return 'server' in fields || 'host' in fields ? 'hosts' : undefined;
}

/**
 * The registry that a hosts.toml is about: the name of its folder, as in certs.d/docker.io/hosts.toml (`host_5000_` stands for
 * host:5000); undefined where the name has no folder.
 */
export function registryOfFile(name: string): string | undefined {
  const folder = name.split(/[/\\]/).at(-2);
  if (folder === undefined || folder === '' || folder === '.' || folder === '..' || folder === 'certs.d') return undefined;
  return folder.replace(/_(\d+)_$/, ':$1');
}
