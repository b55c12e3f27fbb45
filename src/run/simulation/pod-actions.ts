import { deletionGraceMicrosMin, type PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { PodActionInput, PodReplacement, SimulationInput } from '../simulation-input.ts';
import type { ScheduleInput } from './apply-fault.ts';
import { type Controller, type PodLife, recordMicros } from './controllers/controller.ts';
import { CronSeries } from './controllers/cron-series.ts';
import { JobSeries } from './controllers/job-series.ts';
import { Rollout } from './controllers/rollout.ts';
import { SimulationError } from './simulation-error.ts';
import type { World } from './world.ts';

type StatusRecord = Extract<TraceRecord, { type: 'status' }>;
type PodRecord = Extract<TraceRecord, { type: 'pod' }>;
type RolloutInput = Extract<PodActionInput, { kind: 'rollout' }>;
type OnePodAction = Exclude<PodActionInput, RolloutInput>;

/** What holds a pod back whose node is not ready. */
interface PodDeferral {
  /** Whether it takes the pod, and brings it later. */
  defers(spec: PodSpec): boolean;
}

/** What decides which pods there are. */
type PodSources = Pick<SimulationInput, 'pods' | 'podActions' | 'podChains' | 'cronRuns' | 'jobRuns'>;

/**
 * What people do to pods while a run goes on, and what controllers do about deleted ones. Which pod an action
 * meets is known only then: the one of its line that is there. A ReplicaSet makes the next pod as soon as one
 * is being deleted, a StatefulSet and a DaemonSet when it is gone
 * (pkg/controller/{replicaset,statefulset,daemon}, v1.36.3).
 */
export class PodActions {
  readonly #actions: readonly PodActionInput[];
  readonly #specs: ReadonlyMap<string, PodSpec>;
  readonly #lives = new Map<string, PodLife>();
  /** The replacements by the UID of the pod that they replace. */
  readonly #replacements = new Map<string, PodReplacement>();
  /** The pods that wait until others are ready, by the UID of the one that each waits for. */
  readonly #followers = new Map<string, { readonly spec: PodSpec; readonly delayMicros: number }>();
  /** The pods that a controller has made and that are not on their nodes yet. */
  readonly #requested = new Set<string>();
  /**
   * By the UID of each of their pods: its latest rollout, its CronJob if the runs of that wait for each
   * other, its Job if that makes pods.
   */
  readonly #rollouts = new Map<string, Rollout>();
  readonly #crons = new Map<string, CronSeries>();
  readonly #jobs = new Map<string, JobSeries>();
  /** When each controller looks next. */
  readonly #dueMicros = new Map<Controller, number>();
  #schedule: ScheduleInput | undefined;
  #world: World | undefined;
  /** Present if nodes join. */
  #deferral: PodDeferral | undefined;

  /**
   * Of the pods of the input, those of `followersIn` arrive once others are ready or over. Others arrive
   * because of actions.
   */
  constructor(sources: PodSources) {
    const { pods, podActions: actions = [], podChains: chains = [], cronRuns = [], jobRuns = [] } = sources;
    this.#actions = actions;
    for (const run of jobRuns) {
      const job = new JobSeries(run);
      for (const uid of job.uids) this.#jobs.set(uid, job);
    }
    for (const runs of cronRuns) {
      const cron = new CronSeries(runs, {
        jobOf: (uid) => this.#jobs.get(uid),
        isComing: (uid) => this.#requested.has(uid),
      });
      for (const uid of cron.uids) this.#crons.set(uid, cron);
    }
    this.#specs = new Map([...pods, ...replacementsIn(sources)].map((spec) => [spec.uid, spec]));
    for (const uid of actions.flatMap(actionUids))
      if (!this.#specs.has(uid)) throw new SimulationError('input', `no pod ${uid}`);
    for (const { uids, delayMicros } of chains) {
      for (const [index, uid] of uids.slice(0, -1).entries())
        this.#followers.set(uid, { spec: this.#specOf(uids[index + 1] ?? ''), delayMicros });
    }
  }

  /** Schedules the actions; `world` gets each at its time. */
  begin(schedule: ScheduleInput, world: World, deferral?: PodDeferral): void {
    this.#schedule = schedule;
    this.#world = world;
    this.#deferral = deferral;
    for (const action of this.#actions) schedule(action.atMicros, () => this.#perform(action));
    for (const cron of new Set(this.#crons.values())) {
      for (const atMicros of cron.times) schedule(atMicros, () => this.#look(cron, atMicros));
    }
  }

  /** Follows the pods by their records. */
  observe(record: TraceRecord): void {
    if (
      this.#actions.length === 0 &&
      this.#followers.size === 0 &&
      this.#crons.size === 0 &&
      this.#jobs.size === 0
    )
      return;
    if (record.type === 'pod') this.#observePod(record);
    else if (record.type === 'status') this.#observeStatus(record);
    else if (record.type !== 'container') return;
    const { uid } = record.pod;
    for (const controllers of [this.#rollouts, this.#crons, this.#jobs]) {
      const controller: Controller | undefined = controllers.get(uid);
      const atMicros = controller?.observe(record, this.#lives.get(uid));
      if (controller !== undefined && atMicros !== undefined) this.#wake(controller, atMicros);
    }
  }

  #observePod(record: PodRecord): void {
    const { uid } = record.pod;
    if (record.state === 'added') {
      this.#lives.set(uid, { state: 'live', isReady: false });
      this.#requested.delete(uid);
    } else if (record.state === 'deleting') {
      this.#lives.set(uid, { state: 'deleting' });
      this.#replace(uid, 'deletion', recordMicros(record));
    } else if (record.state === 'deleted') {
      this.#lives.delete(uid);
      this.#replace(uid, 'deletion', recordMicros(record));
      this.#replace(uid, 'removal', recordMicros(record));
    } else if (record.state !== 'changed' && this.#lives.get(uid)?.state === 'live') {
      this.#lives.set(uid, { state: 'over', reason: record.reason });
    }
  }

  #observeStatus(record: StatusRecord): void {
    const { uid } = record.pod;
    if (this.#lives.get(uid)?.state !== 'live') return;
    const needed = record.containers.filter(({ kind }) => kind === 'container' || kind === 'sidecar');
    const isReady = record.phase === 'Running' && needed.every(({ state }) => state === 'running');
    this.#lives.set(uid, { state: 'live', isReady });
    if (isReady) this.#startFollower(uid, recordMicros(record));
  }

  /**
   * A StatefulSet makes the next pod when this one is ready (`updateStatefulSet`, v1.36.3); once its template
   * has changed, its rollout does.
   */
  #startFollower(uid: string, nowMicros: number): void {
    const follower = this.#followers.get(uid);
    if (follower === undefined) return;
    this.#followers.delete(uid);
    const { spec, delayMicros } = follower;
    if (!this.#rollouts.has(spec.uid))
      this.#bind(spec, Math.max(spec.arrivesAtMicros, nowMicros + delayMicros));
  }

  /** The controller looks at this time, unless it does before. */
  #wake(controller: Controller, atMicros: number): void {
    if ((this.#dueMicros.get(controller) ?? Number.POSITIVE_INFINITY) <= atMicros) return;
    this.#dueMicros.set(controller, atMicros);
    this.#schedule?.(atMicros, () => {
      if (this.#dueMicros.get(controller) === atMicros) this.#look(controller, atMicros);
    });
  }

  #look(controller: Controller, nowMicros: number): void {
    this.#dueMicros.delete(controller);
    const { deletes, creates, requeueAtMicros: againAtMicros } = controller.moves(this.#lives, nowMicros);
    for (const uid of creates) {
      const spec = this.#specOf(uid);
      this.#bind(spec, Math.max(spec.arrivesAtMicros, nowMicros + controller.delayMicros));
    }
    for (const uid of deletes) this.#delete(this.#specOf(uid));
    if (againAtMicros !== undefined) this.#wake(controller, againAtMicros);
    // Its Job may be over now, which a CronJob's next run waits for.
    const cron = controller instanceof JobSeries ? this.#cronOf(controller) : undefined;
    if (cron !== undefined) this.#look(cron, nowMicros);
  }

  #cronOf({ uids }: JobSeries): CronSeries | undefined {
    for (const uid of uids) return this.#crons.get(uid);
    return undefined;
  }

  #perform(action: PodActionInput): void {
    if (action.kind === 'rollout') this.#beginRollout(action);
    else this.#performOnOne(action);
  }

  #performOnOne(action: OnePodAction): void {
    const uid = action.uids.findLast((one) => this.#lives.has(one));
    const life = uid === undefined ? undefined : this.#lives.get(uid);
    if (uid === undefined || life === undefined || life.state === 'deleting') return;
    const spec = this.#specOf(uid);
    if (action.kind === 'edit') this.#node(spec).send({ type: 'POD.EDITED', uid, change: action.change });
    else {
      // A pod of a Job that has succeeded is not replaced, since its Job is complete.
      const isDone = life.state === 'over' && life.reason === 'Succeeded';
      if (action.replacement !== null && !isDone && !this.#isRolled(uid, action.replacement.spec))
        this.#replacements.set(uid, action.replacement);
      this.#node(spec).send({ type: 'POD.DELETED', spec, graceMicros: action.graceMicros });
    }
  }

  #beginRollout(action: RolloutInput): void {
    const rollout = new Rollout(action, this.#specs);
    for (const uid of rollout.uids) {
      this.#rollouts.set(uid, rollout);
      if (action.strategy.kind === 'ordered' && this.#requested.has(uid)) rollout.noteRequest(uid);
    }
    // A pod that was deleted before and is not gone yet is replaced by the rollout alone, with a pod of the
    // new template.
    for (const [uid, { spec }] of [...this.#replacements])
      if (this.#isRolled(uid, spec)) this.#replacements.delete(uid);
    this.#look(rollout, action.atMicros);
  }

  /** Whether the deleted pod belongs to a rollout under way, which then brings the next one. */
  #isRolled(uid: string, next: PodSpec): boolean {
    const rollout = this.#rollouts.get(uid);
    if (rollout === undefined || !rollout.adopt(uid, next)) return false;
    this.#rollouts.set(next.uid, rollout);
    return true;
  }

  #delete(spec: PodSpec): void {
    const graceMicros = Math.max(deletionGraceMicrosMin, spec.terminationGracePeriodMicros);
    this.#node(spec).send({ type: 'POD.DELETED', spec, graceMicros });
  }

  #bind(spec: PodSpec, arrivesAtMicros: number): void {
    this.#requested.add(spec.uid);
    this.#schedule?.(arrivesAtMicros, () => {
      const arrived = { ...spec, arrivesAtMicros };
      if (this.#deferral?.defers(arrived) !== true)
        this.#node(spec).send({ type: 'POD.ARRIVED', spec: arrived });
    });
  }

  #replace(uid: string, after: PodReplacement['after'], nowMicros: number): void {
    const replacement = this.#replacements.get(uid);
    if (replacement?.after !== after) return;
    this.#replacements.delete(uid);
    const { spec, delayMicros } = replacement;
    const follower = this.#followers.get(uid);
    if (follower !== undefined) this.#followers.set(spec.uid, follower);
    adopt(this.#crons, uid, spec.uid);
    adopt(this.#jobs, uid, spec.uid);
    this.#bind(spec, nowMicros + delayMicros);
  }

  #specOf(uid: string): PodSpec {
    const spec = this.#specs.get(uid);
    if (spec === undefined) throw new Error(`no pod ${uid}`);
    return spec;
  }

  #node({ nodeName }: PodSpec) {
    const node = this.#world?.nodes.get(nodeName);
    if (node === undefined) throw new SimulationError('input', `there is no node ${nodeName}`);
    return node;
  }
}

/** The pod `next` is its controller's in place of `uid`. */
function adopt<T extends CronSeries | JobSeries>(
  controllers: Map<string, T>,
  uid: string,
  next: string,
): void {
  const controller = controllers.get(uid);
  if (controller === undefined) return;
  controller.adopt(uid, next);
  controllers.set(next, controller);
}

/** Returns the pods that may replace others. */
export function replacementsIn({
  podActions = [],
  jobRuns = [],
}: Pick<PodSources, 'podActions' | 'jobRuns'>): readonly PodSpec[] {
  const ofActions = podActions.flatMap((action) => {
    if (action.kind === 'rollout') return action.lines.map(({ spec }) => spec);
    return action.kind === 'delete' && action.replacement !== null ? [action.replacement.spec] : [];
  });
  return [...ofActions, ...jobRuns.flatMap(({ retries }) => retries)];
}

/** The UIDs of the pods that an action may meet. */
export function actionUids(action: PodActionInput): readonly string[] {
  return action.kind === 'rollout' ? action.lines.flatMap(({ uids }) => uids) : action.uids;
}

/** The UIDs of the pods that arrive when their controllers see others ready or over. */
export function followersIn({
  podChains = [],
  cronRuns = [],
  jobRuns = [],
}: Omit<PodSources, 'pods'>): ReadonlySet<string> {
  return new Set([
    ...podChains.flatMap(({ uids }) => uids.slice(1)),
    ...cronRuns.flatMap(({ runs }) => runs.flatMap(({ uids }) => uids)),
    ...jobRuns.flatMap(({ lines, first }) => {
      const atOnce = new Set(first);
      return lines.flat().filter((uid) => !atOnce.has(uid));
    }),
  ]);
}
