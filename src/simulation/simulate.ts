import type { SimulationInput } from '../input/model.ts';
import type { EndRecord, TraceRecord } from '../trace/record.ts';
import { headerOf } from './header-of.ts';
import { Kernel, type KernelOptions } from './kernel.ts';
import { type ScheduleInput, scheduleFaults } from './schedule-faults.ts';
import { Settlement } from './settlement.ts';
import { SimulationError } from './simulation-error.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { createWorld } from './world.ts';

export interface SimulateOptions extends Pick<KernelOptions, 'limits' | 'choose'> {
  /** Hears each record as it is written. */
  readonly onRecord?: (record: TraceRecord) => void;
  /** false: `records` stays empty, for long runs whose records go elsewhere. */
  readonly keepRecords?: boolean;
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
  const settlement = new Settlement(input.pods);
  const recorder = new TraceRecorder(kernel, (record) => {
    settlement.observe(record);
    if (options.keepRecords !== false) records.push(record);
    options.onRecord?.(record);
  });
  recorder.write(headerOf(input));
  const world = createWorld(input, kernel, recorder);
  const schedule: ScheduleInput = (atMicros, run) => {
    settlement.expectInput();
    kernel.schedule(atMicros, () => {
      settlement.inputCame();
      run();
    });
  };
  for (const spec of input.pods) {
    const node = world.nodes.get(spec.nodeName);
    if (node === undefined)
      throw new SimulationError('input', `pod ${spec.namespace}/${spec.name} is on ${spec.nodeName}, and there is no such node`);
    schedule(spec.arrivesAtMicros, () => node.send({ type: 'POD.ARRIVED', spec }));
  }
  scheduleFaults(input.faults, schedule, recorder, world);
  const stopped = kernel.run(input.horizonMicros, () => settlement.isSettled);
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
