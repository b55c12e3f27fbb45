import type { ExplorationOptions } from '../../../proof/exploration/exploration.ts';
import { runsOn } from '../../../proof/exploration/exploration.ts';
import type { Explored, SmallCounterexample } from '../../../proof/exploration/explore-parts.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

/** What was asked and what came of it. */
export interface ExploreAnswer {
  readonly input: SimulationInput;
  readonly options: ExplorationOptions;
  readonly explored: Explored;
  /** The file of the first counterexample; undefined: none was written. */
  readonly file: string | undefined;
}

type Verdict = 'holds' | 'violated' | 'notViolatedSoFar';

/** Returns the verdict, what was covered and what was not, and each counterexample with its choices. */
export function formatExplored(answer: ExploreAnswer, options: TextOptions): string {
  const { explored, file } = answer;
  const { counterexamples } = explored;
  const lines = [
    ...wrapWords(headline(answer), options.width),
    '',
    coloursFor(options).bold('Not covered:'),
    ...notCovered(answer).flatMap((sentence) => item(sentence, options.width)),
    ...counterexamples.flatMap((one, index) =>
      counterexampleLines(answer, one, index === 0 ? file : undefined, options),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the same as data. */
export function explorationJson(answer: ExploreAnswer): string {
  const { input, options, explored, file } = answer;
  const { coverage, counterexamples, isInterrupted } = explored;
  const { states, steps, settled, atHorizon, joined, isWhole } = coverage;
  const verdicts = [
    ...options.invariants.map(({ name, says, fold }) => ({
      name,
      says,
      judged: fold === undefined ? ('atTheEnds' as const) : ('atEachRecord' as const),
      verdict: verdictOf(answer, name),
    })),
    { ...runsOn, judged: 'atEachRecord' as const, verdict: verdictOf(answer, runsOn.name) },
  ];
  return jsonText('ExplorationReport', {
    nodes: input.nodes.length,
    pods: input.pods.length,
    late: options.lateMicros / 1_000,
    faults: options.faultsMax,
    restarts: options.restartsMax,
    ...(options.choicesMax === undefined ? {} : { choices: options.choicesMax }),
    until: input.horizonMicros / 1_000,
    whole: isWhole,
    interrupted: isInterrupted,
    states,
    steps,
    settled,
    atHorizon,
    joined,
    notCovered: [...notCovered(answer)],
    invariants: verdicts,
    counterexamples: counterexamples.map(
      ({ invariant, message, atMicros, choices, choicesFound }, index) => ({
        invariant,
        message,
        at: atMicros / 1_000,
        choices: choices.map(({ choice: { kind, step }, atMicros: at, words }) => ({
          kind,
          step,
          at: at / 1_000,
          words,
        })),
        choicesFound,
        ...(index === 0 && file !== undefined ? { file } : {}),
      }),
    ),
  });
}

/** Returns the names of the invariants that are violated. */
export function brokenIn({ counterexamples }: Explored): readonly string[] {
  return counterexamples.map(({ invariant }) => invariant);
}

function verdictOf({ explored }: ExploreAnswer, name: string): Verdict {
  if (brokenIn(explored).includes(name)) return 'violated';
  return explored.coverage.isWhole ? 'holds' : 'notViolatedSoFar';
}

function headline(answer: ExploreAnswer): string {
  const { options, explored } = answer;
  const { isWhole, states, steps } = explored.coverage;
  const count = options.invariants.length + 1;
  const broken = explored.counterexamples.length;
  const verdict =
    broken > 0
      ? `${broken} of ${countText(count, 'invariant')} VIOLATED.`
      : `${isWhole ? 'All' : 'So far all'} ${count} invariants hold.`;
  const covered = `${isWhole ? 'Every order' : 'Some orders'} of ${boundsText(answer)}`;
  return `${verdict} ${covered}: ${countText(states, 'state')}, ${countText(steps, 'step')}.`;
}

/** `3 pods, one restart of a kubelet, lateness 100 ms, to 6 m 0 s` */
function boundsText({ input, options }: ExploreAnswer): string {
  const { lateMicros, faultsMax, restartsMax, choicesMax } = options;
  return [
    countText(input.pods.length, 'pod'),
    ...(input.nodes.length === 1 ? [] : [`${input.nodes.length} nodes`]),
    ...(faultsMax === 0 ? [] : [`up to ${countText(faultsMax, 'failed pull')}`]),
    ...(restartsMax === 0 ? [] : [`up to ${countText(restartsMax, 'restart')} of a kubelet`]),
    ...(choicesMax === undefined ? [] : [`up to ${countText(choicesMax, 'choice')} in a run`]),
    `lateness ${durationText(lateMicros / 1_000)}`,
    `to ${durationText(input.horizonMicros / 1_000)}`,
  ].join(', ');
}

function notCovered({ options, explored, input }: ExploreAnswer): readonly string[] {
  const { coverage, isInterrupted, counterexamples } = explored;
  const { invariants, statesMax, lateMicros, goesOn } = options;
  const atEnds = invariants.filter(({ fold }) => fold === undefined).length;
  const until = durationText(input.horizonMicros / 1_000);
  const isCut = isInterrupted || (!coverage.isWhole && coverage.states >= statesMax);
  return [
    ...(isInterrupted ? ['what would have come after the interruption'] : []),
    ...(!isInterrupted && !coverage.isWhole && coverage.states >= statesMax
      ? [`what comes after ${countText(statesMax, 'state')} (--max-states)`]
      : []),
    ...(isCut
      ? [
          'other choices early in a run: the last ones are varied first (--choices 2 varies all, two at a time)',
        ]
      : []),
    ...(counterexamples.length > 0 && goesOn !== true
      ? ['what would have come after the first violation (--keep-going)']
      : []),
    ...(coverage.atHorizon > 0
      ? [`how ${countText(coverage.atHorizon, 'run')} would have gone on after ${until} (--for)`]
      : []),
    `what is late by more than ${durationText(lateMicros / 1_000)}, or to a moment at which nothing else is due`,
    'other random numbers: each random stream gives its first number again and again',
    ...(atEnds > 0
      ? [
          `other ways to a state for ${countText(atEnds, 'invariant')} that ${atEnds === 1 ? 'is' : 'are'} judged on whole traces: of several that join, one goes on`,
        ]
      : []),
  ];
}

function counterexampleLines(
  { options }: ExploreAnswer,
  { invariant, message, atMicros, choices, choicesFound }: SmallCounterexample,
  file: string | undefined,
  { width, colour }: TextOptions,
): readonly string[] {
  const says = options.invariants.find(({ name }) => name === invariant)?.says ?? runsOn.says;
  const shrunk = choicesFound > choices.length ? ` of ${choicesFound} that it was found with` : '';
  const count =
    choices.length === 0 ? 'without any choice' : `with ${countText(choices.length, 'choice')}${shrunk}`;
  return [
    '',
    coloursFor({ colour }).bold(invariant),
    ...wrapWords(says, width - 2).map((line) => `  ${line}`),
    ...wrapWords(`At ${durationText(atMicros / 1_000)}, ${count}: ${visibleText(message)}`, width - 2).map(
      (line) => `  ${line}`,
    ),
    ...choices.flatMap(({ atMicros: at, words }) =>
      item(`${(at / 1_000_000).toFixed(3)} s: ${visibleText(words)}`, width),
    ),
    ...(file === undefined ? [] : [`  Look at it: windlass run --replay ${file}`]),
  ];
}

function item(text: string, width: number): readonly string[] {
  return wrapWords(text, width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}
