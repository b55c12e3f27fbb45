import { isVersionAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import type { ShortNameRules } from '../../rules/runtime/images/short-name.ts';
import type { RuntimeConfiguration } from './runtime-config-of-document.ts';

/**
 * Returns how CRI-O refuses names without a registry; undefined where it finds one for them, or where no
 * registries.conf says which it searches. Since 1.34 it refuses to choose among several (`short_name_mode`, on by
 * default). The aliases that distributions install besides, and drop-in files, are known only if they are given.
 */
export function shortNamesOf(
  { searchRegistries, shortNameAliases: aliases = [], shortNameMode }: RuntimeConfiguration,
  runtime: string,
): ShortNameRules | undefined {
  const [, version] = /^cri-?o:\/\/v?(\d+\.\d+(?:\.\d+)?)/.exec(runtime) ?? [];
  if (version === undefined || searchRegistries === undefined) return undefined;
  if (searchRegistries.length === 0) return { refusal: 'unresolved', aliases };
  const isEnforcing = isVersionAtLeast(version, '1.34') && (shortNameMode || 'enforcing') === 'enforcing';
  return searchRegistries.length > 1 && isEnforcing ? { refusal: 'ambiguous', aliases } : undefined;
}
