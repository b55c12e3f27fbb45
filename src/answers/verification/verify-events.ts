import { imageName } from '../../inputs/images/image-name.ts';
import { countText } from '../../reports/text/quantity-text.ts';
import { smallest } from '../../rules/collections/extremes.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { Deviation } from './compare-observations.ts';
import { comparedReasons } from './model-observations.ts';
import { moved, type Observation } from './observation.ts';
import { type VerifyOptions, verifyNode } from './verify-node.ts';

/** What was seen of one node, held against the model. */
export interface NodeReport {
  readonly node: string;
  readonly pods: number;
  readonly observations: number;
  /** How many runs were tried. */
  readonly runs: number;
  /** When the runs begin, in microseconds since 1970. */
  readonly startMicros: number;
  /** undefined: a run explains it all. */
  readonly deviation: Deviation | undefined;
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
  const of = new NodesOfObservations(input);
  const compared = observations.filter(
    (observation) => observation.what !== 'event' || comparedReasons.has(observation.reason),
  );
  if (compared.length < observations.length) {
    notCompared.push(
      `${countText(observations.length - compared.length, 'event')} that the model does not have, such as Scheduled`,
    );
  }
  const ofNode = new Map<string, Observation[]>();
  const strangers = new Set<string>();
  for (const observation of compared) {
    const node = of.nodeOf(observation);
    if (node === undefined) strangers.add(observation.what === 'call' ? observation.image : observation.pod);
    else ofNode.set(node, [...(ofNode.get(node) ?? []), observation]);
  }
  if (strangers.size > 0) notCompared.push(`what was seen of ${fewOf([...strangers])}: not in the input`);
  const nodes = input.nodes.flatMap(({ name }): NodeReport[] => {
    const own = ofNode.get(name) ?? [];
    const pods = input.pods.filter(
      (pod) => pod.nodeName === name && own.some((observation) => of.isOf(observation, pod)),
    );
    const middle = podsSeenFromTheMiddle(pods, own);
    if (middle.size > 0) notCompared.push(`${fewOf([...middle])}: what was seen does not begin with the pod`);
    const whole = pods.filter((pod) => !middle.has(nameOf(pod)));
    const rest = own.filter((observation) => observation.what === 'call' || !middle.has(observation.pod));
    if (whole.length === 0) return [];
    return [
      {
        node: name,
        pods: whole.length,
        observations: rest.length,
        ...verifyOne(input, name, whole, rest, options),
      },
    ];
  });
  return { nodes, notCompared };
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

  constructor(input: SimulationInput) {
    this.#input = input;
    this.#pods = new Map(input.pods.map((pod) => [nameOf(pod), pod]));
  }

  nodeOf(observation: Observation): string | undefined {
    if (observation.what !== 'call') return this.#pods.get(observation.pod)?.nodeName;
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
