import { imageName } from '../../inputs/images/image-name.ts';
import { countText } from '../../reports/text/quantity-text.ts';
import { smallest } from '../../rules/collections/extremes.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { Deviation } from './deviation.ts';
import { comparedReasons } from './model-observations.ts';
import { type EventObservation, moved, type Observation, textOf } from './observation.ts';
import { conditionFault } from './pod-conditions.ts';
import { type SeenRuntimeBug, seenRuntimeBugs } from './runtime-bug-signs.ts';
import { observationsOf, type VerifyOptions, verifyNode } from './verify-node.ts';

/** What was seen of one node, held against the model. */
export interface NodeReport {
  readonly node: string;
  readonly pods: number;
  readonly observations: number;
  /** How many runs were tried. */
  readonly runs: number;
  /** When the runs begin, in microseconds since 1970. */
  readonly startMicros: number;
  /** How many of the observations are explained. */
  readonly explained: number;
  /** The first that a run does not explain; undefined: a run explains it all. */
  readonly deviation: Deviation | undefined;
  /** All of the run that explains most, by time. */
  readonly deviations: readonly Deviation[];
  /** Known bugs of its runtime or distribution whose signs were seen. */
  readonly runtimeBugs: readonly SeenRuntimeBug[];
  /** The run that explains it, or the longest beginning of it. */
  readonly records: readonly TraceRecord[];
}

export interface Verification {
  readonly nodes: readonly NodeReport[];
  /** What was not compared, in sentences. */
  readonly notCompared: readonly string[];
}

/** How long before the first observation a run begins, so that pods can come before they are seen. */
const leadMicros = 10_000_000;

/**
 * Holds what was seen against runs of the model, node by node: pulls have their outcomes, and nothing else is
 * shared by nodes.
 */
export function verifyEvents(
  input: SimulationInput,
  observations: readonly Observation[],
  options: VerifyOptions,
): Verification {
  const notCompared: string[] = [];
  const nodesOf = new NodesOfObservations(input);
  const ofKubelets = observations
    .filter((observation) => observation.what !== 'event' || observation.isOfKubelet)
    .map((observation) => nodesOf.withPodOfInput(observation));
  if (ofKubelets.length < observations.length) {
    const count = countText(observations.length - ofKubelets.length, 'event');
    notCompared.push(`${count} that the model does not have, such as Scheduled`);
  }
  const ofNode = new Map<string, Observation[]>();
  const strangers = new Set<string>();
  for (const observation of ofKubelets) {
    const node = nodesOf.nodeOf(observation);
    if (node !== undefined) getOrInsert(ofNode, node, () => []).push(observation);
    else strangers.add(observation.what === 'call' ? observation.image : observation.pod);
  }
  if (strangers.size > 0) notCompared.push(`what was seen of ${fewOf([...strangers])}: not in the input`);
  const nodes = input.nodes.flatMap((simulated): NodeReport[] => {
    const { name } = simulated;
    const own = ofNode.get(name) ?? [];
    const pods = input.pods.filter(
      (pod) => pod.nodeName === name && own.some((observation) => nodesOf.isOf(observation, pod)),
    );
    const compared = own.filter((observation) => observation.what !== 'event' || isCompared(observation));
    const middle = podsSeenFromTheMiddle(pods, compared);
    if (middle.size > 0) notCompared.push(`${fewOf([...middle])}: what was seen does not begin with the pod`);
    const whole = pods.filter((pod) => !middle.has(nameOf(pod)));
    const kept = compared.filter(
      (observation) => observation.what === 'call' || !middle.has(observation.pod),
    );
    if (whole.length === 0 || kept.length === 0) return [];
    const verdict = verifyOne(input, name, whole, kept, options);
    const others = otherDeviations(own, new Set(kept), verdict.startMicros);
    const deviations = [...verdict.deviations, ...others].sort((a, b) => a.atMicros - b.atMicros);
    const explained = own.length - observationsOf(deviations).size;
    const deviation = verdict.deviation ?? deviations[0];
    return [
      {
        node: name,
        pods: whole.length,
        observations: own.length,
        explained,
        ...verdict,
        deviation,
        deviations,
        runtimeBugs: seenRuntimeBugs(simulated, own),
      },
    ];
  });
  return { nodes, notCompared };
}

/** Whether the model has events of its kind. */
function isCompared({ reason }: EventObservation): boolean {
  return comparedReasons.has(reason);
}

/** What is not held against a run: other events of the kubelet, and those of pods that are not seen from their begin. */
function otherDeviations(
  observations: readonly Observation[],
  compared: ReadonlySet<Observation>,
  startMicros: number,
): Deviation[] {
  const events = observations.flatMap((observation) => (observation.what === 'event' ? [observation] : []));
  const ofPods = groupedBy(events, ({ pod }) => pod);
  return observations.flatMap((observation): Deviation[] => {
    if (compared.has(observation) || observation.what === 'call') return [];
    const deviation = (kind: Deviation['kind'], expected: string): Deviation[] => [
      {
        atMicros: observation.lowMicros - startMicros,
        kind,
        what: textOf(observation),
        where: observation.at,
        expected,
        observation,
      },
    ];
    if (observation.what !== 'event' || isCompared(observation))
      return deviation('cutOff', 'the events since the pod came');
    const fault = conditionFault(observation, ofPods.get(observation.pod) ?? []);
    if (fault === undefined) return [];
    return fault === 'notSimulated'
      ? deviation('notSimulated', `nothing: ${observation.reason} is not simulated`)
      : deviation('unexpected', fault.expected);
  });
}

function verifyOne(
  input: SimulationInput,
  node: string,
  pods: readonly PodSpec[],
  observations: readonly Observation[],
  options: VerifyOptions,
) {
  const first = Math.min(
    smallest(
      observations.map((observation) =>
        observation.what === 'event' ? observation.first.lowMicros : observation.lowMicros,
      ),
    ),
  );
  const startMicros = Math.floor(first / 1e6) * 1e6 - leadMicros;
  const nodes = input.nodes
    .filter(({ name }) => name === node)
    // A node of a cluster has its sandbox image, and what others do to its registries is in the outcomes.
    .map(({ sandboxImage: _, prePulls: __, ...rest }) => rest);
  const own: SimulationInput = { ...input, nodes, pods, faults: [] };
  const shifted = observations.map((observation) => moved(observation, -startMicros));
  return { startMicros, ...verifyNode(own, shifted, options) };
}

/** Tells of which node an observation is. */
class NodesOfObservations {
  readonly #input: SimulationInput;
  readonly #pods: ReadonlyMap<string, PodSpec>;
  readonly #byUid: ReadonlyMap<string, PodSpec>;
  readonly #nodes: ReadonlySet<string>;

  constructor(input: SimulationInput) {
    this.#input = input;
    this.#pods = new Map(input.pods.map((pod) => [nameOf(pod), pod]));
    this.#byUid = new Map(input.pods.map((pod) => [pod.uid, pod]));
    this.#nodes = new Set(input.nodes.map(({ name }) => name));
  }

  /** Returns the observation with the name that the pod of its UID has in the input. */
  withPodOfInput(observation: Observation): Observation {
    if (observation.what !== 'event' || observation.uid === undefined) return observation;
    const pod = this.#byUid.get(observation.uid);
    return pod === undefined ? observation : { ...observation, pod: nameOf(pod) };
  }

  nodeOf(observation: Observation): string | undefined {
    if (observation.what !== 'call') {
      const pod = this.#pods.get(observation.pod);
      if (pod !== undefined) return pod.nodeName;
      // Of a pod that no image is known of, such as one that was deleted before its volumes were there.
      const isOnNode = observation.what === 'event' && !comparedReasons.has(observation.reason);
      return isOnNode && this.#nodes.has(observation.node ?? '') ? observation.node : undefined;
    }
    // A call names neither a pod nor a node.
    return this.#input.pods.find((pod) => this.isOf(observation, pod))?.nodeName;
  }

  isOf(observation: Observation, pod: PodSpec): boolean {
    if (observation.what !== 'call') return observation.pod === nameOf(pod);
    const wanted = imageName(observation.image)?.canonical ?? observation.image;
    return [...pod.initContainers, ...pod.containers, ...pod.imageVolumes].some(
      ({ image }) => imageName(image)?.canonical === wanted,
    );
  }
}

/** Events last an hour. Of a pod whose first ones are gone, nobody knows in which back-off it is. */
function podsSeenFromTheMiddle(pods: readonly PodSpec[], observations: readonly Observation[]): Set<string> {
  const middle = pods.filter((pod) => {
    const own = observations.flatMap((observation) =>
      observation.what === 'event' && observation.pod === nameOf(pod) ? [observation] : [],
    );
    const first = own.toSorted((a, b) => a.first.lowMicros - b.first.lowMicros)[0];
    const isTold = observations.some(
      (observation) => observation.what === 'arrival' && observation.pod === nameOf(pod),
    );
    if (first === undefined || isTold) return false;
    const together = own.filter(({ first: { lowMicros } }) => lowMicros <= first.first.highMicros);
    return !together.some(
      ({ reason, message }) =>
        reason === 'Pulling' || reason === 'ErrImageNeverPull' || /already present/.test(message),
    );
  });
  return new Set(middle.map(nameOf));
}

function nameOf({ namespace, name }: Pick<PodSpec, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

function fewOf(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
