import { parseReference } from './parse-reference.ts';
import { distributionReference06 } from './reference-grammar.ts';

/**
 * The name as written without its tag and digest (the key of a pulled record), or the error's text.
 * Mirrors `trimImageTagDigest` in pkg/kubelet/images/pullmanager/image_pull_policies.go (1.36).
 */
export function trimImageTagDigest(image: string): { readonly name: string } | { readonly error: string } {
  const reference = parseReference(image, distributionReference06);
  if ('error' in reference) {
    return reference;
  }
  return { name: reference.domain === '' ? reference.path : `${reference.domain}/${reference.path}` };
}
