import type { StepRecord } from '../trace/step-record.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import { stepRecordOf } from './step-record-of.ts';

/** Where the steps go. */
export interface StepLogOptions {
  /** Hears each step as it is taken. */
  readonly onStep: (step: StepRecord) => void;
}

/** Writes down what the statecharts of a run do: give its `inspect` to `simulate`. Nothing is kept. */
export class StepLog {
  /** Hears each inspection event of XState, with the virtual time in µs. */
  readonly inspect: InspectionRecorder['inspect'];

  constructor({ onStep }: StepLogOptions) {
    const watch: InspectionRecorder = new InspectionRecorder({ onNote: (note) => onStep(stepRecordOf(note, watch.pathOf)) });
    this.inspect = watch.inspect;
  }
}
