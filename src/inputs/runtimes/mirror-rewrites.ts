import type { RepositoryRewrite } from '../../rules/runtime/registry/registry-host.ts';
import { isMapping } from '../documents/mapping.ts';
import { plainReplacement } from './plain-address.ts';

/** Returns how k3s rewrites names at the mirrors of a registry (`rewrite` of registries.yaml). */
export function mirrorRewrites(mirror: unknown): readonly RepositoryRewrite[] {
  const { rewrite } = isMapping(mirror) ? mirror : {};
  return Object.entries(isMapping(rewrite) ? rewrite : {}).flatMap(([pattern, replacement]) =>
    typeof replacement === 'string' ? [{ pattern, replacement: plainReplacement(replacement) }] : [],
  );
}
