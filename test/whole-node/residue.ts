import { StepLog } from '../../src/charts/inspector/step-log.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import type { PlainValue, StepRecord } from '../../src/trace/step-record.ts';

/**
 * Longer than two rounds of every loop that forgets pods. With EventedPLEG the runtime is listed every 300 s.
 */
const sweepMs = 60_000;
const eventedSweepMs = 630_000;

/**
 * What the kubelet itself keeps of pods that are gone (`pull-errors-are-kept` and
 * `back-offs-wait-for-a-success` among the known bugs), by machine and field.
 */
export const keptUpstream: ReadonlySet<string> = new Set([
  'pullBackOff.entries',
  'pullBackOff.previousFailures',
]);

/** What the runtime keeps while it goes on with a pull whose kubelet has stopped. */
export const keptForStoppedKubelets: ReadonlySet<string> = new Set([
  'imageService.calls',
  'runtimePull.input',
]);

/**
 * Returns what actors still hold of pods that are gone, as `machine.field`: every pod is deleted at the end
 * of the input's time, and another one comes so late that all loops have been round before the run ends.
 */
export function residueOf(input: SimulationInput): ReadonlySet<string> {
  const actors = new Map<string, { readonly machine: string; readonly context: Map<string, PlainValue> }>();
  const { inspect } = new StepLog({
    onStep: (step: StepRecord) => {
      if (step.type === 'actorStarted')
        actors.set(step.actor, { machine: step.machine, context: new Map(Object.entries(step.context)) });
      else if (step.type === 'actorStopped') actors.delete(step.actor);
      else
        for (const [name, value] of Object.entries(step.context ?? {}))
          actors.get(step.actor)?.context.set(name, value);
    },
  });
  const isEvented = input.nodes.some(({ kubelet }) => kubelet.featureGates.EventedPLEG === true);
  const waitMs = isEvented ? eventedSweepMs : sweepMs;
  const { records } = simulate(withDeletions(input, waitMs), { inspect });
  const endMs = records.at(-1)?.at ?? 0;
  const gone = records.filter(
    (record) => record.type === 'pod' && record.state === 'deleted' && record.at < endMs - waitMs,
  );
  const uids = gone.map((record) => (record.type === 'pod' ? record.pod.uid : ''));
  const found = new Set<string>();
  for (const [actor, { machine, context }] of actors) {
    if (uids.some((uid) => actor.includes(uid))) found.add(machine);
    for (const [field, value] of context) if (mentions(value, uids)) found.add(`${machine}.${field}`);
  }
  return found;
}

function withDeletions(input: SimulationInput, waitMs: number): SimulationInput {
  const [first] = input.pods;
  if (first === undefined) return input;
  const { horizonMicros: atMicros } = input;
  const last = { ...first, uid: 'last', name: 'last', arrivesAtMicros: atMicros + 1.2 * waitMs * 1000 };
  return {
    ...input,
    horizonMicros: last.arrivesAtMicros + 10_000_000,
    pods: [...input.pods, last],
    podActions: [
      ...(input.podActions ?? []),
      {
        kind: 'delete',
        atMicros,
        uids: input.pods.map(({ uid }) => uid),
        graceMicros: 1_000_000,
        replacement: null,
      },
    ],
  };
}

function mentions(value: PlainValue | undefined, uids: readonly string[]): boolean {
  const text = JSON.stringify(value) ?? '';
  return uids.some((uid) => text.includes(uid));
}
