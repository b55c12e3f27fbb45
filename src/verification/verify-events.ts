import { imageName } from '../input/images/image-name.ts';
import type { SimulationInput } from '../input/model.ts';
import type { PodSpec } from '../kubelet/pods/pod.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { Deviation } from './compare-sights.ts';
import { comparedReasons } from './model-sights.ts';
import { moved, type Sight } from './sight.ts';
import { type VerifyOptions, verifyNode } from './verify-node.ts';

/** What was seen of one node, held against the model. */
export interface NodeReport {
  readonly node: string;
  readonly pods: number;
  readonly sights: number;
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

/** How long before the first sight a run begins, so that pods can come before they are seen. */
const leadMicros = 10_000_000;

/** Holds what was seen against runs of the model, node by node: pulls have their outcomes, and nothing else is shared by nodes. */
export function verifyEvents(input: SimulationInput, sights: readonly Sight[], options: VerifyOptions): Verification {
  const notCompared: string[] = [];
  const of = new NodesOfSights(input);
  const compared = sights.filter((sight) => sight.what !== 'event' || comparedReasons.has(sight.reason));
  if (compared.length < sights.length) {
    notCompared.push(`${counted(sights.length - compared.length, 'event')} that the model does not have, such as Scheduled`);
  }
  const ofNode = new Map<string, Sight[]>();
  const strangers = new Set<string>();
  for (const sight of compared) {
    const node = of.nodeOf(sight);
    if (node === undefined) strangers.add(sight.what === 'call' ? sight.image : sight.pod);
    else ofNode.set(node, [...(ofNode.get(node) ?? []), sight]);
  }
  if (strangers.size > 0) notCompared.push(`what was seen of ${fewOf([...strangers])}: not in the input`);
  const nodes = input.nodes.flatMap(({ name }): NodeReport[] => {
    const own = ofNode.get(name) ?? [];
    const pods = input.pods.filter((pod) => pod.nodeName === name && own.some((sight) => of.isOf(sight, pod)));
    const middle = podsSeenFromTheMiddle(pods, own);
    if (middle.size > 0) notCompared.push(`${fewOf([...middle])}: what was seen does not begin with the pod`);
    const whole = pods.filter((pod) => !middle.has(nameOf(pod)));
    const rest = own.filter((sight) => sight.what === 'call' || !middle.has(sight.pod));
    if (whole.length === 0) return [];
    return [{ node: name, pods: whole.length, sights: rest.length, ...verifyOne(input, name, whole, rest, options) }];
  });
  return { nodes, notCompared };
}

function verifyOne(input: SimulationInput, node: string, pods: readonly PodSpec[], sights: readonly Sight[], options: VerifyOptions) {
  const first = Math.min(...sights.map((sight) => (sight.what === 'event' ? sight.first.lowMicros : sight.lowMicros)));
  const startMicros = Math.floor(first / 1e6) * 1e6 - leadMicros;
  const nodes = input.nodes
    .filter(({ name }) => name === node)
    // A node of a cluster has its sandbox image, and what others do to its registries is in the outcomes.
    .map(({ sandboxImage: _, prePulls: __, ...rest }) => rest);
  const own: SimulationInput = { ...input, nodes, pods, faults: [] };
  const shifted = sights.map((sight) => moved(sight, -startMicros));
  return { startMicros, ...verifyNode(own, shifted, options) };
}

/** Tells of which node a sight is. */
class NodesOfSights {
  readonly #input: SimulationInput;
  readonly #pods: ReadonlyMap<string, PodSpec>;

  constructor(input: SimulationInput) {
    this.#input = input;
    this.#pods = new Map(input.pods.map((pod) => [nameOf(pod), pod]));
  }

  nodeOf(sight: Sight): string | undefined {
    if (sight.what !== 'call') return this.#pods.get(sight.pod)?.nodeName;
    // A call names neither a pod nor a node.
    return this.#input.pods.find((pod) => this.isOf(sight, pod))?.nodeName;
  }

  isOf(sight: Sight, pod: PodSpec): boolean {
    if (sight.what !== 'call') return sight.pod === nameOf(pod);
    const wanted = imageName(sight.image)?.canonical ?? sight.image;
    return [...pod.initContainers, ...pod.containers, ...pod.imageVolumes].some(({ image }) => imageName(image)?.canonical === wanted);
  }
}

/** Events last an hour. Of a pod whose first ones are gone, nobody knows in which back-off it is. */
function podsSeenFromTheMiddle(pods: readonly PodSpec[], sights: readonly Sight[]): Set<string> {
  const middle = pods.filter((pod) => {
    const own = sights.flatMap((sight) => (sight.what === 'event' && sight.pod === nameOf(pod) ? [sight] : []));
    const first = own.toSorted((a, b) => a.first.lowMicros - b.first.lowMicros)[0];
    const isTold = sights.some((sight) => sight.what === 'arrival' && sight.pod === nameOf(pod));
    if (first === undefined || isTold) return false;
    const together = own.filter(({ first: { lowMicros } }) => lowMicros <= first.first.highMicros);
    return !together.some(
      ({ reason, message }) => reason === 'Pulling' || reason === 'ErrImageNeverPull' || /already present/.test(message),
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
