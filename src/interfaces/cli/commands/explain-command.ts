import { answerExplain } from '../../../answers/what-if/explanation/answer-explain.ts';
import type { QuestionOf } from '../../../answers/what-if/questions/question.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { engineOption, outOption, outputOption, quietOption, repeatable } from '../command-options.ts';
import { isMissing } from '../files/file-errors.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addRequestOptions } from '../run/request-options.ts';
import { durationMicros } from '../run/run-options.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand } from '../what-if/asking-command.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Tells what a container waited for, one cause after the other, from the arrival of its pod on the node until it ran. The times add up. Where it waited for a slot, a layer or the link, the pods that had it are named. Below stands what would have been otherwise: each line is a run with one change, and the command that shows it.',
    '--pod names a pod or a container: web-0, default/web-0, web-0/app, default/web-0/app. Of a pod it is the container that started last. Without --pod it is the container that took longest of all.',
  ],
  examples: [
    ['Which container took longest, and why?', 'windlass explain deployment.yaml'],
    ['Why did this one run so late?', 'windlass explain web.yaml --pod default/web-0/app'],
    [
      'And with other settings, without other runs?',
      'windlass explain web.yaml --pod web-0 --set maxParallelImagePulls=2 --path-only',
    ],
    ['Where does the time of all pods go?', 'windlass explain cluster.yaml --fleet'],
    [
      'When do pods run after the registry is back at minute 5?',
      "windlass explain web.yaml --fault 'registryDown from=0s' --fixed-at 5m",
    ],
    [
      'And after a wrong image is mended?',
      'windlass explain web.yaml --broken ghcr.io/acme/web:1 --fixed-at 5m',
    ],
    ['Of a trace that somebody sent', 'windlass explain web.ndjson --pod web-0'],
    ['As JSON, every link with its cause', 'windlass explain web.yaml --pod web-0 -o json'],
  ],
};

interface ExplainOptions extends ReportOption {
  readonly pod?: string;
  readonly fleet?: true;
  readonly fixedAt?: string;
  readonly broken?: readonly string[];
  readonly pathOnly?: true;
  readonly output: 'text' | 'json';
  readonly out?: string;
  readonly quiet?: true;
  readonly engine: EngineName;
}

/** `windlass explain`: the critical path of a container, and what would have shortened it. */
export const add: AddCommand = (command, terminal, end) => {
  addReportOption(addRequestOptions(command))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them; or a trace')
    .option(
      '--pod <name>',
      'the pod or container, such as web-0 or default/web-0/app (default: the one that took longest)',
    )
    .option('--fleet', 'for all pods: where the time went, by cause, fault, image, registry and node')
    .option(
      '--fixed-at <time>',
      'when the cause goes away, such as 5m: when pods try again and run, and what shortens it',
      durationText,
    )
    .option(
      '--broken <image>',
      'with --fixed-at: an image that cannot be pulled until then; repeatable',
      repeatable,
    )
    .option('--path-only', 'no other runs')
    .addOption(outputOption(['text', 'json'], 'text'))
    .option(...outOption)
    .addOption(engineOption())
    .option(...quietOption)
    .action(async (inputs: string[], options: ExplainOptions) =>
      end(await explain(new AskingCommand(inputs, options, command, terminal), options)),
    );
};

async function explain(asking: AskingCommand, options: ExplainOptions): Promise<ExitCode> {
  const question = questionOf(options);
  return asking.print(await asking.ask((asked) => answerExplain(asked, question)).catch(nameThePod));
}

function questionOf({ pod, fleet, fixedAt, broken, pathOnly }: ExplainOptions): QuestionOf<'explain'> {
  const wrong = (message: string) => new CommandError(exitCode.usage, message);
  if (fleet === true && pod !== undefined) throw wrong('--fleet is about all pods, and --pod about one');
  if (broken !== undefined && fixedAt === undefined) throw wrong('--broken needs --fixed-at');
  if (fixedAt === undefined)
    return {
      command: 'explain',
      ...(fleet === true ? { about: 'fleet' } : { about: 'container', pod, pathOnly: pathOnly === true }),
    };
  if (fleet === true || pod !== undefined)
    throw wrong('--fixed-at is about all pods that wait at that time; leave out --fleet and --pod');
  return { command: 'explain', about: 'fix', fixedAt, broken: broken ?? [] };
}

/** A pod among the inputs is the most likely mistake. */
function nameThePod(error: unknown): never {
  if (error instanceof CommandError && isMissing(error.cause))
    throw new CommandError(error.exitCode, `${error.message}; a pod is named with --pod`);
  throw error;
}

/** The question takes it as it is written. */
function durationText(text: string): string {
  durationMicros(text);
  return text;
}
