import { clusterObjects } from '../../../answers/cluster-import/cluster-objects.ts';
import { clusterScenario } from '../../../answers/cluster-import/cluster-scenario.ts';
import { importCluster } from '../../../answers/cluster-import/import-cluster.ts';
import { readObservations } from '../../../answers/verification/read-observations.ts';
import { formatInputError } from '../../../inputs/documents/input-error.ts';
import { plainDocuments } from '../../../inputs/documents/plain-documents.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { CommandError, exitCode } from '../command-error.ts';

/** What was seen, and the input that it is held against. */
interface VerificationSources {
  readonly observed: ReturnType<typeof readObservations>;
  readonly inputs: readonly SourceText[];
  /** Whether the input was made of the cluster's own data. */
  readonly isImported: boolean;
}

/**
 * Returns what was seen and the input, whatever the order of the files. Where no file has pods, they are made of the
 * events, as `windlass import` does. Throws a `CommandError` (input) if no file has events, or none can be imported.
 */
export function verificationSources(
  events: readonly SourceText[],
  inputs: readonly SourceText[],
): VerificationSources {
  const observed = observationsOf(events, inputs);
  if (observed.errors.length > 0)
    throw new CommandError(exitCode.input, observed.errors.map(formatInputError).join('\n'));
  if (inputs.length > 0 && hasPods(inputs)) return { observed, inputs, isImported: false };
  const result = importCluster([...events, ...inputs], { sinceMicros: undefined });
  if (!result.ok) throw new CommandError(exitCode.input, result.errors.map(formatInputError).join('\n'));
  return {
    observed,
    inputs: [{ name: 'the cluster', text: clusterScenario(result.cluster) }],
    isImported: true,
  };
}

/** The files that were named as events, or, where one of them has none, all those that have some. */
function observationsOf(events: readonly SourceText[], inputs: readonly SourceText[]) {
  const named = readObservations(events);
  if (named.errors.length === 0) return named;
  const eventful = [...events, ...inputs].filter((source) => readObservations([source]).errors.length === 0);
  return eventful.length === 0 ? named : readObservations(eventful);
}

/** Whether there is anything that makes pods; a text that cannot be read is left to who reads it next. */
function hasPods(sources: readonly SourceText[]): boolean {
  const read = sources.map((source) => ({ name: source.name, ...plainDocuments(source) }));
  if (read.some(({ errors }) => errors.length > 0)) return true;
  const { pods, controllers, leftOut } = clusterObjects(read);
  // Other projects' kinds may have templates of pods, and a Scenario says that this is an input.
  return pods.length + controllers.length > 0 || [...leftOut.keys()].some((kind) => kind !== 'Event');
}
