import { ActorFilter } from '../../inspector/actor-filter.ts';
import { statelyDefinitions } from '../../inspector/stately-definitions.ts';
import { StepLog } from '../../inspector/step-log.ts';
import { StepSelection } from '../../inspector/step-selection.ts';
import { simulate } from '../../simulation/simulate.ts';
import { type RecordedRun, replayStepsMax } from '../replay/replay-boot.ts';
import type { MadeRun } from './made-run.ts';

/** The run with what a replay needs: simulated again with its steps, or as it was stored. Throws where a browser could not hold them. */
export function recordedRun({ records, input, steps }: Extract<MadeRun, { ok: true }>): RecordedRun {
  const [header] = records;
  const selection = new StepSelection(new ActorFilter(''), replayStepsMax);
  if (input === undefined) for (const step of steps) selection.add(step);
  else {
    const log = new StepLog({ onStep: (step) => selection.add(step) });
    simulate(input, { inspect: log.inspect, keepRecords: false });
  }
  if (selection.count > replayStepsMax) {
    throw new Error(
      `${selection.count} steps are more than a browser can replay (${replayStepsMax}). Save the trace with steps, and choose actors: windlass inspect FILE --actors 'imagePull, pullSlots'`,
    );
  }
  const machines = selection.steps.flatMap((step) => (step.type === 'actorStarted' ? [step.machine] : []));
  return {
    epoch: header?.type === 'header' ? header.epoch : new Date(0).toISOString(),
    steps: selection.steps,
    definitions: statelyDefinitions(machines),
  };
}
