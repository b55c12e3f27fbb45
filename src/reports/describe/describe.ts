import type { Readings } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import type { ContainerPhases } from '../phases/container-phases.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { asksForPods } from '../run-filter/run-filter.ts';
import { filteredReadings } from '../run-filter/shown-records.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import { notMeasured } from '../summary/not-measured.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import { tabbed } from '../text/tab-writer.ts';
import type { TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { describeEvents, describeHidden } from './describe-events.ts';
import { type DescribedRun, describeNodes } from './describe-node.ts';
import { type DescribedAt, describePod } from './describe-pod.ts';
import { type PodAt, podsAtReader } from './pods-at.ts';
import { podKey, type SeenEvents, schedulerKey, seenEvents } from './seen-events.ts';

/**
 * Returns what `kubectl describe pod` prints at `atMs` (default: the trace's end) for the pods that
 * `options.filter` shows, or `kubectl describe node` if it asks for nodes alone, with the events that the
 * correlator and the API server have left. Below a line of dashes follows what kubectl does not show. Empty
 * if nothing matches.
 */
export function formatDescription(records: readonly TraceRecord[], options: TextOptions): string {
  return readRun(records, options.atMs, (header) => descriptionReader(header, options));
}

/**
 * Reads a run for it. What has become of an event is known at the end: events are kept until then, and what
 * happened to nodes.
 */
export function descriptionReader(header: HeaderRecord | undefined, options: TextOptions): RunReader<string> {
  const pods = podsAtReader();
  const phases = new PodPhasesReader();
  const kept: ActorRecord[] = [];
  const keep = (record: ActorRecord) => void kept.push(record);
  const keeping: Readings = { event: keep, scheduling: keep, node: keep, condition: keep };
  const { filter = {} } = options;
  const { nodes = [] } = filter;
  const isOfNodes = nodes.length > 0 && !asksForPods(filter);
  return {
    readings: [
      ...filteredReadings([...pods.readings, ...(isOfNodes ? [] : [phases.readings])], options.filter),
      keeping,
    ],
    finish: (until) => {
      const atMs = until.endMs;
      const records = kept.sort((a, b) => a.at - b.at);
      const run = {
        header,
        atMs,
        records,
        pods: pods.finish(until),
        seen: seenEvents(header, records, atMs),
      };
      return isOfNodes ? describeNodes(run, nodes) : describePods(run, phases.pods(atMs));
    },
  };
}

function describePods({ header, atMs, pods, seen }: DescribedRun, podPhases: readonly PodPhases[]): string {
  const profiles = profilesByNode(header);
  const epoch = header?.epoch ?? '';
  const phases = new Map(podPhases.map(({ pod, containers }) => [pod.uid, containers]));
  const described = pods.map((pod) =>
    describeWhole(
      pod,
      { atMs, epoch, release: profiles.get(pod.node)?.release ?? '' },
      seenOfPod(seen, pod),
      phases,
    ),
  );
  const notes = notMeasured(header).map((sentence) => `${sentence}\n`);
  return [
    ...described.map((lines) => `${lines.join('\n')}\n`),
    ...(described.length === 0 ? [] : notes),
  ].join('\n\n');
}

/** Returns the events of the pod's kubelet, and before them what a scheduler says while the pod has no node. */
function seenOfPod(seen: DescribedRun['seen'], { node, pod }: PodAt): SeenEvents | undefined {
  const ofKubelet = node === '' ? undefined : seen.get(podKey(node, pod));
  const waits =
    seen.get(schedulerKey(pod))?.shown.filter(({ reason }) => reason === 'FailedScheduling') ?? [];
  if (waits.length === 0) return ofKubelet;
  const { shown = [], all = [], hidden = [], happened = 0 } = ofKubelet ?? {};
  return { shown: [...waits, ...shown], all, hidden, happened: happened + waits.length };
}

function describeWhole(
  pod: PodAt,
  at: DescribedAt,
  seen: SeenEvents | undefined,
  phases: ReadonlyMap<string, readonly ContainerPhases[]>,
): string[] {
  const { namespace, name, uid } = pod.pod;
  const scheduled =
    pod.node === ''
      ? undefined
      : {
          atMs: pod.arrivedMs,
          message: `Successfully assigned ${namespace}/${name} to ${pod.node}`,
        };
  const untold = [...inTruth(pod, phases.get(uid) ?? []), ...describeHidden(seen, at.atMs)];
  return [
    ...describePod(pod, at),
    ...describeEvents(seen, scheduled, at.atMs),
    ...(untold.length === 0 ? [] : ['---- what kubectl describe does not show ----', ...untold]),
  ];
}

/**
 * Returns what each container does while its status says that it waits, and the message that kubectl leaves
 * out.
 */
function inTruth({ status }: PodAt, phases: readonly ContainerPhases[]): string[] {
  const rows = phases.flatMap(({ name, kind, lastPhase }) => {
    const view = status?.containers.find((container) => container.name === name && kind !== 'imageVolume');
    if (kind === 'imageVolume' || view?.state === 'running' || view?.state === 'terminated') return [];
    return [`  ${visibleText(name)}\t${phaseLooks[lastPhase].words}\t${visibleText(view?.message ?? '')}`];
  });
  return rows.length === 0 ? [] : tabbed(['In truth:', '  Container\tDoes\tMessage of its status', ...rows]);
}
