import { jsonText } from '../../../reports/json/json-text.ts';
import { isReleaseAtLeast } from '../../../rules/kubelet/kubelet-release.ts';
import { type FailVerdict, failConditions, judgeCondition } from '../comparison/fail-if.ts';
import { type Asked, manifestsOf, type QuestionAnswer, wrongInput } from '../questions/asked.ts';
import { type QuestionOf, questionRequest } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { releasesOf } from './known-release.ts';
import { type Upgrade, upgrade } from './upgrade.ts';
import { upgradeAnswer } from './upgrade-answer.ts';
import { upgradeDocument } from './upgrade-document.ts';

/** Answers `windlass upgrade`: what a release of the kubelet changes for an input. */
export async function answerUpgrade(
  asked: Asked,
  question: QuestionOf<'upgrade'>,
): Promise<
  QuestionAnswer & Pick<Upgrade, 'refused' | 'pulls'> & { readonly verdicts: readonly FailVerdict[] }
> {
  const { warn } = asked;
  const { seeds, failIf } = question;
  const conditions = failConditions(failIf);
  const [from, to] = releasesOf(question.from, question.to);
  for (const { note } of [from, to]) if (note !== undefined) warn(note);
  if (isReleaseAtLeast(from.release, to.release))
    warn(`${to.version} is older than ${from.version}: this is a downgrade`);
  const request = questionRequest(asked.request, question);
  const sources = await manifestsOf(asked, 'upgrade');
  const answer = await upgrade(asked, { sources, request, from, to, seeds });
  if (!('from' in answer)) throw wrongInput(answer);
  const { refused, pulls, compared } = answer;
  const done = compared?.seeds.length ?? 0;
  if (refused.length === 0 && answer.interrupted && done === 0)
    throw new QuestionError('interrupted before the first seed was run under both releases', 'interrupted');
  const figures = compared?.differences[0]?.figures ?? [];
  const verdicts =
    compared === undefined
      ? []
      : conditions.map((condition) => judgeCondition(condition, figures, to.version));
  return {
    json: () => jsonText('Upgrade', upgradeDocument(answer, verdicts)),
    answer: () => upgradeAnswer(answer),
    sources,
    refused,
    pulls,
    verdicts,
    interrupted: answer.interrupted ? `${done} of ${seeds} seeds` : undefined,
  };
}
