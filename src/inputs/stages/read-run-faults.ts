import type { FaultInput } from '../../run/simulation-input.ts';
import { restartSettings } from '../nodes/restart-settings.ts';
import { writtenFaults } from '../scenario/fault-option.ts';
import { faultsUntil } from '../scenario/faults-until.ts';
import { readFaults } from '../scenario/read-faults.ts';
import { checkArrivalOrder } from '../scenario/read-luck.ts';
import type { RunRegistries } from './build-run-registries.ts';
import type { StageContext } from './stage-context.ts';

/** All that a run is made of. */
export interface RunDraft extends RunRegistries {
  readonly faults: readonly FaultInput[];
}

/** The seventh stage: what goes wrong, and at what. */
export function readRunFaults(draft: RunRegistries, { request, problems }: StageContext): RunDraft {
  const { plans, nodes, pods, registries, images, scenario, luck } = draft;
  const targets = {
    nodes: plans.map((plan) => plan.name),
    registries: Object.keys(registries),
    images: Object.keys(images),
  };
  const written = writtenFaults(scenario, request.faults ?? [], luck, problems);
  const all = readFaults(written, targets, restartSettings(written, nodes, problems), problems);
  if (luck !== undefined) checkArrivalOrder(luck, pods, problems);
  return {
    ...draft,
    faults: faultsUntil(all, request.faultsUntil ?? [], problems.ofOption({ name: 'faultsUntil' })),
  };
}
