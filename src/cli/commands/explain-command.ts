import { Option } from 'commander';
import { defaultEngine, type EngineName, engineNames } from '../../engine/engine.ts';
import { jsonText } from '../../json/json-text.ts';
import { type FleetBlame, formatBlame } from '../../report/critical-path/blame.ts';
import { formatPath } from '../../report/critical-path/path-text.ts';
import type { SimulateOptions } from '../../simulation/simulate.ts';
import { readTrace } from '../../trace/read-trace.ts';
import { type AfterFix, afterFix, type Fix, fixProblem } from '../../what-if/explanation/after-fix.ts';
import { noContainerText } from '../../what-if/explanation/container-name.ts';
import { type AskedRun, type Counterfactual, counterfactuals, type Explained } from '../../what-if/explanation/counterfactuals.ts';
import { explainFleet, explainFleetRecords, explainInput, explainRecords, type FoundContainer } from '../../what-if/explanation/explain.ts';
import { formatAfterFix, formatCounterfactuals } from '../../what-if/explanation/explanation-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outOption, outputOption, quietOption, repeatable } from '../command-options.ts';
import { isMissing } from '../files/file-errors.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { isTrace } from '../files/stored-trace.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress, stageOfRun } from '../run/progress.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { durationMicros } from '../run/run-options.ts';
import { orFail } from '../run/simulate-or-fail.ts';
import { coloursOn, columnsOf, type Terminal, tellWarning } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import type { AddCommand } from './add-command.ts';

const help: CommandHelp = {
  about: [
    'Tells what a container waited for, one cause after the other, from the arrival of its pod on the node until it ran. The times add up. Where it waited for a slot, a layer or the link, the pods that had it are named. Below stands what would have been otherwise: each line is a run with one change, and the command that shows it.',
    '--pod names a pod or a container: web-0, default/web-0, web-0/app, default/web-0/app. Of a pod it is the container that started last. Without --pod it is the container that took longest of all.',
  ],
  examples: [
    ['Which container took longest, and why?', 'windlass explain deployment.yaml'],
    ['Why did this one run so late?', 'windlass explain web.yaml --pod default/web-0/app'],
    ['And with other settings, without other runs?', 'windlass explain web.yaml --pod web-0 --set maxParallelImagePulls=2 --path-only'],
    ['Where does the time of all pods go?', 'windlass explain cluster.yaml --fleet'],
    ['When do pods run after the registry is back at minute 5?', "windlass explain web.yaml --fault 'registryDown from=0s' --fixed-at 5m"],
    ['And after a wrong image is mended?', 'windlass explain web.yaml --broken ghcr.io/acme/web:1 --fixed-at 5m'],
    ['Of a trace that somebody sent', 'windlass explain web.ndjson --pod web-0'],
    ['As JSON, every link with its cause', 'windlass explain web.yaml --pod web-0 -o json'],
  ],
};

interface ExplainOptions extends ReportOption {
  readonly pod?: string;
  readonly fleet?: true;
  readonly fixedAt?: number;
  readonly broken?: readonly string[];
  readonly pathOnly?: true;
  readonly output: 'text' | 'json';
  readonly out?: string;
  readonly quiet?: true;
  readonly engine: EngineName;
}

/** `windlass explain`: the critical path of a container, and what would have shortened it. */
export const explainCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addReportOption(addRequestOptions(command))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them; or a trace')
    .option('--pod <name>', 'the pod or container, such as web-0 or default/web-0/app (default: the one that took longest)')
    .option('--fleet', 'for all pods: where the time went, by cause, fault, image, registry and node')
    .option('--fixed-at <time>', 'when the cause goes away, such as 5m: when pods try again and run, and what shortens it', durationMicros)
    .option('--broken <image>', 'with --fixed-at: an image that cannot be pulled until then; repeatable', repeatable)
    .option('--path-only', 'no other runs')
    .addOption(outputOption(['text', 'json'], 'text'))
    .option(...outOption)
    .addOption(
      new Option('--engine <name>', 'the engine that runs the statecharts; both give the same bytes')
        .choices(engineNames)
        .default(defaultEngine),
    )
    .option(...quietOption)
    .action(async (inputs: string[], options: ExplainOptions) =>
      end(await explain(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

/** A pod among the inputs is the most likely mistake. */
function nameThePod(error: unknown): never {
  if (error instanceof CommandError && isMissing(error.cause))
    throw new CommandError(error.exitCode, `${error.message}; a pod is named with --pod`);
  throw error;
}

async function explain(inputs: readonly string[], options: ExplainOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  await report.check();
  const sources = await readSources(inputs, terminal).catch(nameThePod);
  if (options.fleet === true && options.pod !== undefined)
    throw new CommandError(exitCode.usage, '--fleet is about all pods, and --pod about one');
  const [first] = sources;
  const told = async (explained: Explained, others: readonly Counterfactual[] | undefined) => {
    put(explained, others, options, terminal);
    await report.write(sources, async () =>
      (await import('../../what-if/pages/explanation-page.ts')).explanationPage(explained.path, others ?? []),
    );
  };
  const toldOfAll = async (blame: FleetBlame) => {
    putBlame(blame, options, terminal);
    await report.write(sources, async () => (await import('../../what-if/pages/explanation-page.ts')).blamePage(blame));
  };
  if (options.broken !== undefined && options.fixedAt === undefined) throw new CommandError(exitCode.usage, '--broken needs --fixed-at');
  if (options.fixedAt !== undefined && (options.fleet === true || options.pod !== undefined))
    throw new CommandError(exitCode.usage, '--fixed-at is about all pods that wait at that time; leave out --fleet and --pod');
  if (sources.length === 1 && first !== undefined && isTrace(first)) {
    const read = readTrace(first.text);
    if (!read.ok) throw new CommandError(exitCode.input, `${first.name}:${read.line}: this is not a trace\n${read.message}`);
    if (options.fixedAt !== undefined)
      throw new CommandError(exitCode.usage, '--fixed-at makes runs of its own: it needs the inputs, and not a trace');
    if (options.fleet === true) {
      await toldOfAll(explainFleetRecords(read.records));
      return exitCode.ok;
    }
    const explained = orNoSuch(explainRecords(read.records, options.pod), options.pod);
    await told(explained, undefined);
    return exitCode.ok;
  }
  const request = requestOf(options);
  const result = inputOrFail(sources, request);
  for (const warning of result.warnings) tellWarning(terminal, warning);
  failWithoutPods(result);
  const { input } = result;
  const { engine } = options;
  const progress = new Progress(forNotes(terminal, options));
  const interruption = new Interruption(terminal);
  const onProgress: SimulateOptions['onProgress'] = (moment) => progress.note(stageOfRun(moment));
  return progress.during(() =>
    orFail(input, async () => {
      if (options.fixedAt !== undefined) {
        const fix = { atMicros: options.fixedAt, broken: options.broken ?? [] };
        const fixed = await fixOrFail({ inputs, sources, request, input, engine }, fix, progress, interruption);
        writeOutput(options.out, options.output === 'json' ? jsonText('AfterFix', fixed) : formatAfterFix(fixed), terminal);
        await report.write(sources, async () => (await import('../../what-if/pages/explanation-page.ts')).afterFixPage(fixed));
        return exitCode.ok;
      }
      if (options.fleet === true) {
        const { blame, reason } = await explainFleet(input, { engine, onProgress }, interruption);
        progress.clear();
        await toldOfAll(blame);
        return reason === 'interrupted' ? exitCode.interrupted : exitCode.ok;
      }
      const { found, reason } = await explainInput(input, options.pod, { engine, onProgress }, interruption);
      if (reason === 'interrupted') throw new CommandError(exitCode.interrupted, 'interrupted before the first run was over');
      const explained = orNoSuch(found, options.pod);
      const others =
        options.pathOnly === true
          ? undefined
          : await counterfactuals({ inputs, sources, request, input, engine }, explained, interruption, (done, all) =>
              progress.note({ told: `${done} of ${all} other runs`, remaining: [{ amount: all - done }] }),
            );
      progress.clear();
      await told(explained, others);
      if (!interruption.isAsked) return exitCode.ok;
      tellWarning(terminal, 'interrupted: these are not all of the other runs');
      return exitCode.interrupted;
    }),
  );
}

async function fixOrFail(run: AskedRun, fix: Fix, progress: Progress, interruption: Interruption): Promise<AfterFix> {
  const problem = fixProblem(run.input, fix);
  if (problem !== undefined) throw new CommandError(exitCode.usage, problem);
  const told = await afterFix(run, fix, interruption, (done, all) =>
    progress.note({ told: `${done} of ${all} runs`, remaining: [{ amount: all - done }] }),
  );
  progress.clear();
  if (told === undefined) throw new CommandError(exitCode.interrupted, 'interrupted before the runs were over');
  if (typeof told === 'string') throw new CommandError(exitCode.input, told);
  return told;
}

function orNoSuch(found: FoundContainer, name: string | undefined): Explained {
  if ('path' in found) return found;
  throw new CommandError(name === undefined ? exitCode.input : exitCode.usage, noContainerText(name, found.near));
}

function put(
  { path }: Explained,
  others: readonly Counterfactual[] | undefined,
  { output, out }: ExplainOptions,
  terminal: Terminal,
): void {
  const options = { width: out === undefined ? columnsOf(terminal) : 100, colour: out === undefined && coloursOn(terminal) };
  const told = () =>
    [formatPath(path, options), ...(others === undefined ? [] : [formatCounterfactuals(others)])].filter((text) => text !== '');
  const json = () => jsonText('Explanation', { path, others: others ?? [] });
  writeOutput(out, output === 'json' ? json() : told().join('\n'), terminal);
}

function putBlame(blame: FleetBlame, { output, out }: ExplainOptions, terminal: Terminal): void {
  writeOutput(out, output === 'json' ? jsonText('FleetBlame', blame) : formatBlame(blame), terminal);
}
