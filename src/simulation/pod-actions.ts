import type { CronRuns, JobRun, PodActionInput, PodReplacement, SimulationInput } from '../input/model.ts';

import { deletionGraceMicrosMin, type PodSpec } from '../kubelet/pods/pod.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { ScheduleInput } from './apply-fault.ts';
import { CronSeries } from './cron-series.ts';
import { JobSeries, jobBatchMicros } from './job-series.ts';
import { type PodLife, Rollout } from './rollout.ts';
import { SimulationError } from './simulation-error.ts';
import type { World } from './world.ts';

type StatusRecord = Extract<TraceRecord, { type: 'status' }>;
type PodRecord = Extract<TraceRecord, { type: 'pod' }>;
type ContainerRecord = Extract<TraceRecord, { type: 'container' }>;
type RolloutInput = Extract<PodActionInput, { kind: 'rollout' }>;
type OnePodAction = Exclude<PodActionInput, RolloutInput>;

/** A rollout under way, and the arrivals of its new pods. */
interface Rolling {
  readonly rollout: Rollout;
  readonly delayMicros: number;
  /** Whether its controller will look at it before the instant is over. */
  isAwake: boolean;
}

/** A CronJob whose runs wait for each other. */
interface Cron extends Pick<CronRuns, 'runs' | 'delayMicros'> {
  readonly series: CronSeries;
}

/** A Job whose controller makes pods when others are over, and when it looks next. */
interface Job extends Pick<JobRun, 'delayMicros'> {
  readonly series: JobSeries;
  readonly first: string;
  dueMicros: number;
}

/** What decides which pods there are. */
type PodSources = Pick<SimulationInput, 'pods' | 'podActions' | 'podChains' | 'cronRuns' | 'jobRuns'>;

/**
 * What people do to pods while a run goes on, and what controllers do about deleted ones. Which pod an action meets is
 * known only then: the one of its line that is there. A ReplicaSet makes the next pod as soon as one is being deleted, a
 * StatefulSet and a DaemonSet when it is gone (pkg/controller/{replicaset,statefulset,daemon}, v1.36.3).
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
  /** The latest rollout of each pod, by its UID. */
  readonly #rollouts = new Map<string, Rolling>();
  /** The CronJobs whose runs wait for each other, and that of each of their pods. */
  readonly #crons: readonly Cron[];
  readonly #cronOf = new Map<string, Cron>();
  /** The Jobs whose controllers make pods, by the UID of each of these. */
  readonly #jobOf = new Map<string, Job>();
  #schedule: ScheduleInput | undefined;
  #world: World | undefined;

  /** Of the pods of the input, those of `followersIn` arrive once others are ready or over. Others arrive because of actions. */
  constructor(sources: PodSources) {
    const { pods, podActions: actions = [], podChains: chains = [], cronRuns = [], jobRuns = [] } = sources;
    this.#actions = actions;
    this.#crons = cronRuns.map(({ runs, delayMicros, ...rules }) => ({
      series: new CronSeries({ runs, delayMicros, ...rules }),
      runs,
      delayMicros,
    }));
    for (const cron of this.#crons) for (const uid of cron.runs.flatMap(({ uids }) => uids)) this.#cronOf.set(uid, cron);
    for (const run of jobRuns) {
      const [first = ''] = run.first;
      const job: Job = { series: new JobSeries(run), first, delayMicros: run.delayMicros, dueMicros: Number.POSITIVE_INFINITY };
      for (const uid of run.lines.flat()) this.#jobOf.set(uid, job);
    }
    this.#specs = new Map([...pods, ...replacementsIn(sources)].map((spec) => [spec.uid, spec]));
    for (const uid of actions.flatMap(uidsOf)) if (!this.#specs.has(uid)) throw new SimulationError('input', `no pod ${uid}`);
    for (const { uids, delayMicros } of chains) {
      for (const [index, uid] of uids.slice(0, -1).entries())
        this.#followers.set(uid, { spec: this.#specOf(uids[index + 1] ?? ''), delayMicros });
    }
  }

  /** Schedules the actions; `world` is told of each at its time. */
  begin(schedule: ScheduleInput, world: World): void {
    this.#schedule = schedule;
    this.#world = world;
    for (const action of this.#actions) schedule(action.atMicros, () => this.#perform(action));
    for (const cron of this.#crons) {
      for (const [run, { atMicros }] of cron.runs.entries())
        schedule(atMicros, () => {
          cron.series.noteDue(run);
          this.#runCron(cron, atMicros);
        });
    }
  }

  /** Follows the pods by their records. */
  observe(record: TraceRecord): void {
    if (this.#actions.length === 0 && this.#followers.size === 0 && this.#crons.length === 0 && this.#jobOf.size === 0) return;
    if (record.type === 'status') this.#observeStatus(record);
    if (record.type === 'pod') this.#observePod(record);
    if (record.type === 'status' || record.type === 'pod' || record.type === 'container') this.#tellJob(record);
  }

  #observePod(record: PodRecord): void {
    const { uid } = record.pod;
    if (record.state === 'added') {
      this.#lives.set(uid, { state: 'live', isReady: false });
      this.#requested.delete(uid);
      this.#rollouts.get(uid)?.rollout.noteArrival(uid);
    } else if (record.state === 'deleting') {
      this.#lives.set(uid, { state: 'deleting' });
      this.#replace(uid, 'deletion', record.at);
    } else if (record.state === 'deleted') {
      this.#lives.delete(uid);
      this.#replace(uid, 'deletion', record.at);
      this.#replace(uid, 'removal', record.at);
    } else if (record.state !== 'changed' && this.#lives.get(uid)?.state === 'live') {
      this.#lives.set(uid, { state: 'over', reason: record.reason });
    }
    this.#wake(uid, record.at);
    const cron = this.#cronOf.get(uid);
    const nowMicros = Math.round(record.at * 1_000);
    if (cron !== undefined && record.state !== 'added') this.#schedule?.(nowMicros, () => this.#runCron(cron, nowMicros));
  }

  #observeStatus({ pod: { uid }, phase, containers, at }: StatusRecord): void {
    if (this.#lives.get(uid)?.state !== 'live') return;
    const needed = containers.filter(({ kind }) => kind === 'container' || kind === 'sidecar');
    const isReady = phase === 'Running' && needed.every(({ state }) => state === 'running');
    this.#lives.set(uid, { state: 'live', isReady });
    if (isReady) this.#startFollower(uid, Math.round(at * 1_000));
    this.#wake(uid, at);
  }

  /** A StatefulSet makes the next pod when this one is ready (`updateStatefulSet`, v1.36.3); once its template has changed, its rollout does. */
  #startFollower(uid: string, nowMicros: number): void {
    const follower = this.#followers.get(uid);
    if (follower === undefined) return;
    this.#followers.delete(uid);
    const { spec, delayMicros } = follower;
    if (!this.#rollouts.has(spec.uid)) this.#bind(spec, Math.max(spec.arrivesAtMicros, nowMicros + delayMicros));
  }

  #runCron({ series, delayMicros }: Cron, nowMicros: number): void {
    const isComing = (uid: string) => this.#requested.has(uid) || this.#jobOf.get(uid)?.series.isOver === false;
    const { ends, creates } = series.moves(this.#lives, isComing, nowMicros);
    for (const uid of ends) {
      this.#jobOf.get(uid)?.series.stop();
      if (this.#lives.get(uid)?.state === 'live') this.#delete(this.#specOf(uid));
    }
    for (const uid of creates) this.#bind(this.#specOf(uid), nowMicros + delayMicros);
  }

  /** Tells a Job's controller of a change of one of its pods. */
  #tellJob(record: PodRecord | StatusRecord | ContainerRecord): void {
    const { uid } = record.pod;
    const job = this.#jobOf.get(uid);
    if (job === undefined) return;
    const nowMicros = Math.round(record.at * 1_000);
    const life = this.#lives.get(uid);
    if (record.type === 'container') {
      if (record.state === 'exited') job.series.noteExit(uid, nowMicros);
      return;
    }
    if (life !== undefined) job.series.noteArrival(uid);
    if (life?.state === 'over') job.series.noteEnd(uid, life.reason === 'Succeeded', nowMicros);
    this.#wakeJob(job, nowMicros + jobBatchMicros);
  }

  /** The controller looks at this time, unless it does before. */
  #wakeJob(job: Job, atMicros: number): void {
    if (job.series.isOver || job.dueMicros <= atMicros) return;
    job.dueMicros = atMicros;
    this.#schedule?.(atMicros, () => {
      if (job.dueMicros === atMicros) this.#runJob(job, atMicros);
    });
  }

  #runJob(job: Job, nowMicros: number): void {
    job.dueMicros = Number.POSITIVE_INFINITY;
    const { deletes, creates, againAtMicros } = job.series.moves(this.#lives, nowMicros);
    for (const uid of deletes) this.#delete(this.#specOf(uid));
    const cron = this.#cronOf.get(job.first);
    for (const uid of creates) {
      cron?.series.adopt(job.first, uid);
      if (cron !== undefined) this.#cronOf.set(uid, cron);
      this.#bind(this.#specOf(uid), nowMicros + job.delayMicros);
    }
    if (againAtMicros !== undefined) this.#wakeJob(job, againAtMicros);
    if (cron !== undefined) this.#runCron(cron, nowMicros);
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
    const rolling = { rollout: new Rollout(action, this.#specs), delayMicros: action.delayMicros, isAwake: false };
    for (const uid of rolling.rollout.uids) {
      this.#rollouts.set(uid, rolling);
      if (action.strategy.kind === 'ordered' && this.#requested.has(uid)) rolling.rollout.noteRequest(uid);
    }
    // A pod that was deleted before and is not gone yet is replaced by the rollout alone, with a pod of the new template.
    for (const [uid, { spec }] of [...this.#replacements]) if (this.#isRolled(uid, spec)) this.#replacements.delete(uid);
    this.#roll(rolling, action.atMicros);
  }

  /** Whether the deleted pod belongs to a rollout under way, which then brings the next one. */
  #isRolled(uid: string, next: PodSpec): boolean {
    const rolling = this.#rollouts.get(uid);
    if (rolling === undefined || !rolling.rollout.adopt(uid, next)) return false;
    this.#rollouts.set(next.uid, rolling);
    return true;
  }

  /** Wakes the controller of this pod's workload. */
  #wake(uid: string, atMs: number): void {
    const rolling = this.#rollouts.get(uid);
    if (rolling === undefined || rolling.isAwake) return;
    rolling.isAwake = true;
    const nowMicros = Math.round(atMs * 1_000);
    this.#schedule?.(nowMicros, () => {
      rolling.isAwake = false;
      this.#roll(rolling, nowMicros);
    });
  }

  #roll({ rollout, delayMicros }: Rolling, nowMicros: number): void {
    const { deletes, creates } = rollout.moves(this.#lives);
    for (const spec of creates) this.#bind(spec, Math.max(spec.arrivesAtMicros, nowMicros + delayMicros));
    for (const spec of deletes) this.#delete(spec);
  }

  #delete(spec: PodSpec): void {
    const graceMicros = Math.max(deletionGraceMicrosMin, spec.terminationGracePeriodMicros);
    this.#node(spec).send({ type: 'POD.DELETED', spec, graceMicros });
  }

  #bind(spec: PodSpec, arrivesAtMicros: number): void {
    this.#requested.add(spec.uid);
    this.#schedule?.(arrivesAtMicros, () => this.#node(spec).send({ type: 'POD.ARRIVED', spec: { ...spec, arrivesAtMicros } }));
  }

  #replace(uid: string, after: PodReplacement['after'], atMs: number): void {
    const replacement = this.#replacements.get(uid);
    if (replacement?.after !== after) return;
    this.#replacements.delete(uid);
    const { spec, delayMicros } = replacement;
    const follower = this.#followers.get(uid);
    if (follower !== undefined) this.#followers.set(spec.uid, follower);
    const cron = this.#cronOf.get(uid);
    if (cron !== undefined) {
      cron.series.adopt(uid, spec.uid);
      this.#cronOf.set(spec.uid, cron);
    }
    const job = this.#jobOf.get(uid);
    if (job !== undefined) {
      job.series.adopt(uid, spec.uid);
      this.#jobOf.set(spec.uid, job);
    }
    this.#bind(spec, Math.round(atMs * 1_000) + delayMicros);
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

/** Returns the pods that may replace others. */
export function replacementsIn({ podActions = [], jobRuns = [] }: Pick<PodSources, 'podActions' | 'jobRuns'>): readonly PodSpec[] {
  const ofActions = podActions.flatMap((action) => {
    if (action.kind === 'rollout') return action.lines.map(({ spec }) => spec);
    return action.kind === 'delete' && action.replacement !== null ? [action.replacement.spec] : [];
  });
  return [...ofActions, ...jobRuns.flatMap(({ retries }) => retries)];
}

function uidsOf(action: PodActionInput): readonly string[] {
  return action.kind === 'rollout' ? action.lines.flatMap(({ uids }) => uids) : action.uids;
}

/** The UIDs of the pods that arrive when their controllers see others ready or over. */
export function followersIn({ podChains = [], cronRuns = [], jobRuns = [] }: Omit<PodSources, 'pods'>): ReadonlySet<string> {
  return new Set([
    ...podChains.flatMap(({ uids }) => uids.slice(1)),
    ...cronRuns.flatMap(({ runs }) => runs.flatMap(({ uids }) => uids)),
    ...jobRuns.flatMap(({ lines, first }) => {
      const atOnce = new Set(first);
      return lines.flat().filter((uid) => !atOnce.has(uid));
    }),
  ]);
}
