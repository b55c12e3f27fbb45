/**
 * Returns the text of several errors at once, each text only once, in brackets where there are two or more of them; undefined
 * of none. Mirrors `NewAggregate` in k8s.io/apimachinery/pkg/util/errors (v0.36).
 */
export function aggregateError(errors: readonly string[]): string | undefined {
  const texts = [...new Set(errors)];
  if (texts.length === 0) return undefined;
  return texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
}
