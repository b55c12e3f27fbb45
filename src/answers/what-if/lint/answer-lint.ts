import { meantHint } from '../../../inputs/documents/did-you-mean.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { lintText } from '../../lint/formats/lint-text.ts';
import { type LintFinding, lint } from '../../lint/lint.ts';
import type { LintRule } from '../../lint/lint-rule.ts';
import { lintRules } from '../../lint/lint-rules.ts';
import { type Asked, manifestsOf, type QuestionAnswer } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { lintAnswer } from './lint-answer.ts';

/** Longer lines of sentences are hard to read. */
export const lintWidthMax = 120;

/** Answers `windlass lint`: what will harm, found in the files alone. */
export async function answerLint(
  asked: Asked,
  { only = [], ignore = [] }: QuestionOf<'lint'>,
): Promise<QuestionAnswer & { readonly findings: readonly LintFinding[] }> {
  const wanted = only.map((id) => ruleNamed(id, '--only'));
  const unwanted = new Set(ignore.map((id) => ruleNamed(id, '--ignore')));
  const rules = (wanted.length === 0 ? lintRules : wanted).filter((rule) => !unwanted.has(rule));
  const sources = await manifestsOf(asked, 'lint');
  const findings = lint(sources, asked.request, rules, asked.warn);
  return {
    text: (options) => lintText(findings, { ...options, width: Math.min(options.width, lintWidthMax) }),
    json: () => jsonText('LintReport', { items: [...findings] }),
    answer: () => lintAnswer(findings),
    sources,
    findings,
  };
}

/** Returns the rule of this name. Throws a `QuestionError`. */
export function ruleNamed(id: string, option: string): LintRule {
  const rule = lintRules.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const hint =
    meantHint(
      id,
      lintRules.map((each) => each.id),
    ) ?? 'windlass lint --rules lists them';
  throw new QuestionError(`${option} ${id}: there is no such rule\n(${hint})`);
}
