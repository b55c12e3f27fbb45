import { formatInputError } from '../../input/documents/input-error.ts';
import { readInput } from '../../input/read-input.ts';
import { runCommandLine } from '../../input/run-request.ts';
import { jsonText } from '../../json/json-text.ts';
import { lintText } from '../../lint/formats/lint-text.ts';
import { lint } from '../../lint/lint.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { compareVariants } from '../comparison/compare-variants.ts';
import { comparisonCommands, comparisonDocument } from '../comparison/comparison-document.ts';
import { comparisonText } from '../comparison/comparison-text.ts';
import { comparisonPage } from '../pages/comparison-page.ts';
import { lintPage } from '../pages/lint-page.ts';
import { recommendationPage } from '../pages/recommendation-page.ts';
import { sweepPage } from '../pages/sweep-page.ts';
import { upgradePage } from '../pages/upgrade-page.ts';
import { worstPage } from '../pages/worst-page.ts';
import { checkSettings, recommend, targetsOf } from '../recommendation/recommend.ts';
import { recommendationDocument } from '../recommendation/recommendation-document.ts';
import { type CommandOf, recommendationText } from '../recommendation/recommendation-text.ts';
import { seedsFrom } from '../runs/runner.ts';
import { type RefusedPoint, runByRun, type SweepRow, sweepRuns } from '../sweep/sweep.ts';
import { sweepDocument } from '../sweep/sweep-document.ts';
import { sweepFigures, sweepPoints } from '../sweep/sweep-points.ts';
import { sweepResult } from '../sweep/sweep-result.ts';
import { sweepText } from '../sweep/sweep-text.ts';
import { releasesOf } from '../upgrade/known-release.ts';
import { upgrade } from '../upgrade/upgrade.ts';
import { upgradeDocument } from '../upgrade/upgrade-document.ts';
import { upgradeText } from '../upgrade/upgrade-text.ts';
import { axesOf, namedVariants, variantLetters } from '../variants/named-variants.ts';
import { allRefusedText, pointInputs } from '../variants/point-input.ts';
import { requestOfVariant } from '../variants/variant.ts';
import { askedWorst, candidatesOf, toldLuck, warningsOfFaults } from '../worst/ask-worst.ts';
import { searchWorst } from '../worst/search-worst.ts';
import { worstDocument } from '../worst/worst-document.ts';
import { lookAtIt, worstText } from '../worst/worst-text.ts';
import { type Answer, type Asked, answerText, countRuns, inputOfQuestion, orStopped, runnerOf } from './asked-question.ts';
import { answerExplain } from './explain-question.ts';
import { type Question, questionRequest } from './question.ts';
import { QuestionError } from './question-error.ts';

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

/** Answers `windlass compare` with variants that are changes of the input. */
async function answerCompare(asked: Asked, question: Extract<Question, { command: 'compare' }>): Promise<Answer> {
  const { inputs, sources, request, pauses } = asked;
  const letters = Object.fromEntries(question.variants.map((text, index) => [variantLetters[index] ?? '', text]));
  const { variants, common } = namedVariants(inputs, letters);
  const files = variants.flatMap((variant) => variant.files ?? []);
  if (files.length > 0) throw new QuestionError(`the page has no file ${files.join(', ')}: changes are of the form field=value`);
  const read = variants.map((variant) => ({ variant, input: inputOfQuestion(sources, requestOfVariant(request, variant)) }));
  const seeds = seedsFrom(request.seed ?? read[0]?.input.seed ?? 0, question.seeds);
  const compared = await compareVariants(read, seeds, runnerOf(pauses), countRuns(asked, seeds.length * read.length));
  const done = compared.seeds.length;
  if (done === 0) throw new QuestionError('interrupted before the first seed was run under all variants');
  const commands = comparisonCommands(compared, common, request);
  const interrupted = done < seeds.length;
  return {
    content: comparisonPage(compared, commands),
    text: comparisonText(compared, commands, answerText),
    json: jsonText('Comparison', comparisonDocument(compared, { interrupted, commands, failIf: [] })),
    interrupted: interrupted ? `${done} of ${seeds.length} seeds` : undefined,
  };
}

/** Answers `windlass recommend`. */
async function answerRecommend(asked: Asked, question: Extract<Question, { command: 'recommend' }>): Promise<Answer> {
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

/** Answers `windlass sweep`. */
async function answerSweep(asked: Asked, question: Extract<Question, { command: 'sweep' }>): Promise<Answer> {
  const { sources, request, pauses } = asked;
  const figures = sweepFigures(question.figures.length === 0 ? undefined : question.figures);
  const axes = axesOf(question.vary);
  const from = request.seed ?? inputOfQuestion(sources, request).seed;
  const seeds = seedsFrom(from, question.seeds);
  const points = sweepPoints(axes, question.sample, from);
  const runs = points.length * seeds.length;
  const count = countRuns(asked, runs);
  const rows: (SweepRow | RefusedPoint)[] = [];
  let done = 0;
  for await (const row of sweepRuns({ points, seeds, inputOf: pointInputs(sources, request) }, runByRun(runnerOf(pauses)))) {
    rows.push(row);
    done += 'refused' in row ? seeds.length : 1;
    count(done);
  }
  if (rows.length === 0) throw new QuestionError('interrupted before the first run was over');
  const result = sweepResult(axes, seeds, points, rows);
  const reasons = result.points.map((point) => point.refused);
  const refused = allRefusedText('point', reasons, points.length);
  if (refused !== undefined) throw new QuestionError(refused);
  const isWhole = done >= runs;
  return {
    content: sweepPage(result, figures),
    text: sweepText(result, figures, answerText),
    json: jsonText('Sweep', sweepDocument(result, !isWhole)),
    interrupted: isWhole ? undefined : `${done} of ${runs} runs`,
  };
}

/** Answers `windlass upgrade`. */
async function answerUpgrade(asked: Asked, question: Extract<Question, { command: 'upgrade' }>): Promise<Answer> {
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

/** Answers `windlass worst`. */
async function answerWorst(asked: Asked, question: Extract<Question, { command: 'worst' }>): Promise<Answer> {
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
