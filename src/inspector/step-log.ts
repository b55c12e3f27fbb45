import type { StepRecord } from '../trace/step-record.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import { stepRecordOf } from './step-record-of.ts';

/** The receiver of the steps. */
export interface StepLogOptions {
  /** Takes each step as it happens. */
  readonly onStep: (step: StepRecord) => void;
}

/** Reports the steps of a run's statecharts: give its `inspect` to `simulate`. It keeps nothing. */
export class StepLog {
  /** Takes XState's inspection events, each with the virtual time in µs. */
  readonly inspect: InspectionRecorder['inspect'];

  constructor({ onStep }: StepLogOptions) {
    const watch: InspectionRecorder = new InspectionRecorder({ onNote: (note) => onStep(stepRecordOf(note, watch.pathOf)) });
    this.inspect = watch.inspect;
  }
}
