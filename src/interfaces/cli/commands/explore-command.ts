import { closest } from 'fastest-levenshtein';
import { counterexampleText } from '../../../proof/exploration/counterexample-file.ts';
import { type ExplorationOptions, runsOn } from '../../../proof/exploration/exploration.ts';
import { type Explored, exploreParts, whyUnexplorable } from '../../../proof/exploration/explore-parts.ts';
import { progressProperties, strictProgressProperties } from '../../../proof/exploration/progress.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { invariants, strictInvariants } from '../../../run/invariants/invariants.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outputOption, quietOption, wholeNumber } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { latenessMicros } from '../run/run-options.ts';
import { brokenIn, explorationJson, formatExplored } from '../systems/explore-report.ts';
import { type Terminal, tellWarning, textOptionsFor } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const statesMax = 100_000_000;
const statesByDefault = 1_000_000;
const budgetMax = 20;
const choicesMax = 1_000;

export const help: CommandHelp = {
  about: [
    'A run shows one order of what happens. This tries every order within bounds: of what is due at nearly the same time any may come first, so many pulls may fail, and so often a kubelet may restart at any moment. Each run is checked against the rules of windlass check and a few about progress: a pod that can run runs, a slot is given back, a node comes to rest.',
    'The number of orders grows fast: begin with two or three pods, one image or two, and a small lateness. What was not covered is said each time.',
    'A violation is shrunk to the choices that it needs. --out writes it to a file, inputs included, which windlass run --replay makes again with any output. The exit code is 4 if a rule is violated.',
  ],
  examples: [
    ['Can anything go wrong, in whatever order?', 'windlass explore web.yaml --late 20ms'],
    ['And if a kubelet restarts at the worst moment?', 'windlass explore web.yaml --restarts 1'],
    ['And if pulls fail?', 'windlass explore web.yaml --faults 2 --late 1ms'],
    [
      'Keep what violates a rule, and look at it',
      'windlass explore web.yaml --restarts 1 --out found.json; windlass run --replay found.json -o events',
    ],
    ['Check one rule only', 'windlass explore web.yaml --restarts 1 --invariant slots-respected'],
  ],
};

interface ExploreOptions {
  readonly late: number;
  readonly faults: number;
  readonly restarts: number;
  readonly choices?: number;
  readonly maxStates: number;
  readonly invariant?: readonly string[];
  readonly strict?: true;
  readonly keepGoing?: true;
  readonly out?: string;
  readonly output: 'text' | 'json';
  readonly quiet?: true;
}

/** `windlass explore`: every order of a run, within bounds. */
export const add: AddCommand = (command, terminal, end) => {
  addRequestOptions(command)
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option(
      '--late <duration>',
      'how late something may be at most, such as 100ms; without it only what is due at the same time changes places (default: 0s)',
      latenessMicros,
      0,
    )
    .option(
      '--faults <n>',
      'how many attempts to pull may fail, each any of them',
      wholeNumber(0, budgetMax),
      0,
    )
    .option('--restarts <n>', 'how often a kubelet may restart, at any moment', wholeNumber(0, budgetMax), 0)
    .option(
      '--choices <n>',
      'how many of these choices one run may have, such as 2; fewer runs, of which each differs little (default: any number)',
      wholeNumber(0, choicesMax),
    )
    .option('--max-states <n>', 'end after so many states', wholeNumber(1, statesMax), statesByDefault)
    .option('--invariant <names...>', 'check only these rules, such as slots-respected')
    .option(
      '--strict',
      'what released kubelets do wrong is a violation too: without it two rules spare a known bug each',
    )
    .option('--keep-going', 'go on after a violation, and look for those of other rules')
    .option('--out <file>', 'write the first violation there, to be run again')
    .addOption(outputOption(['text', 'json'], 'text'))
    .option(...quietOption)
    .action(async (inputs: string[], options: ExploreOptions) => {
      end(await explore(inputs, options, terminal));
    });
};

async function explore(
  inputs: readonly string[],
  options: ExploreOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const selected = selectedInvariants(options);
  const request = requestOf(options);
  const sources = await readSources(inputs, terminal, [options.out]);
  const read = inputOrFail(sources, request);
  failWithoutPods(read);
  for (const warning of read.warnings) tellWarning(terminal, warning);
  const { input } = read;
  const why = whyUnexplorable(input);
  if (why !== undefined) throw new CommandError(exitCode.input, `this cannot be explored: ${why}`);
  const exploration: ExplorationOptions = {
    lateMicros: options.late,
    faultsMax: options.faults,
    restartsMax: options.restarts,
    choicesMax: options.choices,
    statesMax: options.maxStates,
    invariants: selected,
    goesOn: options.keepGoing === true,
  };
  const progress = new Progress(forNotes(terminal, options));
  const explored = await progress.during(() =>
    exploreParts(input, exploration, new Interruption(terminal), ({ states, steps }) =>
      progress.note({ told: `${countText(states, 'state')}, ${countText(steps, 'step')}`, remaining: [] }),
    ),
  );
  const file = options.out;
  const [found] = explored.counterexamples;
  if (file !== undefined && found !== undefined) {
    const says = selected.find(({ name }) => name === found.invariant)?.says ?? runsOn.says;
    const stored = { ...found, says, request: { ...request, seed: input.seed }, sources };
    writeOutput(file, counterexampleText(stored), terminal);
  }
  const answer = { input, options: exploration, explored, file: found && file };
  terminal.stdout.write(
    options.output === 'json'
      ? explorationJson(answer)
      : formatExplored(answer, textOptionsFor(undefined, terminal)),
  );
  return codeOf(explored, terminal);
}

function codeOf(explored: Explored, terminal: Terminal): ExitCode {
  const broken = brokenIn(explored);
  if (explored.isInterrupted) tellWarning(terminal, 'interrupted: this is what was known by then');
  if (broken.length > 0) {
    terminal.stderr.write(`windlass: violated: ${broken.join(', ')}\n`);
    return exitCode.violated;
  }
  return explored.isInterrupted ? exitCode.interrupted : exitCode.ok;
}

function selectedInvariants({ invariant: names, strict }: ExploreOptions) {
  const all =
    strict === true
      ? [...strictProgressProperties, ...strictInvariants]
      : [...progressProperties, ...invariants];
  for (const name of names ?? []) {
    if (all.some((one) => one.name === name)) continue;
    const known = all.map((one) => one.name);
    throw new CommandError(
      exitCode.usage,
      `--invariant ${name}: there is none of this name. Did you mean ${closest(name, known)}? These are known:\n${known.map((one) => `  ${one}`).join('\n')}`,
    );
  }
  return names === undefined ? all : all.filter(({ name }) => names.includes(name));
}
