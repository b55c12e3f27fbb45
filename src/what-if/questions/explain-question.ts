import { parseDuration } from '../../input/scenario/quantities.ts';
import { jsonText } from '../../json/json-text.ts';
import { type FleetBlame, formatBlame } from '../../report/critical-path/blame.ts';
import { formatPath } from '../../report/critical-path/path-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { readTrace } from '../../trace/read-trace.ts';
import { afterFix, fixProblem } from '../explanation/after-fix.ts';
import { noContainerText } from '../explanation/container-name.ts';
import { type Counterfactual, type CountRuns, counterfactuals, type Explained } from '../explanation/counterfactuals.ts';
import { explainFleet, explainFleetRecords, explainInput, explainRecords, type FoundContainer } from '../explanation/explain.ts';
import { formatAfterFix, formatCounterfactuals } from '../explanation/explanation-text.ts';
import { afterFixPage, blamePage, explanationPage } from '../pages/explanation-page.ts';
import { type Answer, type Asked, answerText, inputOfQuestion, orStopped } from './asked-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

type ExplainQuestion = Extract<Question, { command: 'explain' }>;

/** Answers `windlass explain`, of an input or of a trace. */
export async function answerExplain(asked: Asked, question: ExplainQuestion): Promise<Answer> {
  if (asked.trace !== undefined) return answerOfTrace(asked.trace, question);
  const { inputs, sources, request, pauses } = asked;
  const input = inputOfQuestion(sources, request);
  const run = { inputs, sources, request, input };
  return orStopped(input.seed, async () => {
    if (question.about === 'fleet') {
      const { blame, reason } = await explainFleet(input, {}, pauses);
      return blameAnswer(blame, reason === 'interrupted' ? 'the run was not over' : undefined);
    }
    if (question.about === 'fix') {
      const fix = { atMicros: fixedAtMicros(question.fixedAt), broken: question.broken };
      const problem = fixProblem(input, fix);
      if (problem !== undefined) throw new QuestionError(problem);
      const told = await afterFix(run, fix, pauses, counted(asked, 'runs'));
      if (told === undefined) throw new QuestionError('interrupted before the runs were over');
      if (typeof told === 'string') throw new QuestionError(told);
      return { content: afterFixPage(told), text: formatAfterFix(told), json: jsonText('AfterFix', told) };
    }
    const { found, reason } = await explainInput(input, question.pod, {}, pauses);
    if (reason === 'interrupted') throw new QuestionError('interrupted before the first run was over');
    const explained = orNoSuch(found, question.pod);
    const others = await counterfactuals(run, explained, pauses, counted(asked, 'other runs'));
    return pathAnswer(explained, others, asked.isStopped() ? 'these are not all of the other runs' : undefined);
  });
}

function answerOfTrace(text: string, question: ExplainQuestion): Answer {
  const read = readTrace(text);
  if (!read.ok) throw new QuestionError(`line ${read.line}: this is not a trace\n${read.message}`);
  if (question.about === 'fix') throw new QuestionError('--fixed-at makes runs of its own: it needs the inputs, and not a trace');
  if (question.about === 'fleet') return blameAnswer(explainFleetRecords(read.records), undefined);
  return pathAnswer(orNoSuch(explainRecords(read.records, question.pod), question.pod), undefined, undefined);
}

function pathAnswer({ path }: Explained, others: readonly Counterfactual[] | undefined, interrupted: string | undefined): Answer {
  const texts = [formatPath(path, answerText), ...(others === undefined ? [] : [formatCounterfactuals(others)])];
  return {
    content: explanationPage(path, others ?? []),
    text: texts.filter((text) => text !== '').join('\n'),
    json: jsonText('Explanation', { path, others: [...(others ?? [])] }),
    interrupted,
  };
}

function blameAnswer(blame: FleetBlame, interrupted: string | undefined): Answer {
  return { content: blamePage(blame), text: formatBlame(blame), json: jsonText('FleetBlame', blame), interrupted };
}

function orNoSuch(found: FoundContainer, name: string | undefined): Explained {
  if ('path' in found) return found;
  throw new QuestionError(noContainerText(name, found.near));
}

function counted({ note }: Asked, what: string): CountRuns {
  return (done, all) => note({ told: `${done} of ${all} ${what}`, remaining: [{ amount: all - done }] });
}

function fixedAtMicros(text: string): number {
  const micros = parseDuration(text);
  if (micros === undefined || micros <= 0) throw new QuestionError(`--fixed-at ${visibleText(text)}: expected a duration such as 5m`);
  return micros;
}
