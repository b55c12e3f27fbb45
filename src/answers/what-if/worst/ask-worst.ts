import { defaultOf } from '../../../inputs/defaults.ts';
import { formatInputError, type InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { readInput } from '../../../inputs/read-input.ts';
import { type RunRequest, runCommandLine } from '../../../inputs/run-request.ts';
import { micros } from '../../../inputs/scenario/quantity-shapes.ts';
import { withFixedDraws } from '../../../inputs/scenario/read-luck.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { followersIn } from '../../../run/simulation/pod-actions.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { figureNamed } from '../figures/figure-bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import { seedsFrom } from '../runs/runner.ts';
import { startedAt } from './change-luck.ts';
import { type FaultCandidate, faultWords, readFaultCandidate } from './fault-candidate.ts';
import { type Luck, luckFile, plainLuck } from './luck.ts';
import { partWords } from './part-words.ts';
import type { AskedWorst, Worst } from './search-worst.ts';
import type { WorstChoice } from './worst-choice.ts';
import { valueText } from './worst-text.ts';

/** Reads the faults that may happen. Throws a `QuestionError`. */
export function candidatesOf({ faults, mostFaults }: WorstChoice): readonly FaultCandidate[] {
  const read = faults.map((text, index) => readFaultCandidate(text, index + 1));
  const errors = read.flatMap((one) => ('words' in one ? [] : one));
  if (errors.length > 0) throw wrongFaults(errors, 'usage');
  if (mostFaults !== undefined && faults.length === 0)
    throw new QuestionError(
      "--most-faults needs --faults, such as --faults 'registryDown registry=docker.io for=40s'",
    );
  return read.flatMap((one) => ('words' in one ? [one] : []));
}

/** Returns what is searched. `input` is what the sources and the request make. */
export function askedWorst(
  { figure, budget, seeds, mostFaults = 1 }: WorstChoice,
  candidates: readonly FaultCandidate[],
  sources: readonly SourceText[],
  { seed, ...request }: RunRequest,
  input: SimulationInput,
): AskedWorst {
  return {
    figure: figureNamed(figure),
    seeds: seedsFrom(seed ?? input.seed, seeds),
    budget,
    candidates,
    faultsMax: mostFaults,
    bursts: burstsOf(input),
    inputOf: inputsOfLucks(sources, request),
  };
}

/**
 * Returns what is said of the inputs with the faults beside them. Throws a `QuestionError` if one of the
 * faults is wrong there.
 */
export function warningsOfFaults(
  candidates: readonly FaultCandidate[],
  sources: readonly SourceText[],
  request: RunRequest,
): readonly string[] {
  if (candidates.length === 0) return [];
  const own = request.faults ?? [];
  const faults = candidates.map((candidate) => faultWords(startedAt(candidate, 0)));
  const read = readInput(sources, { ...request, faults: [...own, ...faults] });
  const renumbered = (text: string) =>
    text.replace(/--fault (\d+)/g, (known, number) =>
      number > own.length ? `--faults ${number - own.length}` : known,
    );
  if (!read.ok)
    throw wrongFaults(
      read.errors.map((error) => ({ ...error, file: renumbered(error.file) })),
      'input',
    );
  return read.warnings.map(renumbered);
}

/**
 * Returns the luck as a file of this name, the command that makes the run with it, and the words for its
 * parts.
 */
export function toldLuck(
  answer: Worst,
  figure: Figure,
  { inputs, request, input, name }: ToldOf,
): { readonly file: string; readonly command: string; readonly partWords: ReturnType<typeof partWords> } {
  const { seed: _, ...withoutSeed } = request;
  const command = runCommandLine([...inputs, name], withoutSeed);
  const { luck, value } = answer.worst;
  const head = `${figure.name} ${valueText(figure, value)}: the worst of ${answer.runs} runs that windlass worst made. The same run again:`;
  return { file: luckFile(luck, [head, command]), command, partWords: partWords(luck, input) };
}

interface ToldOf {
  readonly inputs: readonly string[];
  readonly request: RunRequest;
  readonly input: SimulationInput;
  readonly name: string;
}

function wrongFaults(errors: readonly InputError[], kind: QuestionError['kind']): QuestionError {
  return new QuestionError(['a fault is wrong', ...errors.map(formatInputError)].join('\n'), kind);
}

/**
 * Returns the pods that arrive together, burst by burst in order of time, those of each in the input's order.
 * In which order they come is up to chance: the scheduler binds them side by side, and the kubelet's
 * goroutines may overtake each other. Pods that come after others (StatefulSets, CronJobs, replacements) are
 * not among them.
 */
export function burstsOf(input: SimulationInput): readonly (readonly string[])[] {
  const { pods, podActions = [] } = input;
  const bound = new Set([
    ...followersIn(input),
    ...podActions.flatMap((action) =>
      action.kind === 'rollout' ? action.lines.flatMap(({ uids }) => uids) : action.uids,
    ),
  ]);
  const gapMicros = micros(defaultOf('arrivalInterval'));
  const bursts: string[][] = [];
  let lastMicros = Number.NEGATIVE_INFINITY;
  for (const { uid, namespace, name, arrivesAtMicros } of pods) {
    if (bound.has(uid)) continue;
    if (arrivesAtMicros - lastMicros > gapMicros) bursts.push([]);
    bursts.at(-1)?.push(`${namespace}/${name}`);
    lastMicros = arrivesAtMicros;
  }
  return bursts.filter(({ length }) => length > 1);
}

/**
 * Returns the function that makes the input of a luck: what reading the luck's file beside the sources makes.
 * Only other faults are read anew. The request has no seed, which would come before the luck's.
 */
export function inputsOfLucks(
  sources: readonly SourceText[],
  request: Omit<RunRequest, 'seed'>,
): (luck: Luck) => SimulationInput {
  const byFaults = new Map<string, SimulationInput>();
  return ({ seed, faults, arrivalOrder, draws }) => {
    const key = JSON.stringify(faults.map(faultWords));
    const known = byFaults.get(key);
    if (known !== undefined) return withFixedDraws(known, { seed, arrivalOrder, draws });
    const read = readInput(
      [...sources, { name: 'worst.yaml', text: luckFile({ ...plainLuck(seed), faults }) }],
      request,
    );
    // The inputs and each fault were read before.
    if (!read.ok) throw new Error(read.errors.map(formatInputError).join('\n'));
    byFaults.set(key, read.input);
    return withFixedDraws(read.input, { seed, arrivalOrder, draws });
  };
}
