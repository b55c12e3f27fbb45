import { answerQuestion } from '../../../answers/what-if/questions/answer-question.ts';
import { type Asked, madeHere, textOfAnswer } from '../../../answers/what-if/questions/asked.ts';
import { questionCommandLine } from '../../../answers/what-if/questions/question.ts';
import { QuestionError } from '../../../answers/what-if/questions/question-error.ts';
import { sharedInputs } from '../../../answers/what-if/questions/shared-inputs.ts';
import { answerPage, drawnCharts, pageTables } from '../../../reports/answer/answer-page.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { commandNames } from '../command-line.ts';
import type { AskedQuestion, ToldAnswer } from './worker-protocol.ts';

/** What a command prints where there is no terminal. */
const textOptions = { width: 100, colour: false };

/** Answers a question, and returns the answer as plain data. Throws a `QuestionError` if it has none. */
export async function tellAnswer(
  { question, request: of }: AskedQuestion,
  { pauses, note }: Pick<Asked, 'pauses' | 'note'>,
): Promise<ToldAnswer> {
  const inputs = commandNames(of);
  const sources = of.kind === 'show' ? [{ name: of.name, text: of.trace }] : of.sources;
  const request = of.kind === 'show' ? {} : of.settings;
  const warnings = new Set<string>();
  const answer = await answerQuestion(
    {
      inputs,
      request,
      read: async (names) => {
        const others = names.filter((name) => !inputs.includes(name));
        if (others.length > 0)
          throw new QuestionError(
            `the page has no file ${others.join(', ')}: changes are of the form field=value`,
          );
        return names.length === 0 ? [] : sources;
      },
      ...madeHere(pauses),
      // The page has told it before it asked.
      expect: () => {},
      note,
      warn: (sentence) => warnings.add(visibleText(sentence)),
    },
    question,
  );
  const command = visibleText(questionCommandLine(inputs, request, question));
  const content = answer.answer();
  const { title, conditions, sentences, chartsNote = [], again = [] } = content;
  return {
    title: visibleText(title),
    conditions: conditions.concat(chartsNote).map(visibleText),
    sentences: [...sentences, ...again].map(visibleText),
    warnings: [...warnings],
    charts: drawnCharts(content).map((chart) => ({ title: chart.title, plot: chart.plot })),
    tables: pageTables(content).map(({ table }) => table),
    ...(answer.interrupted === undefined ? {} : { interrupted: answer.interrupted }),
    command,
    text: textOfAnswer(answer, textOptions),
    json: answer.json(),
    html: answerPage(content, { command, inputs: sharedInputs(sources) }),
  };
}
