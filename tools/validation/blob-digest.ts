/**
 * Returns the digest that stands for a recorded blob (`app:1/layer2`) or manifest: its name in hexadecimal,
 * unique and the same in every run.
 */
export function blobDigest(name: string): string {
  const hex = [...name].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');
  return `sha256:${hex.padEnd(64, '0')}`;
}

/** Returns the name of the recorded blob that a digest stands for. */
export function blobNamed(digest: string): string {
  const hex = digest.replace('sha256:', '').replace(/(00)+$/, '');
  return (hex.match(/../g) ?? []).map((code) => String.fromCodePoint(Number.parseInt(code, 16))).join('');
}
