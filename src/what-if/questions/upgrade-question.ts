import { formatInputError } from '../../input/documents/input-error.ts';
import { readInput } from '../../input/read-input.ts';
import { jsonText } from '../../json/json-text.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { upgradePage } from '../pages/upgrade-page.ts';
import { releasesOf } from '../upgrade/known-release.ts';
import { upgrade } from '../upgrade/upgrade.ts';
import { upgradeDocument } from '../upgrade/upgrade-document.ts';
import { upgradeText } from '../upgrade/upgrade-text.ts';
import { type Answer, type Asked, answerText, orStopped, runnerOf } from './asked-question.ts';
import { type Question, questionRequest } from './question.ts';
import { QuestionError } from './question-error.ts';

/** Answers `windlass upgrade`. */
export async function answerUpgrade(asked: Asked, question: Extract<Question, { command: 'upgrade' }>): Promise<Answer> {
  const { inputs, sources, pauses, note } = asked;
  const { seeds } = question;
  const [from, to] = releasesOf(question.from, question.to);
  const request = questionRequest(asked.request, question);
  const read = readInput(sources, { ...request, kubeletVersion: to.version });
  const ask = () => upgrade({ inputs, sources, request, from, to, seeds }, (_, task) => task(runnerOf(pauses)), pauses, note);
  const answer = await orStopped(read.ok ? read.input.seed : 0, ask);
  if (!('from' in answer)) throw new QuestionError(['the input is wrong', ...answer.map(formatInputError)].join('\n'));
  const done = answer.compared?.seeds.length ?? 0;
  if (answer.refused.length === 0 && answer.interrupted && done === 0)
    throw new QuestionError('interrupted before the first seed was run under both releases');
  return {
    content: upgradePage(answer),
    text: upgradeText(answer, answerText),
    json: jsonText('Upgrade', upgradeDocument(answer, [])),
    interrupted: answer.interrupted ? `${done} of ${countText(seeds, 'seed')}` : undefined,
  };
}
