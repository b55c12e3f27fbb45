import { formatInputError, type InputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import type { SimulationInput } from '../../input/model.ts';
import { readInput } from '../../input/read-input.ts';
import { type RunRequest, runCommandLine } from '../../input/run-request.ts';
import { figureNamed } from '../figures/find-figure.ts';
import { QuestionError } from '../questions/question-error.ts';
import { seedsFrom } from '../runs/runner.ts';
import { burstsOf } from './bursts.ts';
import { startedAt } from './change-luck.ts';
import { type FaultCandidate, faultWords, readFaultCandidate } from './fault-candidate.ts';
import { inputsOfLucks } from './input-of-luck.ts';
import { luckFile } from './luck.ts';
import { partWords } from './part-words.ts';
import type { AskedWorst, Worst } from './search-worst.ts';
import type { WorstChoice } from './worst-choice.ts';
import { valueText } from './worst-text.ts';

/** Reads the faults that may happen. Throws a `QuestionError`. */
export function candidatesOf({ faults, mostFaults }: WorstChoice): readonly FaultCandidate[] {
  const read = faults.map((text, index) => readFaultCandidate(text, index + 1));
  const errors = read.flatMap((one) => ('words' in one ? [] : one));
  if (errors.length > 0) throw wrongFaults(errors, false);
  if (mostFaults !== undefined && faults.length === 0)
    throw new QuestionError("--most-faults needs --faults, such as --faults 'registryDown registry=docker.io for=40s'");
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

/** Returns what is said of the faults beside these inputs, that is not known yet. Throws a `QuestionError` if one of them is wrong there. */
export function warningsOfFaults(
  candidates: readonly FaultCandidate[],
  sources: readonly SourceText[],
  request: RunRequest,
  known: readonly string[],
): readonly string[] {
  if (candidates.length === 0) return [];
  const own = request.faults ?? [];
  const faults = candidates.map((candidate) => faultWords(startedAt(candidate, 0)));
  const read = readInput(sources, { ...request, faults: [...own, ...faults] });
  const renumbered = (text: string) => text.replace(/--fault (\d+)/g, (_, number) => `--faults ${Number(number) - own.length}`);
  if (!read.ok)
    throw wrongFaults(
      read.errors.map((error) => ({ ...error, file: renumbered(error.file) })),
      true,
    );
  return read.warnings.filter((warning) => !known.includes(warning)).map(renumbered);
}

/** Returns the luck as a file of this name, the command that makes the run with it, and the words for its parts. */
export function toldLuck(
  answer: Worst,
  { figure }: AskedWorst,
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

function wrongFaults(errors: readonly InputError[], isOfInput: boolean): QuestionError {
  return new QuestionError(['a fault is wrong', ...errors.map(formatInputError)].join('\n'), isOfInput);
}
