import { appendAll } from '../../rules/collections/append-all.ts';
import { networkNotReady, onlyNodeNotReady } from '../../rules/kubelet/nodes/node-start-log.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { podContainers, toPodRef } from '../../rules/kubelet/pods/sync-log.ts';
import type { ObservationOf } from '../../trace/observation.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { NodeInput, NodeStage, SimulationInput, WaitingPod } from '../simulation-input.ts';
import type { ScheduleInput } from './apply-fault.ts';
import { recordMicros } from './controllers/controller.ts';
import { followersIn } from './pod-actions.ts';
import { SimulationError } from './simulation-error.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import type { World } from './world.ts';

/** From a node's change until a scheduler has bound the first pod to it, and from one pod to the next. */
const bindingMicros = 100_000;
const bindingIntervalMicros = 1_000;

/** How long a kubelet waits before it tries a pod again that needs a network (`backOffOnTransientErrorPeriod`). */
const networkRetryMicros = 1_000_000;

const stages: readonly NodeStage[] = ['registered', 'networkReady', 'ready'];

/** A new node as far as its pods are concerned. */
interface Arriving {
  readonly node: NodeInput;
  /** How many of the stages it has reached. */
  reached: number;
  /** Pods that are made and not on the node, in order of their creation. */
  readonly waiting: Waiting[];
  /** The pods that set up its network and do not all run yet. */
  readonly networkPods: Set<string>;
}

interface Waiting extends WaitingPod {
  readonly spec: PodSpec;
}

/**
 * Binds pods to nodes that come while the run goes on. Which node a pod gets is decided before the run; when it
 * gets it, by the node: pods of DaemonSets that tolerate a node that is not ready once it is registered, all
 * others when it is ready. It also sees when the pods that set up a node's network run, and lets the node know.
 */
export class PodBinder {
  readonly #arriving = new Map<string, Arriving>();
  readonly #waitingPods: readonly Waiting[];
  readonly #recorder: TraceRecorder;
  readonly #clock: { readonly nowMicros: number };
  #schedule: ScheduleInput | undefined;
  #world: World | undefined;

  constructor(
    input: Pick<SimulationInput, 'nodes' | 'pods' | 'waitingPods' | 'podChains' | 'cronRuns' | 'jobRuns'>,
    recorder: TraceRecorder,
    clock: { readonly nowMicros: number },
  ) {
    const { nodes, pods, waitingPods = [] } = input;
    this.#recorder = recorder;
    this.#clock = clock;
    for (const node of nodes) {
      if (node.join === undefined) continue;
      const networkPods = new Set(node.join.networkPods);
      this.#arriving.set(node.name, { node, reached: 0, waiting: [], networkPods });
    }
    const specs = new Map(waitingPods.length === 0 ? [] : pods.map((spec) => [spec.uid, spec]));
    const followers = followersIn(input);
    this.#waitingPods = waitingPods.flatMap((waiting) => {
      const spec = specs.get(waiting.uid);
      // A controller makes it; or the caller has left it out.
      if (spec === undefined || followers.has(waiting.uid)) return [];
      return [{ ...waiting, spec }];
    });
  }

  /** Schedules the creation of each pod. */
  begin(schedule: ScheduleInput, world: World): void {
    this.#schedule = schedule;
    this.#world = world;
    for (const waiting of this.#waitingPods) schedule(waiting.createdAtMicros, () => this.#create(waiting));
  }

  /**
   * Whether the node of a pod that a controller makes is not ready: the pod is then bound once it is, and
   * waits until then.
   */
  defers(spec: PodSpec): boolean {
    const arriving = this.#arriving.get(spec.nodeName);
    if (arriving === undefined || arriving.reached === stages.length) return false;
    const reason = onlyNodeNotReady(1);
    this.#create({ uid: spec.uid, createdAtMicros: spec.arrivesAtMicros, until: 'ready', reason, spec });
    return true;
  }

  /** Follows the nodes and the pods of their networks by their records. */
  observe(record: TraceRecord): void {
    if (this.#arriving.size === 0) return;
    if (record.type === 'instance') {
      if (record.state === 'booted') this.#noteBoot(record.node, recordMicros(record));
      if (record.state === 'registered') this.#reach(record.node, 'registered', recordMicros(record));
    } else if (record.type === 'condition' && record.condition === 'Ready' && record.status === 'True')
      this.#reach(record.node, 'ready', recordMicros(record));
    else if (record.type === 'status') this.#noteStatus(record);
  }

  /** Where no pod sets up the network, it is there so long after the start of the kubelet. */
  #noteBoot(name: string, nowMicros: number): void {
    const arriving = this.#arriving.get(name);
    if (arriving !== undefined && arriving.networkPods.size === 0)
      this.#configureNetwork(name, nowMicros + (arriving.node.join?.networkMicros ?? 0));
  }

  #noteStatus({ at, node, pod, phase, containers }: Extract<TraceRecord, { type: 'status' }>): void {
    const arriving = this.#arriving.get(node);
    if (arriving === undefined || !arriving.networkPods.has(pod.uid)) return;
    const needed = containers.filter(({ kind }) => kind === 'container' || kind === 'sidecar');
    if (phase !== 'Running' || needed.some(({ state }) => state !== 'running')) return;
    arriving.networkPods.delete(pod.uid);
    if (arriving.networkPods.size === 0)
      this.#configureNetwork(node, recordMicros({ at }) + (arriving.node.join?.networkSettleMicros ?? 0));
  }

  #configureNetwork(name: string, atMicros: number): void {
    this.#schedule?.(atMicros, () => this.#world?.nodes.get(name)?.send({ type: 'NETWORK.CONFIGURED' }));
  }

  #create(waiting: Waiting): void {
    const arriving = this.#arriving.get(waiting.spec.nodeName);
    if (arriving === undefined)
      throw new SimulationError('input', `${waiting.spec.nodeName} is no new node, and a pod waits for it`);
    if (waiting.reason !== undefined) this.#record(waiting, { state: 'waiting', message: waiting.reason });
    arriving.waiting.push(waiting);
    if (arriving.reached > 0) this.#bindWaiting(arriving, waiting.createdAtMicros);
  }

  #reach(name: string, stage: NodeStage, nowMicros: number): void {
    const arriving = this.#arriving.get(name);
    const reached = stages.indexOf(stage) + 1;
    if (arriving === undefined || arriving.reached >= reached) return;
    arriving.reached = reached;
    this.#bindWaiting(arriving, nowMicros);
  }

  #bindWaiting(arriving: Arriving, nowMicros: number): void {
    const hasNetwork = arriving.reached >= stages.indexOf('ready');
    const left: Waiting[] = [];
    let count = 0;
    for (const waiting of arriving.waiting.splice(0)) {
      const atMicros = nowMicros + bindingMicros + count * bindingIntervalMicros;
      if (stages.indexOf(waiting.until) < arriving.reached) {
        this.#schedule?.(waiting.until === 'networkReady' ? nowMicros + networkRetryMicros : atMicros, () =>
          this.#bind(waiting),
        );
        count += 1;
      } else {
        if (waiting.until === 'networkReady' && !hasNetwork)
          this.#schedule?.(atMicros, () => this.#refuse(waiting));
        left.push(waiting);
      }
    }
    appendAll(arriving.waiting, left);
  }

  /** The pod has its node, whose kubelet cannot start it yet. */
  #refuse(waiting: Waiting): void {
    const { spec } = waiting;
    this.#record(waiting, { state: 'bound', boundTo: spec.nodeName });
    const by = { node: spec.nodeName, actor: `${spec.nodeName}/kubelet/${spec.namespace}/${spec.name}` };
    this.#recorder.record(by, networkNotReady(toPodRef(spec)));
  }

  #bind(waiting: Waiting): void {
    const { spec, until, reason } = waiting;
    if (until === 'ready' && reason !== undefined)
      this.#record(waiting, { state: 'bound', boundTo: spec.nodeName });
    const node = this.#world?.nodes.get(spec.nodeName);
    const arrivesAtMicros = this.#clock.nowMicros;
    node?.send({ type: 'POD.ARRIVED', spec: { ...spec, arrivesAtMicros } });
  }

  #record({ spec }: Waiting, what: Pick<ObservationOf<'scheduling'>, 'state' | 'message' | 'boundTo'>): void {
    this.#recorder.record({ actor: 'scheduler' }, schedulingObservation(spec, what));
  }
}

function schedulingObservation(
  spec: PodSpec,
  { state, ...more }: Pick<ObservationOf<'scheduling'>, 'state' | 'message' | 'boundTo'>,
): ObservationOf<'scheduling'> {
  return {
    type: 'scheduling',
    state,
    pod: toPodRef(spec),
    ...(spec.owner === undefined ? {} : { owner: spec.owner }),
    containers: podContainers(spec),
    ...more,
  };
}
