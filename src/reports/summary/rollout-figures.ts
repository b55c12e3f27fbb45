import { ownerText } from '../../rules/kubelet/pods/pod.ts';
import type { HeaderRecord, Parsed } from '../../trace/record.ts';
import type { rollout } from '../json/run-summary.ts';
import { longestWait } from '../phases/longest-wait.ts';
import type { PodPhases } from '../phases/pod-phases.ts';
import { wholeMicros } from '../phases/whole-micros.ts';
import type { RecordedCauses } from '../run-view/recorded-causes.ts';
import { countText, durationText } from '../text/quantity-text.ts';

/** How long a changed template took to reach a workload's pods. */
export type RolloutFigures = Parsed<typeof rollout>;

type RolloutOfHeader = NonNullable<HeaderRecord['rollouts']>[number];

interface NewPod {
  readonly phases: PodPhases;
  readonly ranAtMs: number | undefined;
}

/**
 * Returns those of these rollouts that had begun by `endMs`, in order of time: how long each took from the
 * change of its template until as many pods ran with it as the workload has. A change that finds all pods as
 * it wants them is left out.
 */
export function rolloutFigures(
  rollouts: HeaderRecord['rollouts'],
  recorded: RecordedCauses,
  pods: readonly PodPhases[],
  endMs: number,
): RolloutFigures[] {
  const begun = (rollouts ?? []).filter(({ atMs }) => atMs <= endMs);
  return begun.flatMap((one, index) => {
    const next = begun
      .slice(index + 1)
      .find((other) => other.workload === one.workload && other.namespace === one.namespace);
    const untilMs = next?.atMs ?? endMs;
    const images = imagesText(one.images);
    const ofRollout = pods
      .filter((pod) => isOf(one, images, pod) && isThere(pod, one.atMs, untilMs))
      .map(newPod);
    const come = ofRollout.filter(({ phases }) => phases.arrivedMs > one.atMs);
    const ran = ofRollout
      .flatMap(({ ranAtMs }) => (ranAtMs === undefined || ranAtMs > untilMs ? [] : ranAtMs))
      .sort((a, b) => a - b);
    const stays = ran.filter((atMs) => atMs <= one.atMs).length >= one.pods;
    if (stays && come.length === 0) return [];
    const doneMs = ran[one.pods - 1];
    const durationMs = doneMs === undefined ? null : Math.max(0, wholeMicros(doneMs - one.atMs));
    const { namespace, workload, atMs } = one;
    const figures = {
      namespace,
      workload,
      atMs,
      pods: one.pods,
      running: Math.min(ran.length, one.pods),
      durationMs,
    };
    const slowest = slowestOf(recorded, pods, come, durationMs !== null);
    return [{ ...figures, slowest, sentence: sentenceOf({ ...figures, slowest }, next !== undefined) }];
  });
}

/** Whether the pod is of the workload and has the images of its new template. */
function isOf(
  { namespace, workload }: RolloutOfHeader,
  images: string,
  { pod, owner, containers }: PodPhases,
): boolean {
  if (pod.namespace !== namespace || ownerText(owner) !== workload) return false;
  const own = containers
    .filter(({ kind }) => kind !== 'ephemeral' && kind !== 'imageVolume')
    .map(({ image }) => image);
  return imagesText(own) === images;
}

function imagesText(images: readonly string[]): string {
  return images.toSorted().join(' ');
}

/** Whether it came with the rollout, or stayed from before. */
function isThere({ arrivedMs, containers }: PodPhases, fromMs: number, untilMs: number): boolean {
  if (arrivedMs > fromMs) return arrivedMs <= untilMs;
  return containers.some(({ phases }) => {
    const last = phases.at(-1);
    return last?.phase !== 'ended' || last.fromMs >= untilMs;
  });
}

function newPod(phases: PodPhases): NewPod {
  const { arrivedMs, timeToRunningMs } = phases;
  return {
    phases,
    ranAtMs: timeToRunningMs === undefined ? undefined : wholeMicros(arrivedMs + timeToRunningMs),
  };
}

/** Of a rollout that is not complete only pods that do not run count. */
function slowestOf(
  recorded: RecordedCauses,
  pods: readonly PodPhases[],
  come: readonly NewPod[],
  isComplete: boolean,
): RolloutFigures['slowest'] {
  const meant = come.filter(({ ranAtMs }) => isComplete || ranAtMs === undefined).map(({ phases }) => phases);
  const tookMs = ({ timeToRunningMs }: PodPhases) => timeToRunningMs ?? 0;
  const candidates = isComplete ? meant.toSorted((a, b) => tookMs(b) - tookMs(a)).slice(0, 1) : meant;
  const wait = longestWait(recorded, pods, new Set(candidates.map(({ pod }) => pod.uid)));
  const slowest =
    candidates.find(({ pod }) => wait?.container.startsWith(`${pod.namespace}/${pod.name}/`)) ??
    candidates[0];
  if (slowest === undefined) return null;
  return {
    pod: `${slowest.pod.namespace}/${slowest.pod.name}`,
    arrivedMs: slowest.arrivedMs,
    timeToRunningMs: slowest.timeToRunningMs === undefined ? null : wholeMicros(slowest.timeToRunningMs),
    wait: wait?.sentence ?? null,
    phase: wait?.phase ?? null,
  };
}

function sentenceOf(figures: Omit<RolloutFigures, 'sentence'>, isReplaced: boolean): string {
  const { workload, atMs, pods, running, durationMs, slowest } = figures;
  const change = `the change (at ${durationText(atMs)})`;
  const why = slowest?.wait ?? undefined;
  if (durationMs === null) {
    const soFar = `${running} of ${countText(pods, 'new pod')} ${running === 1 ? 'has' : 'have'} run since ${change}`;
    const end = isReplaced ? ', and it was changed again' : '';
    return `Rollout of ${workload} is not complete: ${soFar}${end}${why === undefined ? '' : `. ${why}`}`;
  }
  const all = pods === 1 ? 'the new pod' : `the last of ${pods} new pods`;
  const took =
    pods === 1 || slowest === null
      ? undefined
      : `The slowest took ${durationText(slowest.timeToRunningMs ?? 0)} from its arrival`;
  const worst = [took, why].filter((part) => part !== undefined).join(': ');
  return `Rollout of ${workload}: ${all} ran ${durationText(durationMs)} after ${change}${worst === '' ? '' : `. ${worst}`}`;
}
