import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { JsonFields } from '../../reports/json/json-text.ts';
import { lint, refusedRule } from '../lint/lint.ts';

type LintOfText = JsonFields<'DiagnosisReport'>['lint'];

/**
 * Returns what lint says of the pods in a text, each thing once. Notes are left out, and so is a text that is no
 * input of a run: the diagnosis stands without it.
 */
export function lintOfText(sources: readonly SourceText[]): LintOfText {
  const found = new Map<string, LintOfText[number]>();
  for (const { rule, level, message, fix } of lint(sources, {}))
    if (rule !== refusedRule && level !== 'note' && !found.has(message))
      found.set(message, { rule, level, message, fix });
  return [...found.values()];
}
