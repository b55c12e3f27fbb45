import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { type Asked, countRuns, manifestsOf, type QuestionAnswer, sizedInputOf } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { seedsFrom } from '../runs/runner.ts';
import { pairsMin } from '../statistics/paired-bootstrap.ts';
import { namedVariants } from '../variants/named-variants.ts';
import { changesText, requestOfVariant } from '../variants/variant.ts';
import { compareVariants, type VariantInput } from './compare-variants.ts';
import { comparisonAnswer } from './comparison-answer.ts';
import { comparisonCommands, comparisonCsv, comparisonDocument } from './comparison-document.ts';
import { type FailVerdict, failConditions, judgeCondition } from './fail-if.ts';

/** Answers `windlass compare`: variants of one input over the same seeds. */
export async function answerCompare(
  asked: Asked,
  { variants: named, seeds: count, failIf }: QuestionOf<'compare'>,
): Promise<QuestionAnswer & { readonly csv: () => string; readonly verdicts: readonly FailVerdict[] }> {
  const { inputs, request, warn } = asked;
  const conditions = failConditions(failIf);
  const { variants, common } = namedVariants(inputs, named);
  const shared = await manifestsOf(asked, 'compare', common);
  const files: SourceText[] = [];
  const read: VariantInput[] = [];
  for (const variant of variants) {
    const own = await manifestsOf(asked, 'compare', variant.files ?? []);
    appendAll(files, own);
    const changes = changesText(variant);
    const what = `the input of ${variant.name}${variant.name === changes ? '' : ` (${changes})`}`;
    read.push({
      variant,
      ...sizedInputOf(asked, [...shared, ...own], requestOfVariant(request, variant), what),
    });
  }
  const [first] = read;
  if (first === undefined) throw new Error('no variants');
  if (count < pairsMin)
    warn(
      `--seeds ${count}: fewer than ${pairsMin} give no interval, so chance cannot be told from a difference`,
    );
  const seeds = seedsFrom(request.seed ?? first.input.seed, count);
  const runs = count * read.length;
  asked.expect(first.input, runs);
  const noteRuns = countRuns(asked);
  const compared = await asked.withRunner(first.input, runs, (runner) =>
    compareVariants(read, seeds, runner, (done) => noteRuns(done, runs)),
  );
  const done = compared.seeds.length;
  if (done === 0)
    throw new QuestionError('interrupted before the first seed was run under all variants', 'interrupted');
  const commands = comparisonCommands(compared, common, request);
  const verdicts = compared.differences.flatMap(({ figures, variant: { name } }) =>
    conditions.map((condition) => ({ variant: name, ...judgeCondition(condition, figures, name) })),
  );
  const interrupted = done < count ? `${done} of ${count} seeds` : undefined;
  return {
    json: () =>
      jsonText(
        'Comparison',
        comparisonDocument(compared, { interrupted: interrupted !== undefined, commands, failIf: verdicts }),
      ),
    csv: () => comparisonCsv(compared),
    answer: () => comparisonAnswer(compared, commands),
    sources: [...shared, ...files],
    verdicts,
    interrupted,
  };
}
