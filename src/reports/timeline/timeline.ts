import { appendAll } from '../../rules/collections/append-all.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { Readings } from '../../trace/readings.ts';
import type { HeaderNode, HeaderRecord, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { ContainerPhases } from '../phases/container-phases.ts';
import { type PodPhases, PodPhasesReader } from '../phases/pod-phases.ts';
import { type PrePull, prePullsReader } from '../phases/pre-pulls.ts';
import { explainedPodsReader } from '../pods.ts';
import { filteredReadings } from '../run-filter/shown-records.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import { answerLines } from '../summary/headline.ts';
import { nodeText, runLine } from '../summary/run-conditions.ts';
import { settingsChanges } from '../summary/settings-in-force.ts';
import { type Certainty, type RunSummary, summarize } from '../summary/summary.ts';
import { formatFigures } from '../summary/summary-text.ts';
import { clipEnd, clipMiddle, columnsOf, padLeft, padRight, wrapWords } from '../text/fitted-text.ts';
import { durationText } from '../text/quantity-text.ts';
import { shortImageName } from '../text/short-name.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { foldedFrom, foldRows, type Row } from './fold-rows.ts';
import { nodeNotesReader } from './node-notes.ts';
import { timelineAxis } from './timeline-axis.ts';
import { timelineBar, timelineLegend } from './timeline-bar.ts';

/** Columns of the picture; `image` is 0 if there is no room for it. */
interface Layout {
  readonly label: number;
  readonly bar: number;
  readonly running: number;
  readonly image: number;
}

const tailColumns = 2;

/**
 * Returns the answer of a run, then its picture, no line wider than `options.width`: the phases of every
 * container to scale, with the time from its pod's arrival to running and its image; then the pods as kubectl
 * shows them, then the figures.
 */
export function formatTimeline(records: readonly TraceRecord[], options: TextOptions): string {
  return readRun(records, options.atMs, (header) => timelineReader(header, options))(
    summarize(records, options.atMs, options.filter),
  );
}

/** Reads a run for it; what it tells asks for the run's summary, which others may have read already. */
export function timelineReader(
  header: HeaderRecord | undefined,
  options: TextOptions,
): RunReader<(summary: RunSummary, certainty?: Certainty) => string> {
  const phases = new PodPhasesReader();
  const prePulls = prePullsReader();
  const notes = nodeNotesReader();
  const pods = explainedPodsReader(options, options.all === true ? Number.POSITIVE_INFINITY : foldedFrom);
  const changes: RecordOf<'node'>[] = [];
  const changeReadings: Readings = {
    node: (record) => {
      if (record.kubelet !== undefined) changes.push(record);
    },
  };
  return {
    readings: [
      ...filteredReadings([phases.readings, ...prePulls.readings, ...notes.readings], options.filter),
      ...pods.readings,
      changeReadings,
    ],
    finish: (until) => {
      const run: ReadRun = {
        title: runLine(header, until.reason && { at: until.endMs, reason: until.reason }, options.atMs),
        header,
        endMs: until.endMs,
        isOpen: until.reason === 'settled',
        pods: phases.pods(until.endMs),
        prePulls: prePulls.finish(until),
        notes: notes.finish(until),
        changes,
        podsText: pods.finish(until),
      };
      return (summary, certainty = {}) => timelineText(run, { ...summary, ...certainty }, options);
    },
  };
}

interface ReadRun {
  readonly title: string;
  readonly header: HeaderRecord | undefined;
  readonly endMs: number;
  /** Nothing changes any more. */
  readonly isOpen: boolean;
  readonly pods: readonly PodPhases[];
  readonly prePulls: readonly PrePull[];
  readonly notes: ReadonlyMap<string, readonly string[]>;
  readonly changes: readonly RecordOf<'node'>[];
  readonly podsText: string;
}

function timelineText(run: ReadRun, summary: RunSummary, options: TextOptions): string {
  const { endMs } = run;
  const width = Math.max(40, Math.floor(options.width));
  const colours = coloursFor(options);
  const rowsByNode = rowsOf(run.pods);
  addPrePulls(rowsByNode, run.prePulls);
  const nodes = new Map(run.header?.nodes.map((node) => [node.name, node]));
  const sections = sectionsOf(rowsByNode, run, nodes, options.all === true);
  const rows = sections.flatMap((section) => section.rows);
  const layout = layoutFor(width, rows);
  const shownMs = run.isOpen
    ? endMs
    : rows.reduce((latest, { container }) => Math.max(latest, lastChangeMs(container, endMs)), 0);
  // Where nothing changes for most of the time, only a little of it is shown, so that the last container can
  // be seen running.
  const spanMs =
    run.isOpen || 2 * shownMs < endMs ? (shownMs * layout.bar) / (layout.bar - tailColumns) : endMs;
  const lines = [...answerLines(summary, options), '', run.title];
  for (const { title, notes, rows: sectionRows } of sections) {
    appendAll(lines, ['', ...wrapWords(title, width).map(colours.bold)]);
    for (const note of notes) lines.push(clipEnd(note, width));
    lines.push(colours.dim(axisLine(layout, spanMs)));
    for (const row of sectionRows)
      lines.push(rowLine(row, layout, timelineBar(row.container, layout.bar, spanMs, colours)));
  }
  const count = [...rowsByNode.values()].reduce((sum, { length }) => sum + length, 0);
  const isFolded = rows.length < count;
  if (isFolded)
    appendAll(lines, [
      '',
      ...wrapWords(
        `× rows alike: the bar is of the middle one, the slowest is above it; --all shows all ${count} rows, --owner and --pod some`,
        width,
      ),
    ]);
  const signs = timelineLegend(
    rows.map(({ container }) => container),
    width,
    colours,
  );
  appendAll(lines, ['', ...signs, '']);
  for (const line of run.podsText.trimEnd().split('\n')) lines.push(clipEnd(line, width));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n\n${formatFigures(summary, options)}`;
}

/** Nodes under one title. */
interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * A section for each node; where there are many rows, one for all nodes under the same conditions, with rows
 * that are alike in one.
 */
function sectionsOf(
  rowsByNode: ReadonlyMap<string, readonly Row[]>,
  { changes, notes }: ReadRun,
  nodes: ReadonlyMap<string, HeaderNode>,
  showsAll: boolean,
): Section[] {
  const count = [...rowsByNode.values()].reduce((sum, { length }) => sum + length, 0);
  const notesOf = (node: string) => [...settingsChanges(changes, node), ...(notes.get(node) ?? [])];
  const titleOf = (name: string) => {
    const header = nodes.get(name);
    return header === undefined ? visibleText(name) : nodeText(header);
  };
  const linesOfNodes = 3 * rowsByNode.size;
  if (showsAll || count + linesOfNodes < foldedFrom)
    return [...rowsByNode].map(([node, rows]) => ({ title: titleOf(node), notes: notesOf(node), rows }));
  const alike = groupedBy(rowsByNode.keys(), (name) => {
    const header = nodes.get(name);
    return header === undefined ? name : nodeText({ ...header, name: '' });
  });
  return [...alike].map(([conditions, names]) => {
    const [first = ''] = names;
    const all =
      names.length === 1
        ? notesOf(first)
        : names.flatMap((name) => notesOf(name).map((note) => `${name}: ${note}`));
    const left = all.length - notesMax;
    return {
      title:
        names.length === 1
          ? titleOf(first)
          : `${names.length} nodes (${visibleText(`${first} … ${names.at(-1)}`)}) · ${conditions}`,
      notes: left > 1 ? [...all.slice(0, notesMax), `${left} more notes (--all)`] : all,
      rows: foldRows(names.flatMap((name) => rowsByNode.get(name) ?? [])),
    };
  });
}

const notesMax = 5;

function rowsOf(pods: readonly PodPhases[]): Map<string, Row[]> {
  const withNamespace = pods.some(({ pod }) => pod.namespace !== 'default');
  const rows = new Map<string, Row[]>();
  for (const pod of pods) {
    const nodeRows = getOrInsert(rows, pod.node, () => []);
    for (const container of pod.containers) {
      const parts = [
        ...(withNamespace ? [pod.pod.namespace] : []),
        pod.pod.name,
        ...(pod.containers.length > 1 ? [container.name] : []),
      ];
      const { runningAtMs } = container;
      nodeRows.push({
        label: visibleText(parts.join('/')),
        running: runningAtMs === undefined ? '–' : durationText(runningAtMs - pod.arrivedMs),
        ...(runningAtMs === undefined ? {} : { tookMs: runningAtMs - pod.arrivedMs }),
        image: visibleText(shortImageName(container.image)),
        ...(pod.owner === undefined ? {} : { owner: pod.owner }),
        container,
      });
    }
  }
  return rows;
}

/**
 * Adds what was pulled without the kubelet below the node's pods. The time is that from the pre-pull's
 * beginning to the image.
 */
function addPrePulls(rows: Map<string, Row[]>, all: readonly PrePull[]): void {
  for (const { node, beganMs, images } of all) {
    const nodeRows = getOrInsert(rows, node, () => []);
    for (const { image, state, endedMs, phases } of images) {
      const short = visibleText(shortImageName(image));
      const isThere = (state === 'pulled' || state === 'present') && endedMs !== undefined;
      nodeRows.push({
        label: `pre-pull/${short}`,
        running: isThere ? durationText(endedMs - beganMs) : '–',
        image: short,
        container: phases,
      });
    }
  }
}

/**
 * Returns from when on the bar stays as it is; for a container that still waits that is the end, since how
 * long it waits is to be seen. The image of a volume is looked for again at each sync of its pod: nobody
 * could see that.
 */
function lastChangeMs({ kind, phases, lastPhase }: ContainerPhases, endMs: number): number {
  if (lastPhase !== 'running' && lastPhase !== 'ended') return endMs;
  const last = kind === 'imageVolume' ? phases.find(({ phase }) => phase === 'ended') : phases.at(-1);
  return last?.phase === lastPhase ? last.fromMs : endMs;
}

function layoutFor(width: number, rows: readonly Row[]): Layout {
  const longest = (least: number, texts: (row: Row) => string) =>
    rows.reduce((max, row) => Math.max(max, columnsOf(texts(row))), least);
  const label = Math.min(
    longest(8, (row) => row.label),
    Math.floor(width * 0.34),
  );
  const running = longest(7, (row) => row.running);
  const image =
    width < 90
      ? 0
      : Math.min(
          longest(5, (row) => row.image),
          Math.floor(width * 0.2),
        );
  const gaps = image > 0 ? 4 : 2;
  return { label, running, image, bar: width - label - running - image - gaps };
}

function axisLine(layout: Layout, spanMs: number): string {
  const axis = padRight(timelineAxis(layout.bar, spanMs), layout.bar);
  return `${' '.repeat(layout.label + 1)}${axis} ${padLeft('running', layout.running)}${layout.image > 0 ? '  image' : ''}`;
}

function rowLine(row: Row, layout: Layout, bar: string): string {
  const image = layout.image > 0 ? `  ${clipMiddle(row.image, layout.image)}` : '';
  return `${padRight(clipMiddle(row.label, layout.label), layout.label)} ${bar} ${padLeft(row.running, layout.running)}${image}`;
}
