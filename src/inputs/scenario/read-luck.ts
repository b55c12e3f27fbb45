import { stringify } from 'yaml';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { GivenDraws, SimulationInput } from '../../run/simulation-input.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { ReadDocument } from './read-scenario.ts';
import { type LuckDocument, ownApiVersion } from './scenario-shape.ts';

export type ReadLuck = ReadDocument<LuckDocument>;

/** The parts of a Luck that are no faults. */
interface FixedDraws {
  /** Absent: the input's own. */
  readonly seed?: number;
  /**
   * Pods (`namespace/name`) in the order in which they arrive, at the times at which these pods arrive
   * anyway.
   */
  readonly arrivalOrder: readonly string[];
  readonly draws: GivenDraws;
}

/** Returns the text of a Luck, which reads as these fields. */
export function writeLuck(fields: Omit<LuckDocument, 'apiVersion' | 'kind'>): string {
  return stringify({ apiVersion: ownApiVersion, kind: 'Luck', ...fields }, { lineWidth: 0 });
}

/** Adds an error for each pod of the order that is not in the input, or is there twice. */
export function checkArrivalOrder(luck: ReadLuck, pods: readonly PodSpec[], problems: Problems): void {
  const names = pods.map(podName);
  const seen = new Set<string>();
  for (const [index, name] of (luck.value.arrivalOrder ?? []).entries()) {
    const place = within(luck, 'arrivalOrder', index);
    if (seen.has(name))
      problems.at(place, { code: 'DUPLICATE', message: `${shownValue(name)} is there twice` });
    seen.add(name);
    if (names.includes(name)) continue;
    const hint = meantHint(name, names) ?? 'a Luck belongs to the input that it was found for';
    problems.at(place, { code: 'UNKNOWN_POD', message: `there is no pod ${shownValue(name)}`, hint });
  }
}

/** Returns the input with its random draws and order of arrival fixed. The notes about what was read say so. */
export function withFixedDraws(
  input: SimulationInput,
  { seed, arrivalOrder, draws }: FixedDraws,
): SimulationInput {
  const given = Object.values(draws).reduce((sum, numbers) => sum + Object.keys(numbers).length, 0);
  const says = [
    ...(given === 0 ? [] : [`${given} random numbers`]),
    ...(arrivalOrder.length === 0 ? [] : [`the order in which ${arrivalOrder.length} pods arrive`]),
  ];
  return {
    ...input,
    seed: seed ?? input.seed,
    pods: inThatOrder(input.pods, arrivalOrder),
    ...(given === 0 ? {} : { draws }),
    ...(says.length === 0
      ? {}
      : { readings: [...(input.readings ?? []), `A Luck decides, not chance: ${says.join(', ')}.`] }),
  };
}

function inThatOrder(pods: readonly PodSpec[], order: readonly string[]): readonly PodSpec[] {
  if (order.length === 0) return pods;
  const byName = new Map(pods.map((pod) => [podName(pod), pod]));
  const ordered = order.flatMap((name) => byName.get(name) ?? []);
  const times = ordered.map(({ arrivesAtMicros }) => arrivesAtMicros).sort((a, b) => a - b);
  const moved = new Map(
    ordered.map((pod, index) => [pod, { ...pod, arrivesAtMicros: times[index] ?? pod.arrivesAtMicros }]),
  );
  const places = pods.flatMap((pod, index) => (moved.has(pod) ? [index] : []));
  // Pods of one instant keep the order of the list, so each goes where one of the others was.
  const result = [...pods];
  for (const [index, pod] of [...moved.values()].entries()) result[places[index] ?? index] = pod;
  return result.sort((a, b) => a.arrivesAtMicros - b.arrivesAtMicros);
}

function podName({ namespace, name }: PodSpec): string {
  return `${namespace}/${name}`;
}
