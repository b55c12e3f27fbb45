import { jsonText } from '../../json/json-text.ts';
import { compareVariants } from '../comparison/compare-variants.ts';
import { comparisonCommands, comparisonDocument } from '../comparison/comparison-document.ts';
import { comparisonText } from '../comparison/comparison-text.ts';
import { comparisonPage } from '../pages/comparison-page.ts';
import { seedsFrom } from '../runs/runner.ts';
import { namedVariants, variantLetters } from '../variants/named-variants.ts';
import { requestOfVariant } from '../variants/variant.ts';
import { type Answer, type Asked, answerText, countRuns, inputOfQuestion, runnerOf } from './asked-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

/** Answers `windlass compare` with variants that are changes of the input. */
export async function answerCompare(asked: Asked, question: Extract<Question, { command: 'compare' }>): Promise<Answer> {
  const { inputs, sources, request, pauses } = asked;
  const letters = Object.fromEntries(question.variants.map((text, index) => [variantLetters[index] ?? '', text]));
  const { variants, common } = namedVariants(inputs, letters);
  const files = variants.flatMap((variant) => variant.files ?? []);
  if (files.length > 0) throw new QuestionError(`the page has no file ${files.join(', ')}: changes are of the form field=value`);
  const read = variants.map((variant) => ({ variant, input: inputOfQuestion(sources, requestOfVariant(request, variant)) }));
  const seeds = seedsFrom(request.seed ?? read[0]?.input.seed ?? 0, question.seeds);
  const compared = await compareVariants(read, seeds, runnerOf(pauses), countRuns(asked, seeds.length * read.length));
  const done = compared.seeds.length;
  if (done === 0) throw new QuestionError('interrupted before the first seed was run under all variants');
  const commands = comparisonCommands(compared, common, request);
  const interrupted = done < seeds.length;
  return {
    content: comparisonPage(compared, commands),
    text: comparisonText(compared, commands, answerText),
    json: jsonText('Comparison', comparisonDocument(compared, { interrupted, commands, failIf: [] })),
    interrupted: interrupted ? `${done} of ${seeds.length} seeds` : undefined,
  };
}
