import type { TraceRecord } from '../../trace/record.ts';
import type { ContainerPhases } from '../phases/container-phases.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import { containerPhases } from '../phases/pod-phases.ts';
import { notMeasured } from '../summary/not-measured.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { matchesName } from '../text/name-pattern.ts';
import { tabbed } from '../text/tab-writer.ts';
import type { TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { describeEvents, describeHidden } from './describe-events.ts';
import { describeNodes } from './describe-node.ts';
import { type DescribedAt, describePod } from './describe-pod.ts';
import { type PodAt, podsAt } from './pods-at.ts';
import { podKey, type SeenEvents, seenEvents } from './seen-events.ts';

/**
 * Returns what `kubectl describe pod` prints at `atMs` (default: the trace's end) for the pods that match `options.pod`, or `kubectl
 * describe node` for `options.node`, with the events that the correlator and the API server have left. Below a line of dashes follows what
 * kubectl does not show. Empty if nothing matches.
 */
export function formatDescription(records: readonly TraceRecord[], options: TextOptions): string {
  const atMs = options.atMs ?? records.at(-1)?.at ?? 0;
  const seen = seenEvents(records, atMs);
  if (options.node !== undefined) return describeNodes(records, options.node, atMs, seen);
  const profiles = profilesByNode(headerOf(records));
  const epoch = headerOf(records)?.epoch ?? '';
  const phases = groupedBy(containerPhases(records, atMs), ({ pod }) => pod.uid);
  const described = podsAt(records, atMs)
    .filter(({ pod }) => options.pod === undefined || matchesName(options.pod, pod))
    .map((pod) =>
      describeWhole(pod, { atMs, epoch, release: profiles.get(pod.node)?.release ?? '' }, seen.get(podKey(pod.node, pod.pod)), phases),
    );
  const notes = notMeasured(headerOf(records)).map((sentence) => `${sentence}\n`);
  return [...described.map((lines) => `${lines.join('\n')}\n`), ...(described.length === 0 ? [] : notes)].join('\n\n');
}

function describeWhole(
  pod: PodAt,
  at: DescribedAt,
  seen: SeenEvents | undefined,
  phases: ReadonlyMap<string, readonly ContainerPhases[]>,
): string[] {
  const { namespace, name, uid } = pod.pod;
  const scheduled = { atMs: pod.arrivedMs, message: `Successfully assigned ${namespace}/${name} to ${pod.node}` };
  const untold = [...inTruth(pod, phases.get(uid) ?? []), ...describeHidden(seen, at.atMs)];
  return [
    ...describePod(pod, at),
    ...describeEvents(seen, scheduled, at.atMs),
    ...(untold.length === 0 ? [] : ['---- what kubectl describe does not tell ----', ...untold]),
  ];
}

/** Returns what each container does while its status says that it waits, and the message that kubectl leaves out. */
function inTruth({ status }: PodAt, phases: readonly ContainerPhases[]): string[] {
  const rows = phases.flatMap(({ name, kind, lastPhase }) => {
    const view = status?.containers.find((container) => container.name === name && kind !== 'imageVolume');
    if (kind === 'imageVolume' || view?.state === 'running' || view?.state === 'terminated') return [];
    return [`  ${visibleText(name)}\t${phaseLooks[lastPhase].words}\t${visibleText(view?.message ?? '')}`];
  });
  return rows.length === 0 ? [] : tabbed(['In truth:', '  Container\tDoes\tMessage of its status', ...rows]);
}
