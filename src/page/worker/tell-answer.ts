import { withoutSecrets } from '../../input/documents/without-secrets.ts';
import { answerPage } from '../../report/html/answer-page.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { answerQuestion } from '../../what-if/questions/answer-question.ts';
import type { Asked } from '../../what-if/questions/asked-question.ts';
import { questionCommandLine } from '../../what-if/questions/question.ts';
import { commandNames } from '../command-line.ts';
import type { AskedQuestion, ToldAnswer } from './worker-protocol.ts';

/** Answers a question, and returns the answer as plain data. Throws a `QuestionError` if it has none. */
export async function tellAnswer(
  { question, request }: AskedQuestion,
  listening: Pick<Asked, 'pauses' | 'isStopped' | 'note'>,
): Promise<ToldAnswer> {
  const inputs = commandNames(request);
  const isTrace = request.kind === 'show';
  const sources = isTrace ? [{ name: request.name, text: request.trace }] : request.sources;
  const settings = isTrace ? {} : request.settings;
  const trace = isTrace ? request.trace : undefined;
  const { content, text, json, interrupted } = await answerQuestion({ inputs, sources, request: settings, trace, ...listening }, question);
  const command = visibleText(questionCommandLine(inputs, settings, question));
  const { title, conditions, sentences, charts, tables } = content;
  return {
    title: visibleText(title),
    conditions: conditions.map(visibleText),
    sentences: sentences.map(visibleText),
    charts: charts.map((chart) => ({ title: chart.title, plot: chart.plot })),
    tables: tables.map(({ table }) => table),
    ...(interrupted === undefined ? {} : { interrupted }),
    command,
    text,
    json,
    html: answerPage(content, { command, inputs: withoutSecrets(sources) }),
  };
}
