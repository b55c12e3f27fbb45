import { memoizeByText } from '../../values/memoize.ts';
import { parseImageReference } from '../images/image-reference.ts';
import { distributionReference06, parseReference } from '../images/parse-reference.ts';

/**
 * By which names the kubelet distinguishes images whose pulls it has on record. `full`: `app:1` is
 * `docker.io/library/app`, and the allowlist is held against the name as written, with its tag. `asWritten`:
 * both go by the name as written, without its tag or digest.
 */
export type RecordedNames = 'full' | 'asWritten';

/**
 * The name under which a pull is recorded, or the error's text. Mirrors `trimImageTagDigest` of
 * pkg/kubelet/images/pullmanager (v1.35.4, v1.36.3).
 */
export function recordedName(
  names: RecordedNames,
  image: string,
): { readonly name: string } | { readonly error: string } {
  return names === 'asWritten' ? trimImageTagDigest(image) : fullName(image);
}

const fullName = memoizeByText((image) => {
  const reference = parseImageReference(image);
  return 'error' in reference ? reference : { name: `${reference.domain}/${reference.path}` };
});

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
