import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import { imageName } from '../../../inputs/images/image-name.ts';
import { readInput } from '../../../inputs/read-input.ts';
import { type RunRequest, runCommandLine, sparseRequest } from '../../../inputs/run-request.ts';
import { lastingFaultForms } from '../../../inputs/scenario/fault-rows.ts';
import type { JsonFields } from '../../../reports/json/json-text.ts';
import { type PodPhases, PodPhasesReader } from '../../../reports/phases/pod-phases.ts';
import { wholeMicros } from '../../../reports/phases/whole-micros.ts';
import { percentile } from '../../../reports/summary/percentile.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { type Pauses, simulateParts } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { ReadingTable } from '../../../trace/readings.ts';
import { changedBy } from './counterfactual-changes.ts';
import type { AskedRun, CountRuns } from './counterfactuals.ts';

/** When pods try again and run after their cause to wait is gone, by what people do then. */
export type AfterFix = JsonFields<'AfterFix'>;
type Way = AfterFix['ways'][number];

/** When the cause goes away, and images that cannot be pulled until then. */
export interface Fix {
  readonly atMicros: number;
  readonly broken: readonly string[];
}

/** The runs of an answer: one without the cause, and one for each thing that people may do. */
export const runsOfFix = 4;

/** The longest back-off is 5 minutes, and a few pulls follow it. */
const afterMicros = 15 * 60e6;

/**
 * Returns why the question about this fix has no answer: an image that nobody uses, or nothing that lasts
 * until then; undefined otherwise.
 */
export function fixProblem(input: SimulationInput, fix: Fix): string | undefined {
  const images = Object.keys(input.images);
  for (const image of fix.broken) {
    const canonical = imageName(image)?.canonical;
    if (canonical === undefined)
      return `--broken ${image}: no pod can pull it, since it is not an image name; correct the manifest`;
    if (images.some((known) => imageName(known)?.canonical === canonical)) continue;
    const meant = didYouMean(image, images);
    return `--broken ${image}: no pod uses this image${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }
  if (isBrokenUntil(input, fix)) return undefined;
  const time = durationText(fix.atMicros / 1000);
  return `--fixed-at: no fault of the input lasts until ${time}; add one (--fault), or say which image cannot be pulled (--broken)`;
}

/** Whether something in the input lasts until then, so that it can go away. */
function isBrokenUntil({ faults }: SimulationInput, { atMicros, broken }: Fix): boolean {
  const lasting = new Set(lastingFaultForms().map(({ kind }) => kind));
  const lasts = faults.some(
    ({ kind, fromMicros, untilMicros }) =>
      lasting.has(kind) && fromMicros < atMicros && (untilMicros ?? atMicros) >= atMicros,
  );
  return lasts || broken.length > 0;
}

/**
 * Runs the input with the cause gone at that time, once for each thing that people may do then: wait, delete
 * the pods that wait, restart the kubelets. A pod waits for the cause if it would run by then without it, as
 * one more run tells. undefined after an interruption; a string with what is wrong if a changed input is
 * refused.
 */
export async function afterFix(
  run: AskedRun,
  fix: Fix,
  pauses: Pauses,
  note: CountRuns,
): Promise<AfterFix | string | undefined> {
  const time = `${fix.atMicros / 1e6}s`;
  const fixed: RunRequest = changedBy(
    { ...run.request, seed: run.input.seed },
    {
      faultsUntil: [time],
      ...(fix.broken.length === 0
        ? {}
        : { faults: fix.broken.map((image) => `notFound image=${image} from=0s until=${time}`) }),
      horizon: `${Math.max(run.input.horizonMicros, fix.atMicros + afterMicros) / 1e6}s`,
    },
  );
  const fixedAtMs = fix.atMicros / 1000;
  note(0, runsOfFix);
  const waited = await podsAfter(run, fixed, pauses);
  if (waited === undefined || typeof waited === 'string') return waited;
  note(1, runsOfFix);
  const withoutCause = changedBy(
    { ...run.request, seed: run.input.seed },
    { faultsUntil: ['0s'], horizon: time },
  );
  const spared = await podsAfter(run, withoutCause, pauses);
  if (spared === undefined || typeof spared === 'string') return spared;
  const waitsAnyway = new Set(spared.pods.filter((pod) => !runsBy(pod, fixedAtMs)).map(nameOf));
  const stuck = waited.pods.filter((pod) => {
    const isOver = pod.timeToRunningMs === undefined && pod.state !== 'notRunning';
    return !isOver && pod.arrivedMs < fixedAtMs && !runsBy(pod, fixedAtMs) && !waitsAnyway.has(nameOf(pod));
  });
  const later = new Set(waited.pods.filter(({ arrivedMs }) => arrivedMs >= fixedAtMs).map(nameOf));
  const ways = [wayOf('waiting', stuck, waited, fixedAtMs, runCommandLine(run.inputs, sparseRequest(fixed)))];
  const changes: readonly (readonly [Way['words'], RunRequest])[] = [
    ['deleting the pods', { deletePods: stuck.map((pod) => `${nameOf(pod)}=${time}`) }],
    ['restarting the kubelets', { faults: [`kubeletRestart at=${time}`] }],
  ];
  for (const [index, [words, change]] of stuck.length === 0 ? [] : changes.entries()) {
    note(index + 2, runsOfFix);
    const request = sparseRequest(changedBy(fixed, change));
    const told = await podsAfter(run, request, pauses);
    if (told === undefined || typeof told === 'string') return told;
    const names = new Set(stuck.map(nameOf));
    const meant = told.pods.filter((pod) => {
      const isOver = pod.timeToRunningMs === undefined && pod.state !== 'notRunning';
      return !isOver && (names.has(nameOf(pod)) || (pod.arrivedMs >= fixedAtMs && !later.has(nameOf(pod))));
    });
    ways.push(wayOf(words, meant, told, fixedAtMs, runCommandLine(run.inputs, request)));
  }
  return { fixedAtMs, waiting: stuck.length, ways };
}

function runsBy({ arrivedMs, timeToRunningMs }: PodPhases, atMs: number): boolean {
  return arrivedMs + (timeToRunningMs ?? Number.POSITIVE_INFINITY) < atMs;
}

interface PodsOfRun {
  readonly pods: readonly PodPhases[];
  /** By UID, the times at which the pod was not in back-off: a pull was asked for, or its image was there. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
}

async function podsAfter(
  { sources, engine }: AskedRun,
  request: RunRequest,
  pauses: Pauses,
): Promise<PodsOfRun | string | undefined> {
  const result = readInput(sources, request);
  if (!result.ok) return result.errors.map(({ file, message }) => `${file}: ${message}`).join('\n');
  const pods: PodPhases[] = [];
  const asked = new Map<string, number[]>();
  const { reason } = await simulateParts(result.input, { engine }, pauses, () => {
    const reader = new PodPhasesReader();
    const table = new ReadingTable([
      reader.readings,
      {
        pull: ({ at, pod, state }) => {
          // `present`: another pod's pull has brought it meanwhile.
          if (state !== 'waiting' && state !== 'pulling' && state !== 'present') return;
          const times = asked.get(pod.uid);
          if (times === undefined) asked.set(pod.uid, [at]);
          else times.push(at);
        },
      },
    ]);
    return {
      note: (record) => table.note(record),
      end: ({ at }) => {
        for (const pod of reader.pods(at)) pods.push(pod);
      },
    };
  });
  return reason === 'interrupted' ? undefined : { pods, asked };
}

function wayOf(
  words: Way['words'],
  pods: readonly PodPhases[],
  { asked }: PodsOfRun,
  fixedAtMs: number,
  command: string,
): Way {
  const told = pods.map((pod) => {
    const again = asked.get(pod.pod.uid)?.find((at) => at >= fixedAtMs);
    const runs =
      pod.timeToRunningMs === undefined ? null : wholeMicros(pod.arrivedMs + pod.timeToRunningMs - fixedAtMs);
    return {
      pod: nameOf(pod),
      node: pod.node,
      triesAgainMs: again === undefined ? null : wholeMicros(again - fixedAtMs),
      runsMs: runs,
    };
  });
  const tries = told.flatMap(({ triesAgainMs }) => triesAgainMs ?? []);
  const runs = told.flatMap(({ runsMs }) => runsMs ?? []);
  return {
    words,
    triesAgain: spread(tries),
    runs: spread(runs),
    notRunning: told.length - runs.length,
    pods: told,
    command,
  };
}

function spread(values: readonly number[]): Way['runs'] {
  const sorted = values.toSorted((a, b) => a - b);
  const [p50Ms, p99Ms, worstMs] = [50, 99, 100].map((percent) => percentile(sorted, percent));
  return p50Ms === undefined || p99Ms === undefined || worstMs === undefined
    ? null
    : { p50Ms, p99Ms, worstMs };
}

function nameOf({ pod: { namespace, name } }: PodPhases): string {
  return `${namespace}/${name}`;
}
