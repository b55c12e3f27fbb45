import { nameHash } from '../images/name-hash.ts';

/**
 * Kubernetes' alphabet for generated names, without vowels and characters that look alike (apimachinery's
 * util/rand).
 */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
/**
 * A generated name's base is cut so that name and suffix have at most 63 characters
 * (names.SimpleNameGenerator).
 */
const baseLengthMax = 58;

/**
 * Returns `web-` + `x2x8q`: a name as the API server might generate it, always the same for the same seed
 * text.
 */
export function generatedName(base: string, seedText: string): string {
  return base.slice(0, baseLengthMax) + nameSuffix(seedText, 5);
}

/** Returns `length` characters of Kubernetes' alphabet that depend only on the text. */
export function nameSuffix(seedText: string, length: number): string {
  const hash = nameHash(seedText);
  return Array.from(
    { length },
    (_, index) => alphabet[Number.parseInt(hash.slice(index * 4, index * 4 + 4), 16) % alphabet.length],
  ).join('');
}

/** Returns a UID in the form of a version 4 UUID that depends only on the text. */
export function derivedUid(seedText: string): string {
  const hash = nameHash(seedText);
  const variant = '89ab'[Number.parseInt(hash.slice(16, 17), 16) % 4];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * Returns what a name of an object (`subdomain`) or of a part of a pod (`label`) must be; undefined if the
 * API server accepts it. Mirrors `IsDNS1123Subdomain` and `IsDNS1123Label` of apimachinery's util/validation
 * (v0.36.3).
 */
export function nameError(name: string, form: 'label' | 'subdomain'): string | undefined {
  const [pattern, lengthMax] = form === 'label' ? [label, 63] : [subdomain, 253];
  if (name.length <= lengthMax && pattern.test(name)) return undefined;
  const dots = form === 'label' ? '' : ', "."';
  return `at most ${lengthMax} lower-case letters, digits${dots} and "-", beginning and ending with a letter or digit`;
}
