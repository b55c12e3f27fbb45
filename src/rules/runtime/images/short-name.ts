/** What CRI-O makes of names without a registry, where it refuses them. */
export interface ShortNameRules {
  /**
   * `ambiguous`: several registries would be searched, and CRI-O may not choose; `unresolved`: none would be.
   */
  readonly refusal: 'ambiguous' | 'unresolved';
  /** Names that have a registry by an alias (`[aliases]` of registries.conf). */
  readonly aliases: readonly string[];
}

/**
 * Returns the error with which CRI-O refuses a name without a registry, in ImageStatus as in PullImage; undefined for
 * other names. Mirrors `CandidatesForPotentiallyShortImageName` of CRI-O (internal/storage/image.go, 1.34) and
 * `Resolve` in pkg/shortnames of containers/image (v5.36).
 */
export function shortNameError(rules: ShortNameRules | undefined, image: string): string | undefined {
  if (rules === undefined || !isShortName(image)) return undefined;
  const { refusal, aliases } = rules;
  if (aliases.includes(repositoryOf(image))) return undefined;
  return refusal === 'ambiguous'
    ? `short name mode is enforcing, but image name ${image} returns ambiguous list`
    : `short-name "${image}" did not resolve to an alias and no unqualified-search registries are defined in "/etc/containers/registries.conf"`;
}

/** Whether an image is named without its registry: `redis:8`, `team/app`. */
export function isShortName(image: string): boolean {
  const [first = '', ...rest] = image.split('/');
  return rest.length === 0 || !(/[.:]/.test(first) || first === 'localhost');
}

function repositoryOf(image: string): string {
  return image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
}
