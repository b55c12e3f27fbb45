const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * Returns what a name of an object (`subdomain`) or of a part of a pod (`label`) must be; undefined if the API server accepts it. Mirrors
 * `IsDNS1123Subdomain` and `IsDNS1123Label` of apimachinery's util/validation (v0.36.3).
 */
export function nameError(name: string, form: 'label' | 'subdomain'): string | undefined {
  const [pattern, lengthMax] = form === 'label' ? [label, 63] : [subdomain, 253];
  if (name.length <= lengthMax && pattern.test(name)) return undefined;
  const dots = form === 'label' ? '' : ', "."';
  return `at most ${lengthMax} lower-case letters, digits${dots} and "-", beginning and ending with a letter or digit`;
}
