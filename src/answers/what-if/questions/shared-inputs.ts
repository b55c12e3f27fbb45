import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type WithoutSecrets, withoutSecrets } from '../../../inputs/documents/without-secrets.ts';
import { isTrace } from '../../../trace/trace-format.ts';

/**
 * Returns inputs as a page may show them. A stored trace stays: it is made of what a run reads, and has
 * nothing secret.
 */
export function sharedInputs(sources: readonly SourceText[]): WithoutSecrets {
  const { sources: shared, leftOut } = withoutSecrets(sources.filter((source) => !isTrace(source)));
  return { sources: [...sources.filter(isTrace), ...shared], leftOut };
}
