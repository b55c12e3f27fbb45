import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { boundsOf, boundText, figureNamed, keepsTo } from '../figures/figure-bound.ts';
import { type Asked, countRuns, manifestsOf, type QuestionAnswer, sizedInputOf } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { askedWorst, candidatesOf, toldLuck, warningsOfFaults } from './ask-worst.ts';
import { faultWords } from './fault-candidate.ts';
import { medianRun, type PartEffect, searchWorst, type Worst } from './search-worst.ts';
import { worstAnswer } from './worst-answer.ts';
import { worstSizes } from './worst-sizes.ts';
import { worstSentences } from './worst-text.ts';

/** What is said where the luck was not written as a file. */
const lookAtIt = 'With --out worst.yaml the run can be looked at, and made again.';

/** An answer with the luck as a file, and the conditions of `--fail-if`, each with whether it holds. */
interface WorstAnswer extends QuestionAnswer {
  readonly file: string;
  readonly verdicts: readonly { readonly condition: string; readonly holds: boolean }[];
}

/** Answers `windlass worst`: the worst luck within a budget of runs. */
export async function answerWorst(asked: Asked, question: QuestionOf<'worst'>): Promise<WorstAnswer> {
  const { inputs, request, warn } = asked;
  const { budget, failIf = [], luckFile } = question;
  const figure = figureNamed(question.figure);
  const bounds = boundsOf('--fail-if', failIf, 'all running after > 5m');
  const candidates = candidatesOf(question);
  const sources = await manifestsOf(asked, 'worst');
  const sized = sizedInputOf(asked, sources, request);
  const { input } = sized;
  for (const warning of warningsOfFaults(candidates, sources, request)) warn(warning);
  asked.expect(input, budget);
  const noteRuns = countRuns(asked);
  const search = askedWorst(question, candidates, sources, request, input);
  const answer = await asked.withRunner(input, budget, async (runner) => {
    const found = await searchWorst(search, runner, (done) => noteRuns(done, budget));
    const sizes = found && (await worstSizes(found, figure, sized, sources, request, runner));
    return found && (sizes === undefined ? found : { ...found, sizes });
  });
  if (answer === undefined)
    throw new QuestionError('interrupted before the first run was over', 'interrupted');
  const { partWords, ...luck } = toldLuck(answer, figure, {
    inputs,
    request,
    input,
    name: luckFile ?? 'worst.yaml',
  });
  const again = luckFile === undefined ? [lookAtIt] : ['The same run again:', `  ${luck.command}`];
  const verdicts = bounds.map((bound) => ({
    condition: boundText(bound),
    holds: keepsTo(bound, bound.figure.measure(answer.worst.summary)),
  }));
  return {
    json: () =>
      jsonText('Worst', worstDocument(answer, figure, { partWords, budget, ...luck, failIf: verdicts })),
    answer: () => worstAnswer(answer, figure, partWords, again),
    sources,
    file: luck.file,
    verdicts,
    interrupted: answer.interrupted ? `${answer.runs} of ${budget} runs` : undefined,
  };
}

interface Beside extends Pick<JsonFields<'Worst'>, 'budget' | 'file' | 'command' | 'failIf'> {
  readonly partWords: (part: PartEffect['part']) => string;
}

/** Returns the answer as plain data, for programs. */
function worstDocument(answer: Worst, figure: Figure, { partWords, ...beside }: Beside): JsonFields<'Worst'> {
  const { worst, plain, effects, runs, interrupted, sizes } = answer;
  const { seed, faults, arrivalOrder, draws } = worst.luck;
  return {
    figure: figure.name,
    unit: figure.unit,
    runs,
    interrupted,
    sentences: worstSentences(answer, figure),
    value: worst.value,
    podsNotRunning: worst.summary.pods.notRunning + worst.summary.pods.rejected,
    seeds: plain.map(({ luck, value }) => ({ seed: luck.seed, value })),
    median: medianRun(figure, plain)?.value ?? null,
    luck: {
      seed,
      faults: faults.map(faultWords),
      arrivalOrder: [...arrivalOrder],
      draws: Object.fromEntries(Object.entries(draws).map(([stream, numbers]) => [stream, { ...numbers }])),
    },
    effects: effects.map(({ part, value }) => ({ kind: part.kind, what: partWords(part), value })),
    ...(sizes === undefined ? {} : { sizes }),
    ...beside,
  };
}
