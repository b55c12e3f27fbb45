import { lintLevels } from '../../json/lint-levels.ts';
import { coloursFor } from '../../report/text/colours.ts';
import { wrapWords } from '../../report/text/fitted-text.ts';
import { countText } from '../../report/text/quantity-text.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import type { LintFinding } from '../lint.ts';
import type { LintLevel, LintRule } from '../lint-rule.ts';

/** Returns a block for each finding: place, level and rule, then why, and what to do; at the end how many there are. */
export function lintText(findings: readonly LintFinding[], { width, ...options }: TextOptions): string {
  const { bold, dim, red, yellow, cyan } = coloursFor(options);
  const paint: Readonly<Record<LintLevel, (text: string) => string>> = { error: red, warning: yellow, note: cyan };
  const lines = findings.flatMap((finding) => {
    const { level, rule, message, reason, fix } = finding;
    const [first = '', ...rest] = wrapWords(`${visibleText(`${placeText(finding)}: ${level}: ${message}`)} [${rule}]`, width);
    const more = (text: string) => wrapWords(visibleText(text), width - 4).map((line) => `    ${line}`);
    return [
      bold(first.replace(`: ${level}:`, `: ${paint[level](level)}:`)),
      ...rest.map((line) => bold(`  ${line}`)),
      ...more(reason).map(dim),
      ...more(`Fix: ${fix}.`),
      '',
    ];
  });
  return `${[...lines, ...wrapWords(lintCountText(findings), width)].join('\n')}\n`;
}

/** The place of a finding as compilers write it, `web.yaml:4:9`. */
export function placeText({ file, line, column }: LintFinding): string {
  return [file ?? 'default', line, column].filter((part) => part !== undefined).join(':');
}

/** Returns how many findings there are of each level, and how to see the harm of one. */
export function lintCountText(findings: readonly LintFinding[]): string {
  if (findings.length === 0) return 'Nothing found.';
  const byLevel = lintLevels.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : [countText(count, level)];
  });
  const rules = [...new Set(findings.map(({ rule }) => rule))].filter((rule) => rule !== 'refused');
  const see = rules.length === 0 ? '' : `; windlass lint --show ${rules[0]} shows the harm in a small run`;
  return `${byLevel.join(', ')}${see}.`;
}

/** Returns all rules with what they look for, wrapped to the width. */
export function ruleListText(rules: readonly LintRule[], { width, ...options }: TextOptions): string {
  const { bold, dim } = coloursFor(options);
  const blocks = rules.map(({ id, level, title, reason, fix, source }) => [
    `${bold(id)}  ${level}: ${title}`,
    ...wrapWords(reason, width - 2).map((line) => `  ${line}`),
    ...wrapWords(`Fix: ${fix}.`, width - 2).map((line) => `  ${line}`),
    ...wrapWords(`Source: ${source}`, width - 2).map((line) => dim(`  ${line}`)),
    '',
  ]);
  return `${[...blocks.flat(), countText(rules.length, 'rule')].join('\n')}\n`;
}
