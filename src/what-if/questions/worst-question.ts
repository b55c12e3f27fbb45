import { jsonText } from '../../json/json-text.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { worstPage } from '../pages/worst-page.ts';
import { askedWorst, candidatesOf, toldLuck, warningsOfFaults } from '../worst/ask-worst.ts';
import { searchWorst } from '../worst/search-worst.ts';
import { worstDocument } from '../worst/worst-document.ts';
import { lookAtIt, worstText } from '../worst/worst-text.ts';
import { type Answer, type Asked, answerText, countRuns, inputOfQuestion, runnerOf } from './asked-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

/** Answers `windlass worst`. */
export async function answerWorst(asked: Asked, question: Extract<Question, { command: 'worst' }>): Promise<Answer> {
  const { inputs, sources, request, pauses } = asked;
  const { budget } = question;
  const candidates = candidatesOf(question);
  const input = inputOfQuestion(sources, request);
  warningsOfFaults(candidates, sources, request, []);
  const search = askedWorst(question, candidates, sources, request, input);
  const answer = await searchWorst(search, runnerOf(pauses), countRuns(asked, budget));
  if (answer === undefined) throw new QuestionError('interrupted before the first run was over');
  const { figure } = search;
  const { partWords, ...luck } = toldLuck(answer, search, { inputs, request, input, name: 'worst.yaml' });
  return {
    content: worstPage(answer, figure, partWords),
    text: worstText(answer, figure, partWords, [lookAtIt], answerText.width),
    json: jsonText('Worst', worstDocument(answer, figure, { partWords, budget, ...luck, failIf: [] })),
    interrupted: answer.interrupted ? countText(answer.runs, 'run') : undefined,
  };
}
