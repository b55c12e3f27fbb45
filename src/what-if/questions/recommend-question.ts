import { runCommandLine } from '../../input/run-request.ts';
import { jsonText } from '../../json/json-text.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { recommendationPage } from '../pages/recommendation-page.ts';
import { recommend } from '../recommendation/recommend.ts';
import { recommendationDocument } from '../recommendation/recommendation-document.ts';
import { checkSettings, targetsOf } from '../recommendation/recommendation-plan.ts';
import { type CommandOf, recommendationText } from '../recommendation/recommendation-text.ts';
import { seedsFrom } from '../runs/runner.ts';
import { axesOf } from '../variants/named-variants.ts';
import { allRefusedText, pointInputs } from '../variants/point-input.ts';
import { requestOfVariant } from '../variants/variant.ts';
import { type Answer, type Asked, answerText, inputOfQuestion, runnerOf } from './asked-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

/** Answers `windlass recommend`. */
export async function answerRecommend(asked: Asked, question: Extract<Question, { command: 'recommend' }>): Promise<Answer> {
  const { inputs, sources, request, pauses, note } = asked;
  const targets = targetsOf(question.targets);
  const axes = axesOf(question.vary);
  checkSettings(axes);
  const seeds = seedsFrom(request.seed ?? inputOfQuestion(sources, request).seed, question.seeds);
  const answer = await recommend({ axes, targets, seeds, inputOf: pointInputs(sources, request) }, runnerOf(pauses), note);
  const refused = allRefusedText(
    'setting',
    answer.tried.map((setting) => setting.refused),
    1,
  );
  if (refused !== undefined) throw new QuestionError(refused);
  const commandOf: CommandOf = ({ variant }, seed) => runCommandLine(inputs, requestOfVariant({ ...request, seed }, variant));
  return {
    content: recommendationPage(answer, targets, commandOf),
    text: recommendationText(answer, targets, commandOf, answerText.width),
    json: jsonText('Recommendation', recommendationDocument(answer, targets, commandOf)),
    interrupted: answer.interrupted ? `${countText(answer.tried.length, 'setting')} tried` : undefined,
  };
}
