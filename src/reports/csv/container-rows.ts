import type { HeaderRecord } from '../../trace/record.ts';
import type { ContainerPhases, PhaseName } from '../phases/container-phases.ts';
import { phaseNames } from '../phases/phase-looks.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { type PrePull, prePullsReader } from '../phases/pre-pulls.ts';
import type { RunReader } from '../run-reader.ts';
import { type CallerFigures, CallerFiguresReader } from './caller-figures.ts';

/** The column of a phase: `waitingForSlot` becomes `waiting_for_slot_s`. */
type PhaseColumn = `${string}_s`;

const phaseColumns: readonly (readonly [PhaseColumn, PhaseName])[] = phaseNames.map((phase) => [
  `${phase.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_s`,
  phase,
]);

const before = [
  'node',
  'namespace',
  'owner_kind',
  'owner_name',
  'pod',
  'container',
  'kind',
  'image',
  'state',
  'arrived_at_s',
  'running_at_s',
  'time_to_running_s',
] as const;
const after = [
  'pulls',
  'failures',
  'back_offs',
  'downloaded_bytes',
  'image_bytes',
  'last_failure',
  'runtime',
  'runtime_measured',
] as const;

/** Only runs in which some container is in one of these have its column. */
const rarePhases: ReadonlySet<PhaseName> = new Set([
  'waitingForNode',
  'waitingForNetwork',
  'readingImage',
  'startingUp',
]);

/** Returns the columns of these rows in order; `_s` stands for seconds of virtual time. */
export function csvColumns(rows: readonly CsvRow[]): readonly string[] {
  const ofPhases = phaseColumns.filter(
    ([column, phase]) => !rarePhases.has(phase) || rows.some((row) => Number(row[column] ?? 0) > 0),
  );
  return [...before, ...ofPhases.map(([column]) => column), ...after];
}

/** A line of the table by column. An absent column has no value. */
type CsvRow = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads a run for a row for each container and image volume, pods in order of arrival, then for each image
 * that was pulled ahead.
 */
export function containerRowsReader(header: HeaderRecord | undefined): RunReader<CsvRow[]> {
  const phases = new PodPhasesReader();
  const figures = new CallerFiguresReader();
  const ahead = prePullsReader();
  return {
    readings: [phases.readings, figures.readings, ...ahead.readings],
    finish: (until) =>
      rowsOf(header, { pods: phases.pods(until.endMs), figures, prePulls: ahead.finish(until) }),
  };
}

interface ReadRun {
  readonly pods: readonly PodPhases[];
  readonly figures: CallerFiguresReader;
  readonly prePulls: readonly PrePull[];
}

function rowsOf(header: HeaderRecord | undefined, { pods, figures, prePulls }: ReadRun): CsvRow[] {
  const ofPods: CsvRow[] = pods.flatMap(({ containers, arrivedMs, owner }) =>
    containers.map((container) => {
      const { pod, name } = container;
      const caller = figures.of(pod.uid, name);
      const identity = {
        namespace: pod.namespace,
        owner_kind: owner?.kind,
        owner_name: owner?.name,
        pod: pod.name,
        container: name,
        kind: container.kind,
      };
      return { ...identity, ...rowOf(container, arrivedMs, container.runningAtMs), ...caller };
    }),
  );
  const ahead: CsvRow[] = prePulls.flatMap(({ images, beganMs }) =>
    images.map(({ phases, image, attempts, endedMs, state }) => {
      const thereMs = state === 'pulled' || state === 'present' ? endedMs : undefined;
      return { container: image, kind: 'prePull', ...rowOf(phases, beganMs, thereMs), pulls: attempts };
    }),
  );
  const runtimes = new Map((header?.nodes ?? []).map((node) => [node.name, node]));
  return [...ofPods, ...ahead].map((row) => {
    const node = runtimes.get(String(row.node));
    if (node === undefined) return row;
    return { ...row, runtime: node.runtime, runtime_measured: node.runtimeMeasured === false ? 'no' : 'yes' };
  });
}

function rowOf(
  container: ContainerPhases,
  arrivedMs: number,
  runningAtMs: number | undefined,
): CsvRow & CallerFigures {
  const millis = new Map<PhaseName, number>();
  for (const { phase, fromMs, toMs } of container.phases)
    millis.set(phase, (millis.get(phase) ?? 0) + (toMs - fromMs));
  return {
    node: container.node,
    image: container.image,
    state: container.lastPhase,
    arrived_at_s: seconds(arrivedMs),
    running_at_s: seconds(runningAtMs),
    time_to_running_s: runningAtMs === undefined ? undefined : seconds(runningAtMs - arrivedMs),
    ...Object.fromEntries(phaseColumns.map(([column, phase]) => [column, seconds(millis.get(phase) ?? 0)])),
    pulls: 0,
    failures: container.failures.length,
    back_offs: 0,
    downloaded_bytes: 0,
    last_failure: lastFailure(container),
  };
}

function lastFailure({ failures }: ContainerPhases): string | undefined {
  const last = failures.at(-1);
  if (last === undefined) return undefined;
  return last.error === '' ? last.reason : `${last.reason}: ${last.error}`;
}

/**
 * Returns seconds exact to the microsecond, like the times of a trace; floating-point sums are not that
 * exact.
 */
function seconds(millis: number | undefined): number | undefined {
  return millis === undefined ? undefined : Math.round(millis * 1000) / 1e6;
}
