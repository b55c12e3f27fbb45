import type { ActorRecord, EndRecord } from '../../trace/record.ts';
import type { EngineName } from '../engine/engine.ts';
import type { NodeInput, SimulationInput } from '../simulation-input.ts';
import { type ScheduleInput, scheduleFaults } from './apply-fault.ts';
import { CompletionDetector } from './completion/completion-detector.ts';
import { Kernel, type KernelOptions } from './kernel.ts';
import { followersIn, PodActions } from './pod-actions.ts';
import { PodBinder } from './pod-binder.ts';
import { StartupWaits } from './startup-waits.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { createWorld, type DrawAt, type Inspect, type World } from './world.ts';

interface PartOptions extends Pick<KernelOptions, 'limits' | 'choose'> {
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
  readonly #kernel: Kernel;
  readonly #completion: CompletionDetector;
  readonly #horizonMicros: number;
  readonly #onStep: () => void;
  #reason: EndRecord['reason'] | undefined;

  constructor(input: SimulationInput, options: PartOptions) {
    const kernel = new Kernel(options);
    const podActions = new PodActions(input);
    const completion = new CompletionDetector(input);
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
    );
    this.#kernel = kernel;
    this.#completion = completion;
    this.#horizonMicros = input.horizonMicros;
    this.#onStep = () => options.onStep?.(this);
    if (input.nodes.some(({ join }) => join !== undefined)) binder = new PodBinder(input, recorder, kernel);
    const world = createWorld(input, kernel, recorder, options);
    const schedule: ScheduleInput = (atMicros, run) => {
      completion.expectInput();
      kernel.schedule(atMicros, () => {
        completion.inputCame();
        run();
      });
    };
    const followers = followersIn(input);
    const waiting = new Set(input.waitingPods?.map(({ uid }) => uid));
    for (const spec of input.pods.filter(({ uid }) => !followers.has(uid) && !waiting.has(uid)))
      schedule(spec.arrivesAtMicros, () =>
        world.nodes.get(spec.nodeName)?.send({ type: 'POD.ARRIVED', spec }),
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
      if (this.#kernel.nextMicros === this.#kernel.nowMicros) return false;
      isPaused = this.steps > steps && !this.#completion.isSettled && isPauseDue();
      return isPaused || this.#completion.isSettled;
    });
    if (isPaused) return;
    if (stopped === 'done') this.#reason = 'settled';
    else if (stopped === 'empty' || limit === this.#horizonMicros) this.#reason = 'horizon';
    if (this.#reason !== undefined) this.#onStep();
  }

  /** Ends the part as it is. */
  interrupt(): void {
    this.#reason ??= 'interrupted';
  }

  /** The end of a part that is over. */
  get end(): PartEnd {
    return { at: this.nowMicros / 1000, reason: this.#reason ?? 'horizon', steps: this.steps };
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
