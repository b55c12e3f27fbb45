import { runCommandLine } from '../../input/run-request.ts';
import { wrapWords } from '../../report/text/fitted-text.ts';
import { durationText, sizeText } from '../../report/text/quantity-text.ts';
import type { Harm, HarmFigure, LintRule } from '../lint-rule.ts';
import type { ShownHarm } from '../run-harm.ts';

/** Returns the harm of a rule as it was run: the figure as it is and with the fix, and the input. */
export function harmText({ id, level, title, reason, fix, source, harm }: LintRule, { asItIs, fixed }: ShownHarm, width: number): string {
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
  const replaced = (fixed.replace ?? []).map(([from, to]) => `# with the fix: ${to}\n#   instead of: ${from}`);
  const commands =
    fixed.request === undefined
      ? [runCommandLine(names, { ...request, ...conditions }), ...replaced]
      : [
          runCommandLine(names, { ...request, ...conditions }),
          `# with the fix\n${runCommandLine(names, { ...fixed.request, ...conditions })}`,
        ];
  const runtimeLines = runtimeFile === undefined ? [] : [`# ${runtimeFile.name}`, runtimeFile.text.trimEnd(), ''];
  return [...commands, '', '# harm.yaml', files.trimEnd(), '', ...runtimeLines];
}

/** Returns a figure's value with its unit; what is infinite never comes. */
export function figureText({ unit }: HarmFigure, value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return unit === 'ms' ? durationText(value) : unit === 'bytes' ? sizeText(value) : String(value);
}
