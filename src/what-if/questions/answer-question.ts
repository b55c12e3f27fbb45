import { jsonText } from '../../json/json-text.ts';
import { lintText } from '../../lint/formats/lint-text.ts';
import { lint } from '../../lint/lint.ts';
import { lintPage } from '../pages/lint-page.ts';
import { type Answer, type Asked, answerText } from './asked-question.ts';
import { answerCompare } from './compare-question.ts';
import { answerExplain } from './explain-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';
import { answerRecommend } from './recommend-question.ts';
import { answerSweep } from './sweep-question.ts';
import { answerUpgrade } from './upgrade-question.ts';
import { answerWorst } from './worst-question.ts';

/** Answers a question as the command of its name does. Throws a `QuestionError` if it has no answer. */
export async function answerQuestion(asked: Asked, question: Question): Promise<Answer> {
  if (asked.trace !== undefined && question.command !== 'explain')
    throw new QuestionError(`a stored trace does not say what it was made of: windlass ${question.command} needs the manifests`);
  switch (question.command) {
    case 'compare':
      return answerCompare(asked, question);
    case 'sweep':
      return answerSweep(asked, question);
    case 'recommend':
      return answerRecommend(asked, question);
    case 'explain':
      return answerExplain(asked, question);
    case 'upgrade':
      return answerUpgrade(asked, question);
    case 'worst':
      return answerWorst(asked, question);
    case 'lint':
      return answerLint(asked);
  }
}

function answerLint({ sources, request }: Asked): Answer {
  const findings = lint(sources, request);
  return { content: lintPage(findings), text: lintText(findings, answerText), json: jsonText('LintReport', { items: [...findings] }) };
}
