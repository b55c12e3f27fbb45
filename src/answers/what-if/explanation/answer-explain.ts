import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import type { FleetBlame } from '../../../reports/critical-path/blame.ts';
import { formatPath } from '../../../reports/critical-path/path-text.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { SimulationProgress } from '../../../run/simulation/parts-progress.ts';
import { readTrace } from '../../../trace/read-trace.ts';
import { isTrace } from '../../../trace/trace-format.ts';
import { type Asked, countRuns, orStopped, type QuestionAnswer, sizedInputOf } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { stageOfRun } from '../runs/time-left.ts';
import { afterFix, type Fix, fixProblem } from './after-fix.ts';
import { afterFixSizes } from './after-fix-sizes.ts';
import { blameSizes } from './blame-sizes.ts';
import { noContainerText } from './container-name.ts';
import { type AskedRun, type Counterfactuals, counterfactuals, type Explained } from './counterfactuals.ts';
import { withDrawnGains } from './drawn-gains.ts';
import { drawnPaths, type PathSizes, pathSizes } from './drawn-paths.ts';
import {
  explainFleet,
  explainFleetRecords,
  explainInput,
  explainRecords,
  type FoundContainer,
} from './explain.ts';
import { afterFixAnswer, blameAnswer, explanationAnswer } from './explanation-answer.ts';
import { formatCounterfactuals, formatPathSizes } from './explanation-text.ts';

type ExplainQuestion = QuestionOf<'explain'>;
type Told = Omit<QuestionAnswer, 'sources'>;

/** Answers `windlass explain`, of an input or of a stored trace. */
export async function answerExplain(asked: Asked, question: ExplainQuestion): Promise<QuestionAnswer> {
  const { inputs, request, engine, read } = asked;
  const fix =
    question.about === 'fix'
      ? { atMicros: fixedAtMicros(question.fixedAt), broken: question.broken }
      : undefined;
  const sources = await read(inputs);
  const trace = sources.find(isTrace);
  if (trace !== undefined) {
    if (sources.length > 1)
      throw new QuestionError(`${trace.name} is a stored trace: it is explained alone, without other inputs`);
    if (Object.keys(request).length > 0)
      throw new QuestionError(
        `${trace.name} is a stored trace, which is over: settings go with the manifests that it came from`,
      );
    return { ...answerOfTrace(trace, question), sources };
  }
  const run: AskedRun = { ...sizedInputOf(asked, sources, request), inputs, sources, request, engine };
  const answer = () => {
    if (question.about === 'container') return answerContainer(asked, run, question);
    return fix === undefined ? answerFleet(asked, run) : answerFix(asked, run, fix);
  };
  return { ...(await orStopped(run.input.seed, answer)), sources };
}

async function answerFix(asked: Asked, run: AskedRun, fix: Fix): Promise<Told> {
  const problem = fixProblem(run.input, fix);
  if (problem !== undefined) throw new QuestionError(problem);
  const told = await afterFix(run, fix, asked.pauses, countRuns(asked));
  if (told === undefined) throw new QuestionError('interrupted before the runs were over', 'interrupted');
  if (typeof told === 'string') throw new QuestionError(told, 'input');
  const sizes = await afterFixSizes(run, fix, told, asked.pauses);
  const whole = sizes === undefined ? told : { ...told, sizes };
  return {
    json: () => jsonText('AfterFix', whole),
    answer: () => afterFixAnswer(whole),
  };
}

async function answerFleet(asked: Asked, run: AskedRun): Promise<Told> {
  const { engine } = run;
  const { blame, reason, endMs } = await explainFleet(
    run.input,
    { engine, onProgress: noting(asked) },
    asked.pauses,
  );
  const sizes =
    reason === 'interrupted' ? undefined : await blameSizes(run, blame, endMs, { engine }, asked.pauses);
  return {
    ...answerBlame(sizes === undefined ? blame : { ...blame, sizes }),
    interrupted: reason === 'interrupted' ? 'the run was not over' : undefined,
  };
}

async function answerContainer(
  asked: Asked,
  run: AskedRun,
  { pod, pathOnly }: Extract<ExplainQuestion, { about: 'container' }>,
) {
  const { input, engine } = run;
  const { found, reason } = await explainInput(
    input,
    pod,
    { engine, onProgress: noting(asked) },
    asked.pauses,
  );
  if (reason === 'interrupted')
    throw new QuestionError('interrupted before the first run was over', 'interrupted');
  const explained = orNoSuch(found, pod);
  const drawn = await drawnPaths(run, explained, asked.pauses);
  const sizes = drawn && pathSizes(explained.path, drawn);
  if (pathOnly === true) return answerPath(explained, sizes);
  const others = await counterfactuals(run, explained, asked.pauses, countRuns(asked, 'other runs'));
  if (drawn === undefined) return answerPath(explained, sizes, others);
  const withGains = await withDrawnGains(run, explained, others, drawn, asked.pauses);
  return answerPath(explained, sizes, withGains);
}

function answerOfTrace({ name, text }: SourceText, question: ExplainQuestion): Told {
  const read = readTrace(text);
  if (!read.ok)
    throw new QuestionError(`${name}:${read.line}: this is not a trace\n${read.message}`, 'input');
  if (question.about === 'fix')
    throw new QuestionError('--fixed-at makes runs of its own: it needs the inputs, and not a trace');
  if (question.about === 'fleet') return answerBlame(explainFleetRecords(read.records));
  return answerPath(orNoSuch(explainRecords(read.records, question.pod), question.pod));
}

function answerPath({ path }: Explained, sizes?: PathSizes, others?: Counterfactuals): Told {
  const { found = [], isWhole = true } = others ?? {};
  return {
    text: (options) =>
      [
        formatPath(path, options),
        formatPathSizes(sizes, options.width),
        formatCounterfactuals(found, options.width),
      ]
        .filter((text) => text !== '')
        .join('\n'),
    json: () =>
      jsonText('Explanation', {
        path,
        others: [...found],
        ...(sizes === undefined ? {} : { sizes }),
      }),
    answer: () => explanationAnswer(path, found, sizes),
    interrupted: isWhole ? undefined : 'these are not all of the other runs',
  };
}

function answerBlame(blame: FleetBlame): Told {
  return {
    json: () => jsonText('FleetBlame', blame),
    answer: () => blameAnswer(blame),
  };
}

function orNoSuch(found: FoundContainer, name: string | undefined): Explained {
  if ('path' in found) return found;
  throw new QuestionError(noContainerText(name, found.near), name === undefined ? 'input' : 'usage');
}

function noting({ note }: Asked): (moment: SimulationProgress) => void {
  return (moment) => note(stageOfRun(moment));
}

function fixedAtMicros(text: string): number {
  const micros = parseDuration(text);
  if (micros === undefined || micros <= 0)
    throw new QuestionError(`--fixed-at ${visibleText(text)}: expected a duration such as 5m`);
  return micros;
}
