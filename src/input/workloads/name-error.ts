const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * What a name of an object (`subdomain`) or of a part of a pod (`label`) has to be, where it is something else; undefined where the API
 * server takes it. Mirrors `IsDNS1123Subdomain` and `IsDNS1123Label` of apimachinery's util/validation (v0.36.3).
 */
export function nameError(name: string, form: 'label' | 'subdomain'): string | undefined {
  const [pattern, lengthMax] = form === 'label' ? [label, 63] : [subdomain, 253];
  if (name.length <= lengthMax && pattern.test(name)) return undefined;
  const dots = form === 'label' ? '' : ', "."';
  return `at most ${lengthMax} lower-case letters, digits${dots} and "-", beginning and ending with a letter or digit`;
}
