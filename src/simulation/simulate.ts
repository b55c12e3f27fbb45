import type { InspectionEvent } from 'xstate';
import type { EngineName } from '../engine/engine.ts';
import type { NodeInput, SimulationInput } from '../input/model.ts';
import type { EndRecord, TraceRecord } from '../trace/record.ts';
import { CompletionDetector } from './completion-detector.ts';
import { headerOf } from './header-of.ts';
import { Kernel, type KernelOptions } from './kernel.ts';
import { PodActions } from './pod-actions.ts';
import { type ScheduleInput, scheduleFaults } from './schedule-faults.ts';
import { SimulationError } from './simulation-error.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { createWorld, type World } from './world.ts';

/** Between two tellings of how far a run has come: some hundredths of a second. */
const stepsPerTelling = 250;

/** How far a run has come. */
export interface SimulationProgress {
  /** Virtual time. */
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly steps: number;
  readonly pods: number;
  readonly podsUnsettled: number;
}

/** Who hears of a run while it goes on, and what bounds it. */
export interface SimulateOptions extends Pick<KernelOptions, 'limits' | 'choose'> {
  /** Hears each record as it is written. */
  readonly onRecord?: (record: TraceRecord) => void;
  /** false: `records` stays empty, for long runs whose records go elsewhere. */
  readonly keepRecords?: boolean;
  /** Hears how far the run has come, every so many steps. */
  readonly onProgress?: (progress: SimulationProgress) => void;
  /** Hears everything that XState tells of every actor, with the virtual time in µs. Costs nothing where it is absent. */
  readonly inspect?: (event: InspectionEvent, nowMicros: number) => void;
  /** Who runs the machines; the same trace, byte for byte, whoever does. */
  readonly engine?: EngineName;
}

export interface SimulationResult {
  /** The whole trace: header, what actors told in order of time, end. */
  readonly records: readonly TraceRecord[];
  readonly end: EndRecord;
}

/**
 * Runs a simulation until nothing can happen any more, or to its horizon. The same input gives the same trace, byte for
 * byte, on any machine. Throws `SimulationError` where a limit is reached or an actor fails.
 */
export function simulate(input: SimulationInput, options: SimulateOptions = {}): SimulationResult {
  const records: TraceRecord[] = [];
  const kernel = new Kernel(options);
  const podActions = new PodActions(input.pods, input.podActions ?? []);
  const completion = new CompletionDetector(input);
  const recorder = new TraceRecorder(kernel, (record) => {
    completion.observe(record);
    podActions.observe(record);
    if (options.keepRecords !== false) records.push(record);
    options.onRecord?.(record);
  });
  recorder.write(headerOf(input));
  const world = createWorld(input, kernel, recorder, options);
  const schedule: ScheduleInput = (atMicros, run) => {
    completion.expectInput();
    kernel.schedule(atMicros, () => {
      completion.inputCame();
      run();
    });
  };
  for (const spec of input.pods) {
    const node = world.nodes.get(spec.nodeName);
    if (node === undefined)
      throw new SimulationError('input', `pod ${spec.namespace}/${spec.name} is on ${spec.nodeName}, and there is no such node`);
    schedule(spec.arrivesAtMicros, () => node.send({ type: 'POD.ARRIVED', spec }));
  }
  schedulePrePulls(input.nodes, schedule, world);
  podActions.begin(schedule, world);
  scheduleFaults(input.faults, schedule, recorder, world);
  const tell = () =>
    options.onProgress?.({
      nowMs: kernel.nowMicros / 1000,
      horizonMs: input.horizonMicros / 1000,
      steps: kernel.steps,
      pods: input.pods.length,
      podsUnsettled: completion.podsUnsettled,
    });
  const stopped = kernel.run(input.horizonMicros, () => {
    if (kernel.steps % stepsPerTelling === 0) tell();
    // What happens in one instant belongs together: the last one is not left half done.
    return completion.isSettled && kernel.nextMicros !== kernel.nowMicros;
  });
  const end: EndRecord = {
    type: 'end',
    id: recorder.nextId,
    at: kernel.nowMicros / 1000,
    reason: stopped === 'done' ? 'settled' : 'horizon',
    steps: kernel.steps,
  };
  recorder.write(end);
  return { records, end };
}

/** Puts the beginning of each pre-pull into the queue. */
function schedulePrePulls(nodes: readonly NodeInput[], schedule: ScheduleInput, world: World): void {
  for (const { name, prePulls = [] } of nodes) {
    for (const { atMicros, ...plan } of prePulls) {
      schedule(atMicros, () => world.nodes.get(name)?.send({ type: 'PRE_PULL.REQUESTED', plan }));
    }
  }
}
