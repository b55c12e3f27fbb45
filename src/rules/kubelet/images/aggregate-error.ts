/**
 * Returns the text of several errors as one: equal texts once, and brackets around more than one.
 * Mirrors `aggregate.Error` in k8s.io/apimachinery/pkg/util/errors.
 */
export function aggregateError(errors: readonly string[]): string {
  const texts = [...new Set(errors)];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
