import { runCommandLine } from '../../../inputs/run-request.ts';
import { lintLevels } from '../../../reports/json/lint-levels.ts';
import { githubAnnotation } from '../../../reports/pipelines/github-annotation.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, durationText, sizeText } from '../../../reports/text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { ShownHarm } from '../harm.ts';
import type { LintFinding } from '../lint.ts';
import type { Harm, HarmFigure, LintLevel, LintRule } from '../lint-rule.ts';

/**
 * Returns a block for each finding: place, level and rule, then why, and what to do; at the end how many
 * there are.
 */
export function lintText(findings: readonly LintFinding[], { width, ...options }: TextOptions): string {
  const { bold, dim, red, yellow, cyan } = coloursFor(options);
  const paint: Readonly<Record<LintLevel, (text: string) => string>> = {
    error: red,
    warning: yellow,
    note: cyan,
  };
  const lines = findings.flatMap((finding) => {
    const { level, rule, message, reason, fix } = finding;
    const [first = '', ...rest] = wrapWords(
      `${visibleText(`${placeText(finding)}: ${level}: ${message}`)} [${rule}]`,
      width,
    );
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

/** Returns the harm of a rule as it was run: the figure as it is and with the fix, and the input. */
export function harmText(
  { id, level, title, reason, fix, source, harm }: LintRule,
  { asItIs, fixed }: ShownHarm,
  width: number,
): string {
  const { figure, shows } = harm;
  const answer =
    shows === 'same'
      ? `No effect: ${figure.name}: ${figureText(figure, asItIs)}, and the same with the fix.`
      : `As it is: ${figure.name}: ${figureText(figure, asItIs)}. With the fix: ${figureText(figure, fixed)}.`;
  const paragraphs = [`${id}  ${level}: ${title}`, reason, answer, `Fix: ${fix}.`, `Source: ${source}`];
  return `${[...paragraphs.flatMap((text) => wrapWords(text, width)), '', ...inputLines(harm)].join('\n')}\n`;
}

/** The run that was made, as files and commands. */
function inputLines(harm: Harm): string[] {
  const { files, runtimeFile, request = {}, conditions = {}, fixed } = harm;
  const names = ['harm.yaml', ...(runtimeFile === undefined ? [] : [runtimeFile.name])];
  const replaced = (fixed.replace ?? []).map(
    ([from, to]) => `# with the fix: ${to}\n#   instead of: ${from}`,
  );
  const commands =
    fixed.request === undefined
      ? [runCommandLine(names, { ...request, ...conditions }), ...replaced]
      : [
          runCommandLine(names, { ...request, ...conditions }),
          `# with the fix\n${runCommandLine(names, { ...fixed.request, ...conditions })}`,
        ];
  const runtimeLines =
    runtimeFile === undefined ? [] : [`# ${runtimeFile.name}`, runtimeFile.text.trimEnd(), ''];
  return [...commands, '', '# harm.yaml', files.trimEnd(), '', ...runtimeLines];
}

/** Returns a figure's value with its unit; what is infinite never comes. */
export function figureText({ unit }: HarmFigure, value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return unit === 'ms' ? durationText(value) : unit === 'bytes' ? sizeText(value) : String(value);
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/**
 * Returns the findings as GitHub's workflow commands, a line each, which a pull request shows beside the line
 * of the file.
 */
export function lintGithub(findings: readonly LintFinding[]): string {
  return findings
    .map(({ rule, level, file, line, column, message, fix }) =>
      githubAnnotation({
        level: commands[level],
        title: `windlass ${rule}`,
        message: `${message}. Fix: ${fix}.`,
        ...(line === undefined || file === undefined ? {} : { place: { file, line, column } }),
      }),
    )
    .join('');
}
