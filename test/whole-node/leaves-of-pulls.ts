import { StepLog } from '../../src/charts/inspector/step-log.ts';
import { groupedBy } from '../../src/rules/collections/grouped-by.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import type { StateValue, StepRecord } from '../../src/trace/step-record.ts';

/**
 * Returns the image pulls whose chart rests in another state than the trace says their call has ended in. Who
 * watches the chart and who reads the trace must see the same word.
 */
export function leavesThatDisagree(input: SimulationInput): readonly string[] {
  const steps: StepRecord[] = [];
  const { inspect } = new StepLog({ onStep: (step) => steps.push(step) });
  const { records } = simulate(input, { inspect });
  const pulls = groupedBy(
    records.filter((record) => record.type === 'pull'),
    ({ actor }) => actor,
  );
  const names = new Map<string, string>();
  return steps.flatMap((step) => {
    if (step.type === 'actorStarted' && step.machine === 'imagePull') names.set(step.actor, step.name ?? '');
    const name = names.get(step.actor);
    if (step.type !== 'actorStep' || name === undefined) return [];
    const leaf = step.value === undefined ? undefined : settledLeaf(step.value);
    if (leaf === undefined || leaf === 'idle') return [];
    const last = (pulls.get(name) ?? []).findLast(({ at }) => at <= step.at);
    return last?.state === leaf
      ? []
      : [`${name} rests in ${leaf} at ${step.at} ms, and the trace says ${last?.state}`];
  });
}

function settledLeaf(value: StateValue): string | undefined {
  if (typeof value === 'string') return undefined;
  return typeof value.settled === 'string' ? value.settled : undefined;
}
