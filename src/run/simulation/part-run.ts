import type { ActorRecord, EndRecord } from '../../trace/record.ts';
import type { EngineName } from '../engine/engine.ts';
import type { History } from '../engine/history.ts';
import type { NodeInput, SimulationInput } from '../simulation-input.ts';
import { type AnyFault, beginFault, endFault, type ScheduleInput, scheduleFaults } from './apply-fault.ts';
import { type Choice, type ChosenRun, chosenFailure, repeatedDraws } from './choices.ts';
import { CompletionDetector } from './completion/completion-detector.ts';
import type { QueueEntry } from './event-queue.ts';
import { Kernel, type KernelOptions, type Order } from './kernel.ts';
import { followersIn, PodActions } from './pod-actions.ts';
import { PodBinder } from './pod-binder.ts';
import { StartupWaits } from './startup-waits.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { createWorld, type DrawAt, type Inspect, type World } from './world.ts';

interface PartOptions extends Pick<KernelOptions, 'limits' | 'order' | 'startMicros'> {
  /**
   * The name that distinguishes the network and registries of this part from those of others; absent: it is
   * the whole run.
   */
  readonly place?: string | undefined;
  readonly onRecord: (record: ActorRecord) => void;
  /** Called before each step, and at the end. */
  readonly onStep?: (run: PartMoment) => void;
  readonly inspect?: Inspect;
  readonly engine?: EngineName;
  readonly draw?: DrawAt;
  /** The choices that are made, step by step. */
  readonly chosen?: ChosenRun | undefined;
  /** Keeps what changes, so that the run can be taken back. Controllers that make pods cannot be. */
  readonly history?: History | undefined;
}

/** The progress of a part. */
export interface PartMoment {
  readonly nowMicros: number;
  /** When the part continues; undefined: it is over. */
  readonly nextMicros: number | undefined;
  readonly steps: number;
  readonly podsUnsettled: number;
}

/** The end of a part. */
export type PartEnd = Omit<EndRecord, 'type' | 'id'>;

/** The records of a part, with its own numbers. */
export interface PartResult {
  readonly records: readonly ActorRecord[];
  readonly end: PartEnd;
}

/** Runs one part to its end, or until it is stopped. */
export function runPart(input: SimulationInput, options: PartOptions, isStopped: () => boolean): PartEnd {
  const run = new PartRun(input, options);
  run.advanceTo(Infinity, isStopped);
  run.interrupt();
  return run.end;
}

/**
 * The run of one part of the input, which nothing outside it concerns. It numbers its records from 1: the
 * header is the whole run's.
 */
export class PartRun implements PartMoment {
  readonly world: World;
  readonly #kernel: Kernel;
  readonly #recorder: TraceRecorder;
  readonly #completion: CompletionDetector;
  readonly #horizonMicros: number;
  readonly #onStep: () => void;
  #choosesNow: () => boolean = () => false;
  #reason: EndRecord['reason'] | undefined;

  constructor(input: SimulationInput, options: PartOptions) {
    const { chosen, history } = options;
    const order = chosen === undefined ? options.order : this.#orderOf(chosen);
    const kernel = new Kernel({ ...options, order });
    const podActions = new PodActions(input);
    const completion = new CompletionDetector(input, history);
    const startups = new StartupWaits(input);
    let binder: PodBinder | undefined;
    let scheduling: ScheduleInput | undefined;
    const recorder = new TraceRecorder(
      kernel,
      (record) => {
        completion.observe(record);
        podActions.observe(record);
        binder?.observe(record);
        startups.observe(record, scheduling);
        options.onRecord(record);
      },
      1,
      history,
    );
    this.#recorder = recorder;
    this.#kernel = kernel;
    this.#completion = completion;
    this.#horizonMicros = input.horizonMicros;
    this.#onStep = () => options.onStep?.(this);
    if (input.nodes.some(({ join }) => join !== undefined)) binder = new PodBinder(input, recorder, kernel);
    const draw = chosen === undefined ? options.draw : repeatedDraws();
    const world = createWorld(input, kernel, recorder, { ...options, draw });
    this.world = world;
    const schedule: ScheduleInput = (atMicros, run, content) => {
      completion.expectInput();
      const come = () => {
        completion.inputCame();
        run();
      };
      kernel.schedule(atMicros, come, content);
    };
    const followers = followersIn(input);
    const waiting = new Set(input.waitingPods?.map(({ uid }) => uid));
    for (const spec of input.pods.filter(({ uid }) => !followers.has(uid) && !waiting.has(uid)))
      schedule(
        spec.arrivesAtMicros,
        () => world.nodes.get(spec.nodeName)?.send({ type: 'POD.ARRIVED', spec }),
        `arrival of ${spec.namespace}/${spec.name}`,
      );
    schedulePrePulls(input.nodes, schedule, world);
    scheduling = schedule;
    for (const { name, goneAtMicros } of input.nodes)
      if (goneAtMicros !== undefined)
        schedule(goneAtMicros, () => world.nodes.get(name)?.send({ type: 'NODE.LEFT' }));
    binder?.begin(schedule, world);
    podActions.begin(schedule, world, binder);
    scheduleFaults(input.faults, schedule, recorder, world);
  }

  get nowMicros(): number {
    return this.#kernel.nowMicros;
  }

  get steps(): number {
    return this.#kernel.steps;
  }

  get podsUnsettled(): number {
    return this.#completion.podsUnsettled;
  }

  get nextMicros(): number | undefined {
    return this.#reason === undefined
      ? Math.min(this.#kernel.nextMicros ?? this.#horizonMicros, this.#horizonMicros)
      : undefined;
  }

  /**
   * Runs until this time or the horizon is over, until nothing can happen any more, or, once something has
   * happened, until a pause is due between two instants.
   */
  advanceTo(untilMicros: number, isPauseDue: () => boolean = () => false): void {
    if (this.#reason !== undefined) return;
    const limit = Math.min(untilMicros, this.#horizonMicros);
    const { steps } = this;
    let isPaused = false;
    const stopped = this.#kernel.run(limit, () => {
      this.#onStep();
      // An instant is never left half done.
      if ((this.#kernel.nextMicros ?? Number.POSITIVE_INFINITY) <= this.#kernel.nowMicros) return false;
      const isSettled = this.#completion.isSettled && !this.#choosesNow();
      isPaused = this.steps > steps && !isSettled && isPauseDue();
      return isPaused || isSettled;
    });
    if (isPaused) return;
    if (stopped === 'done') this.#reason = 'settled';
    else if (stopped === 'empty' || limit === this.#horizonMicros) this.#reason = 'horizon';
    if (this.#reason !== undefined) this.#onStep();
  }

  /** The queue and the time. */
  get kernel(): Pick<Kernel, 'waiting'> {
    return this.#kernel;
  }

  /** What completion goes by. */
  get completion(): Pick<CompletionDetector, 'save'> {
    return this.#completion;
  }

  /**
   * Whether the run is over, as `advanceTo` would find, and why; where the kubelet can still be restarted, a
   * settled one may go on.
   */
  get over(): 'settled' | 'horizon' | undefined {
    const next = this.#kernel.nextMicros ?? Number.POSITIVE_INFINITY;
    if (next > this.nowMicros && this.#completion.isSettled) return 'settled';
    return next > this.#horizonMicros ? 'horizon' : undefined;
  }

  /** What may come next, where something may be so late. */
  ready(lateMicros: number): readonly QueueEntry[] {
    return this.#kernel.ready(lateMicros).filter(({ atMicros }) => atMicros <= this.#horizonMicros);
  }

  /** Makes one step: of these entries the chosen one, or what is chosen instead. */
  take(ready: readonly QueueEntry[], choice: Choice): void {
    const entry = this.#chosenEntry(ready, choice);
    if (entry !== undefined) this.#kernel.take(entry);
  }

  /** Ends the part as it is. */
  interrupt(): void {
    this.#reason ??= 'interrupted';
  }

  /** The end of a part that is over. */
  get end(): PartEnd {
    return { at: this.nowMicros / 1000, reason: this.#reason ?? 'horizon', steps: this.steps };
  }

  /** The order in which the choices are made, each at its step. One that cannot be made is passed over. */
  #orderOf({ lateMicros, choices }: ChosenRun): Order {
    const atSteps = new Map(choices.map((choice) => [choice.step, choice]));
    this.#choosesNow = () => atSteps.has(this.steps);
    return {
      lateMicros,
      choose: (ready) => {
        const choice = atSteps.get(this.steps);
        const inTime = ready.filter(({ atMicros }) => atMicros <= this.#horizonMicros);
        return (choice && this.#chosenEntry(inTime, choice)) ?? ready[0];
      },
    };
  }

  #chosenEntry(ready: readonly QueueEntry[], choice: Choice): QueueEntry | undefined {
    const kernel = this.#kernel;
    if (choice.kind === 'restart') {
      const { node } = choice;
      return kernel.schedule(this.nowMicros, () =>
        this.#meet({ kind: 'kubeletRestart', node, pulls: 'lost' }),
      );
    }
    const entry = ready[choice.take];
    if (choice.kind === 'order' || entry?.run === undefined) return entry;
    const { run } = entry;
    const { image } = choice;
    kernel.cancel(entry);
    return kernel.schedule(Math.max(this.nowMicros, entry.atMicros), () =>
      this.#meet({ kind: 'pullFails', image, times: null, ...chosenFailure }, run),
    );
  }

  /** A chosen fault, by the step at which it comes; one with an end lasts while this happens. */
  #meet(fault: AnyFault, during?: () => void): void {
    const id = `choices/${this.steps}-${fault.kind}`;
    beginFault(this.world, this.#recorder, id, fault);
    if (during === undefined) return;
    during();
    endFault(this.world, this.#recorder, id, fault);
  }
}

/** Schedules the beginning of each pre-pull. */
function schedulePrePulls(nodes: readonly NodeInput[], schedule: ScheduleInput, world: World): void {
  for (const { name, prePulls = [] } of nodes) {
    for (const { atMicros, ...plan } of prePulls) {
      schedule(atMicros, () => world.nodes.get(name)?.send({ type: 'PRE_PULL.REQUESTED', plan }));
    }
  }
}
