import { answerCompare } from '../comparison/answer-compare.ts';
import { answerExplain } from '../explanation/answer-explain.ts';
import { answerLint } from '../lint/answer-lint.ts';
import { answerRecommend } from '../recommendation/answer-recommend.ts';
import { answerSweep } from '../sweep/answer-sweep.ts';
import { answerUpgrade } from '../upgrade/answer-upgrade.ts';
import { answerWorst } from '../worst/answer-worst.ts';
import type { Asked, QuestionAnswer } from './asked.ts';
import type { Question } from './question.ts';

/**
 * Answers any of the questions. Throws a `QuestionError` if it has no answer. A command loads only the answer
 * to its own.
 */
export function answerQuestion(asked: Asked, question: Question): Promise<QuestionAnswer> {
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
      return answerLint(asked, question);
  }
}
