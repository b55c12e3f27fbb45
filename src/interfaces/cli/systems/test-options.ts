import { type Command, Option } from 'commander';
import { seedMax } from '../../../inputs/run-request.ts';
import { type PathStrategy, transitionStrategies } from '../../../proof/models/exploration/path-goals.ts';
import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { outputOption, quietOption, wholeNumber } from '../command-options.ts';
import { type Listen, listenOf } from '../listen-address.ts';
import { type RunnerKind, runnerKinds } from './export/runners.ts';

const runsMax = 1_000_000;
export const defaultTimeoutSeconds = 30;

/** The options of `windlass test`. */
export interface TestOptions {
  /** Absent with `--export`. */
  readonly sut?: string;
  readonly cri?: string;
  readonly listen?: Listen;
  readonly without?: readonly string[];
  readonly export?: string;
  readonly for?: RunnerKind;
  readonly overwrite?: true;
  readonly kubeletVersion: string;
  readonly kind: string;
  readonly runs: number;
  readonly bred?: number;
  readonly corpus?: string;
  readonly seed: number;
  readonly machine?: readonly string[];
  readonly strategy: PathStrategy;
  readonly only?: string;
  readonly replay?: string;
  readonly timeout: number;
  readonly goQuotes?: true;
  readonly junit?: string;
  readonly save?: string;
  readonly quiet?: true;
  readonly output: 'text' | 'json';
}

export function addTestOptions(command: Command): Command {
  return command
    .option('--sut <command>', 'the system under test: a command line for the shell')
    .option('--cri <socket>', 'a container runtime instead: the socket of its CRI image service')
    .option(
      '--listen <host:port>',
      'with --cri: where the registry of the scripts listens, as the runtime reaches it (default: a free port of 127.0.0.1)',
      listenOf,
    )
    .option('--without <properties...>', 'with --cri: properties that are not judged')
    .option('--kubelet-version <version>', 'the kubelet release that it should behave like', defaultRelease)
    .option(
      '--kind <kind>',
      'the part to test: imagemanager, pleg, kubeadm, imagegc, imagemanager-credentials',
      'imagemanager',
    )
    .option('--runs <n>', 'how many random scripts to run beside the paths', wholeNumber(0, runsMax), 300)
    .option(
      '--bred <n>',
      'how many scripts to breed from those that reach something new; a third of --runs if absent',
      wholeNumber(0, runsMax),
    )
    .option('--corpus <folder>', 'where scripts that reached something new are kept; they are run first')
    .option('--seed <n>', 'the seed of the random scripts', wholeNumber(0, seedMax), 1)
    .option('--machine <ids...>', 'only the paths of these machines, such as imagePull')
    .addOption(
      new Option('--strategy <what>', 'what the paths together should reach')
        .choices(transitionStrategies)
        .default('all-transitions'),
    )
    .option('--only <script>', 'run only this script, by its name in the report, such as random-17')
    .option('--replay <file>', 'run the scripts of this file (NDJSON) instead')
    .option(
      '--timeout <seconds>',
      'how long a script may take, 30 s more for the first; with --cri: a call',
      wholeNumber(1, 3_600),
      defaultTimeoutSeconds,
    )
    .option(
      '--go-quotes',
      'image names in messages must be quoted as %q of Go does; else other escapes are equal',
    )
    .option('--junit <file>', 'also write the report to this file, as JUnit XML')
    .option('--save <folder>', 'a folder for the smallest script of each finding, with both traces')
    .option(
      '--export <folder>',
      'run nothing: write scripts, the traces of a kubelet and a runner, for --for',
    )
    .addOption(new Option('--for <framework>', 'what the runner is written for').choices(runnerKinds))
    .option('--overwrite', 'write scripts and traces in the folder anew; the runner stays')
    .option(...quietOption)
    .addOption(outputOption(['text', 'json'], 'text'));
}

/** The options of a session: it has a system under test. */
export type SessionOptions = TestOptions & { readonly sut: string };

/** Returns the options with their `--sut`. Throws a `CommandError` (usage) if there is none. */
export function sessionOptions({ sut, ...options }: TestOptions): SessionOptions {
  if (sut === undefined)
    throw new CommandError(
      exitCode.usage,
      "required option '--sut <command>' not specified; --cri <socket> tests a container runtime, --export <folder> --for <framework> runs nothing",
    );
  return { ...options, sut };
}

/** Returns how many scripts are bred: none where only chosen scripts are run. */
export function bredScripts({ runs, bred, only, replay }: TestOptions): number {
  if (runs === 0 || only !== undefined || replay !== undefined) return 0;
  return bred ?? Math.floor(runs / 3);
}

/** Returns a text as one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
