import type {
  PlegRuntime,
  PlegRuntimeAnswer,
  PlegRuntimeRequest,
  RuntimeLister,
} from '../../../../machines/runtime/container-runtime-protocol.ts';
import type { PodStatus, RuntimePod } from '../../../rules/kubelet/pleg/pod-status.ts';
import { unknownPodStatus } from '../../../rules/kubelet/pods/pod-runtime-status.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { PodRef } from '../../../trace/observation.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { EntryLog } from './entry-log.ts';
import type { RunningCounts } from './pleg-metrics.ts';
import type { ScriptOutcome, ScriptPod, ScriptStatus } from './script-schema.ts';

const podNotFound = 'pod sandboxes not found';

/**
 * The container runtime of a script. It answers after the latency, with the state at the moment of the call.
 */
export class ScriptedRuntime {
  readonly actor: PlegRuntime = createListener('runtime', (request: PlegRuntimeRequest) =>
    this.#hear(request),
  );
  pods: readonly ScriptPod[] = [];
  listError: string | null = null;
  listMs = 0;
  statusMs = 0;
  /** The number of listings so far, of all pods or of one. */
  relists = 0;
  /** The pods that were inspected or written in the current relist. */
  inspected = new Set<string>();
  readonly races: string[] = [];
  readonly #outcomes = new Map<string, readonly ScriptOutcome[]>();
  readonly #world: ScriptWorld;
  readonly #log: EntryLog;
  readonly #counts: RunningCounts;

  constructor(world: ScriptWorld, log: EntryLog, counts: RunningCounts) {
    this.#world = world;
    this.#log = log;
    this.#counts = counts;
  }

  setOutcomes(uid: string, outcomes: ScriptOutcome | readonly ScriptOutcome[]): void {
    this.#outcomes.set(uid, Array.isArray(outcomes) ? outcomes : [outcomes as ScriptOutcome]);
  }

  race(what: string): void {
    this.races.push(`${this.#world.nowMs} ${what}`);
  }

  #hear(request: PlegRuntimeRequest): void {
    if (request.type === 'PODS.LIST_REQUESTED') this.#listAll(request.requester);
    else if (request.type === 'POD.LIST_REQUESTED') this.#listOne(request.uid, request.requester);
    else this.#inspect(request.pod, request.requester);
  }

  #listAll(requester: RuntimeLister): void {
    this.#beginRelist();
    const { pods, listError: error } = this;
    this.#tell('GetPods', undefined, error);
    if (error !== null) {
      this.#answer(requester, this.listMs, { type: 'PODS.LIST_FAILED', error });
      return;
    }
    const listing = new Map(pods.map((pod) => [pod.uid, listed(pod)]));
    // The gauges count what is listed, and are written when the answer arrives.
    this.#world.takes(this.listMs, () => {
      this.#counts.count(pods);
      requester.send({ type: 'PODS.LISTED', pods: listing, changed: undefined });
    });
  }

  #listOne(uid: string, requester: RuntimeLister): void {
    this.#beginRelist();
    const pod = this.#find(uid);
    const error = this.listError ?? (pod === undefined ? podNotFound : null);
    this.#tell('GetPod', uid, error);
    if (pod === undefined || error !== null)
      this.#answer(requester, this.listMs, { type: 'POD.LIST_FAILED', error: error ?? podNotFound });
    else
      this.#answer(requester, this.listMs, {
        type: 'POD.LISTED',
        pod: listed(pod),
        asOfMicros: this.#world.nowMicros,
      });
  }

  #inspect(pod: PodRef, requester: RuntimeLister): void {
    const outcome = this.#nextOutcome(pod.uid);
    this.#tell('GetPodStatus', pod.uid, outcome.error || null);
    this.inspected.add(pod.uid);
    if (this.statusMs > 0 && this.inspected.size === 2) this.race('pods inspected one after the other');
    const answer: PlegRuntimeAnswer =
      outcome.error === ''
        ? { type: 'POD_STATUS.ANSWERED', status: inspected(pod, this.#find(pod.uid)) }
        : {
            type: 'POD_STATUS.FAILED',
            error: outcome.error,
            status: outcome.status === undefined ? null : fromScript(outcome.status),
          };
    this.#answer(requester, this.statusMs, answer);
  }

  #beginRelist(): void {
    this.relists++;
    this.inspected = new Set();
  }

  #find(uid: string): ScriptPod | undefined {
    return this.pods.find((pod) => pod.uid === uid);
  }

  /** Returns successive outcomes, of which the last one repeats. */
  #nextOutcome(uid: string): { readonly error: string; readonly status?: ScriptStatus } {
    const [first = null, ...rest] = this.#outcomes.get(uid) ?? [];
    if (rest.length > 0) this.#outcomes.set(uid, rest);
    if (first === null) return { error: '' };
    return typeof first === 'string' ? { error: first } : first;
  }

  #tell(op: string, uid: string | undefined, error: string | null): void {
    const entry = { at: this.#world.nowMs, type: 'runtime', op, ...(uid === undefined ? {} : { uid }) };
    const phase = op === 'GetPodStatus' ? 'pod' : 'listing';
    this.#log.add(error === null ? entry : { ...entry, error }, {
      of: 'relist',
      relist: this.relists,
      phase,
    });
  }

  #answer(requester: RuntimeLister, afterMs: number, answer: PlegRuntimeAnswer): void {
    this.#world.takes(afterMs, () => requester.send(answer));
  }
}

function listed({ uid, name, namespace, containers = [], sandboxes = [] }: ScriptPod): RuntimePod {
  const part = ({ id, name: partName = '', state }: { id: string; name?: string; state: string }) => ({
    id,
    name: partName,
    state,
  });
  return {
    uid,
    name,
    namespace,
    containers: containers.map(part),
    sandboxes: sandboxes.map((one) => ({ ...part(one), name: '' })),
  };
}

function inspected({ uid, name, namespace }: PodRef, pod: ScriptPod | undefined): PodStatus {
  const { containers = [], sandboxes = [], ips = [] } = pod?.status ?? pod ?? {};
  return {
    uid,
    name,
    namespace,
    ips,
    containers: containers.map((one) => ({ id: one.id, name: one.name ?? '', state: one.state })),
    sandboxes: sandboxes.map(({ id, state, ready, ip = '' }) => ({
      id,
      isReady: ready ?? state === 'running',
      ip,
    })),
    forSync: unknownPodStatus,
  };
}

function fromScript({ containers, sandboxes, ...status }: ScriptStatus): PodStatus {
  return {
    ...status,
    containers: containers.map((one) => ({ id: one.id, name: one.name ?? '', state: one.state })),
    sandboxes: sandboxes.map(({ id, state, ip = '' }) => ({ id, isReady: state === 'ready', ip })),
    forSync: unknownPodStatus,
  };
}
