import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { lowerBound } from '../../rules/collections/lower-bound.ts';
import { ReadingTable } from '../../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { asksForPods, type RunFilter } from '../run-filter/run-filter.ts';
import { ShownRecords } from '../run-filter/shown-records.ts';
import { resourceView } from '../run-view/resource-view.ts';
import { type RowView, runView } from '../run-view/run-view.ts';
import { WhyIndex } from '../run-view/why-index.ts';
import { headerOf, nodeText } from '../summary/run-conditions.ts';
import type { TextOptions } from '../text/text-options.ts';
import { nodeCounters, registryCounter } from './counters.ts';
import { nodeInstants } from './instants.ts';
import { causeArrows, phaseSlices, rowName } from './row-tracks.ts';
import { type SlotHold, slotHolds } from './slot-holds.ts';
import { inReadingOrder, microsOf, type TraceEvent, type Track, Tracks } from './trace-event.ts';

/**
 * Returns the run in the Trace Event Format, which ui.perfetto.dev, chrome://tracing and others open: a group
 * for each node with its events, its pull slots, its containers and counters; then what registries send, and
 * the scenario's faults. Slices are phases, and arrows go from causes to effects. Times are virtual
 * microseconds. The result is JSON with an event on each line. A filter leaves out the rows and events of
 * other pods, and nodes without any; who held a slot, and what nodes and registries carry, is shown of all
 * pods.
 */
export function perfettoTrace(
  records: readonly TraceRecord[],
  { filter = {} }: Pick<TextOptions, 'filter'> = {},
): string {
  const events = inReadingOrder(traceEvents(records, filter));
  const header = headerOf(records);
  const otherData =
    header === undefined ? {} : { seed: header.seed, epoch: header.epoch, format: header.format };
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  return `{"displayTimeUnit":"ms","otherData":${JSON.stringify(otherData)},"traceEvents":[\n${lines}\n]}\n`;
}

function traceEvents(records: readonly TraceRecord[], filter: RunFilter): TraceEvent[] {
  const shown = new ShownRecords(filter);
  new ReadingTable([shown.readings]).noteUntil(records, Number.POSITIVE_INFINITY);
  const showsRow = ({ pod }: RowView) => (pod === undefined ? !asksForPods(filter) : shown.showsPod(pod.uid));
  const view = runView(records);
  const why = new WhyIndex(records);
  const resources = resourceView(records);
  const resourcesOf = new Map(resources.nodes.map((node) => [node.node, node]));
  const headerNodes = new Map(headerOf(records)?.nodes.map((node) => [node.name, node]));
  const holds = groupedBy(slotHolds(records), ({ node }) => node);
  const tracks = new Tracks();
  const rowTracks: Track[] = [];
  const nodeTracks = new Map<string, Track>();
  const parts: TraceEvent[][] = [];
  for (const { name, firstRow, rowCount } of view.nodes.filter((node) => shown.showsNode(node.name))) {
    const header = headerNodes.get(name);
    const group = tracks.group(name, header === undefined ? '' : nodeText({ ...header, name: '' }), 'events');
    nodeTracks.set(name, group);
    parts.push(slotSlices(holds.get(name) ?? [], tracks, group));
    for (const [index, row] of view.rows.slice(firstRow, firstRow + rowCount).entries()) {
      if (!showsRow(row)) continue;
      const track = tracks.track(group, rowName(row));
      rowTracks[firstRow + index] = track;
      parts.push(phaseSlices(row, track, (bar) => why.sentence(firstRow + index, bar)));
    }
    const counted = resourcesOf.get(name);
    if (counted !== undefined) parts.push(nodeCounters(counted, group));
  }
  const sending = resources.registries.filter(({ egress }) => egress.values.some((value) => value > 0));
  if (sending.length > 0) {
    const group = tracks.group('registries', '', 'egress');
    for (const registry of sending) parts.push(registryCounter(registry, group));
  }
  const noted = records.filter(
    (record) => record.type !== 'header' && record.type !== 'end' && shown.shows(record),
  );
  parts.push(faultSlices(records, tracks), causeArrows(view, rowTracks), nodeInstants(noted, nodeTracks));
  return [...tracks.events, ...parts.flat()];
}

function slotSlices(holds: readonly SlotHold[], tracks: Tracks, group: Track): TraceEvent[] {
  const lanes = lanesOf(holds);
  const slots: Track[] = [];
  const count = lanes.reduce((most, lane) => Math.max(most, lane + 1), 0);
  for (let slot = 0; slot < count; slot++) slots.push(tracks.track(group, `pull slot ${slot + 1}`));
  return holds.flatMap(({ fromMs, toMs, container, image, end }, index): TraceEvent[] => {
    const slot = slots[lanes[index] ?? 0];
    const ts = microsOf(fromMs);
    const dur = microsOf(toMs) - ts;
    if (slot === undefined || dur <= 0) return [];
    const outcome = end === undefined ? 'cut short' : end.state;
    const waited = end?.waitedMs === undefined ? {} : { waited_ms: end.waitedMs };
    const size = end?.sizeBytes === undefined ? {} : { image_bytes: end.sizeBytes };
    return [
      {
        ph: 'X',
        ...slot,
        cat: 'pull',
        name: container,
        ts,
        dur,
        args: { image, outcome, ...waited, ...size },
      },
    ];
  });
}

type FaultRecord = RecordOf<'fault'>;

function faultSlices(records: readonly TraceRecord[], tracks: Tracks): TraceEvent[] {
  const faults = records.filter((record): record is FaultRecord => record.type === 'fault');
  if (faults.length === 0) return [];
  const endMs = records.at(-1)?.at ?? 0;
  const group = tracks.group('scenario', '', 'faults');
  const byActor = groupedBy(faults, ({ actor }) => actor);
  return [...byActor.values()].flatMap((told): TraceEvent[] => {
    const [first] = told;
    if (first === undefined) return [];
    const name = `${first.fault}${first.target === undefined ? '' : ` of ${first.target}`}`;
    const track = tracks.track(group, name);
    return told.flatMap((record, index): TraceEvent[] => {
      if (record.state !== 'began') return [];
      const ts = microsOf(record.at);
      const dur = microsOf(told[index + 1]?.at ?? endMs) - ts;
      return [{ ph: 'X', ...track, cat: 'fault', name, ts, dur, args: { fault: record.fault } }];
    });
  });
}

/** Something that lasts, from and to ms of virtual time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns for each span the lowest lane that is free when it begins, from 0. Spans are in order of their
 * beginnings.
 */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends = spans
    .map(({ toMs }, index) => ({ toMs, index }))
    .sort((a, b) => a.toMs - b.toMs || a.index - b.index);
  const lanes: number[] = [];
  /** Falling numbers, so that the lowest is taken from the end. */
  const free: number[] = [];
  let ended = 0;
  let count = 0;
  for (const { fromMs } of spans) {
    for (let end = ends[ended]; end !== undefined && end.toMs <= fromMs; end = ends[ended]) {
      const lane = lanes[end.index];
      if (lane === undefined) break;
      free.splice(
        lowerBound(free.length, (index) => (free[index] ?? 0) <= lane),
        0,
        lane,
      );
      ended += 1;
    }
    lanes.push(free.pop() ?? count++);
  }
  return lanes;
}
