import { phaseLooks } from '../phases/phase-looks.ts';
import { wrapWords } from '../text/fitted-text.ts';
import { countText, durationText, reachedText, sizeText, withUnits } from '../text/quantity-text.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { answerLines } from './headline.ts';
import { knownBugNames, knownBugText } from './known-bug-figures.ts';
import type { RunSummary, StartupPercentiles } from './summary.ts';

/**
 * Returns the answer of a run and its figures, no line wider than `options.width` (40 at least), ending in a
 * line feed.
 */
export function formatSummary(summary: RunSummary, options: TextOptions): string {
  return `${answerLines(summary, options).join('\n')}\n\n${formatFigures(summary, options)}`;
}

/** Returns the figures, without what the answer at the head of a text has said. */
export function formatFigures(summary: RunSummary, options: TextOptions): string {
  return labelledLines(summaryEntries(summary, options), options);
}

type Entry = readonly [label: string, text: string];

/** Returns the figures of a run with their names, in the order in which they are shown. */
export function summaryEntries(summary: RunSummary, { verbose = false }: TextOptions): readonly Entry[] {
  return [
    ['time to running', timesText(summary)],
    ['startup', startupText(summary)],
    ...coldStartEntry(summary),
    ['pods', podsText(summary)],
    ['waiting', waitingText(summary)],
    ['bytes', bytesText(summary)],
    ['pulls', pullsText(summary)],
    ['failures', summary.failures.map(({ reason, count }) => `${reason} ${count}`).join(', ') || 'none'],
    ['back-offs', `${summary.backOffs}`],
    ...knownBugEntries(summary, verbose),
    ...nodesEntry(summary),
    ...summary.notMeasured.map((sentence): Entry => ['not measured', sentence]),
  ];
}

/** In one line, unless all of it is asked for. */
function knownBugEntries({ knownBugs }: RunSummary, verbose: boolean): Entry[] {
  if (knownBugs.length === 0) return [];
  if (verbose) return knownBugs.map((bug, index) => [index === 0 ? 'known bugs' : '', knownBugText(bug)]);
  return [['known bugs', `${knownBugNames(knownBugs)}; more with -v`]];
}

/** Returns the line about nodes, if there is something to tell. */
function nodesEntry({ nodes }: RunSummary): Entry[] {
  const parts = [];
  if (nodes.joined !== undefined) parts.push(`${nodes.joined} joined`);
  if (nodes.notReady > 0) parts.push(`NotReady ${oftenText(nodes.notReady)}`);
  if (nodes.diskPressure > 0) parts.push(`disk pressure ${oftenText(nodes.diskPressure)}`);
  if (nodes.imagesRemoved > 0)
    parts.push(
      `image GC removed ${countText(nodes.imagesRemoved, 'image')}, ${sizeText(nodes.freedBytes)} freed of ${sizeText(nodes.believedBytes)} believed`,
    );
  if (nodes.gcFailures > 0) parts.push(`image GC failed ${oftenText(nodes.gcFailures)}`);
  if (nodes.podsDeleted > 0) parts.push(`${countText(nodes.podsDeleted, 'pod')} deleted`);
  return parts.length === 0 ? [] : [['nodes', parts.join('; ')]];
}

function oftenText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

const labelColumns = 17;

/** Returns `label   text` with the text wrapped beside its label. */
function labelledLines(entries: readonly Entry[], options: TextOptions): string {
  const colours = coloursFor(options);
  const width = Math.max(40, Math.floor(options.width)) - labelColumns;
  const lines = entries.flatMap(([label, text]) =>
    wrapWords(withUnits(visibleText(text)), width).map((line, index) =>
      index === 0
        ? `${colours.bold(label)}${' '.repeat(labelColumns - label.length)}${line}`
        : `${' '.repeat(labelColumns)}${line}`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

/** Returns the shares of waiting, the largest first, without those that round to nothing. */
function waitingText({ waiting }: RunSummary): string {
  const shares = waiting.filter(({ percent }) => percent >= 0.05).toSorted((a, b) => b.percent - a.percent);
  return (
    shares.map(({ phase, percent }) => `${phaseLooks[phase].words} ${percent.toFixed(1)} %`).join(', ') ||
    'none'
  );
}

/** Returns the percentiles over all pods: how long it took until so many ran. */
function timesText({ timeToRunningMs, pods }: RunSummary): string {
  if (timeToRunningMs === null) return 'no pod started';
  const { max, ...percentiles } = timeToRunningMs;
  const told = Object.entries(percentiles).map(([name, valueMs]) => `${name} ${reachedText(valueMs)}`);
  const slowest = pods.notRunning + pods.rejected === 0 ? 'max' : 'slowest that runs';
  return `${told.join(', ')}, ${slowest} ${durationText(max)}`;
}

/** Returns the kubelet's own figures, then the parts of the mean pod's time. */
/** Returns the phases of the slowest pod that waited for a node. */
function coldStartEntry({ coldStart }: RunSummary): Entry[] {
  if (coldStart === undefined) return [];
  const parts = coldStartWords.flatMap(([part, words]) =>
    coldStart[part] === 0 ? [] : [`${words} ${durationText(coldStart[part])}`],
  );
  return [['cold start', `${durationText(coldStart.tookMs)} of ${coldStart.pod}: ${parts.join(', ')}`]];
}

const coldStartWords = [
  ['nodeMs', 'node'],
  ['daemonsMs', 'daemons and network'],
  ['waitMs', 'waiting for a slot or in back-off'],
  ['pullMs', 'pull'],
  ['unpackMs', 'unpack'],
  ['startMs', 'start'],
] as const;

function startupText({
  timeToRunningMs,
  startup: { pods, leftOut, sliMs, totalMs, meanPartsMs },
}: RunSummary): string {
  // A kubelet that has started anew measures no pod that has begun before.
  if (totalMs === null)
    return timeToRunningMs === null ? 'no pod seen running' : 'no pod seen from its arrival until it ran';
  const sli =
    sliMs === null ? 'no pod in the SLI' : `SLI (without pulls and init containers) ${sliText(sliMs)}`;
  const total = `total p50 ${durationText(totalMs.p50)}, p99 ${durationText(totalMs.p99)}`;
  const parts = startupWords.flatMap(([part, words]) =>
    (meanPartsMs[part] ?? 0) === 0 ? [] : [`${words} ${durationText(meanPartsMs[part] ?? 0)}`],
  );
  const count =
    leftOut === 0
      ? ''
      : ` (${leftOut} of ${countText(pods, 'pod')} ${leftOut === 1 ? 'is' : 'are'} not in the SLI)`;
  const mean = parts.length > 1 ? `; of the mean pod: ${parts.join(', ')}` : '';
  return `${sli}; ${total}${count}${mean}`;
}

const startupWords = [
  ['node', 'waiting for a node'],
  ['pull', 'pulling'],
  ['slot', 'waiting for a slot'],
  ['backOff', 'back-off'],
  ['init', 'init containers'],
  ['other', 'the rest'],
] as const;

/**
 * Where a pull failed or waited, the kubelet takes more off the time than it lasted: known bugs, and init
 * containers counted twice.
 */
function sliText({ p50, p99 }: StartupPercentiles): string {
  const isBelow = Math.min(p50, p99) < 0;
  return `p50 ${startupTime(p50)}, p99 ${startupTime(p99)}${isBelow ? ', below zero as the kubelet takes off too much after failed pulls' : ''}`;
}

function startupTime(durationMs: number): string {
  return durationMs < 0 ? `-${durationText(-durationMs)}` : durationText(durationMs);
}

function podsText({ pods }: RunSummary): string {
  const parts = [`${pods.running} running`];
  if (pods.ended > 0)
    parts.push(
      `${pods.ended} ended${pods.neverStarted === undefined ? '' : ` (${pods.neverStarted} never started)`}`,
    );
  if (pods.notRunning > 0) parts.push(`${pods.notRunning} not running`);
  if (pods.rejected > 0) parts.push(`${pods.rejected} rejected`);
  if (pods.unplaced > 0) parts.push(`${pods.unplaced} more without a node`);
  return `${pods.total}: ${parts.join(', ')}`;
}

function bytesText({ bytes }: RunSummary): string {
  const ofPeers = bytes.fromPeersBytes > 0 ? `, ${sizeText(bytes.fromPeersBytes)} of them from peers` : '';
  const parts = [`${sizeText(bytes.downloadedBytes)} downloaded${ofPeers}`];
  if (bytes.savedInFlightBytes > 0)
    parts.push(`${sizeText(bytes.savedInFlightBytes)} shared with a pull under way`);
  if (bytes.savedOnDiskBytes > 0) parts.push(`${sizeText(bytes.savedOnDiskBytes)} on disk already`);
  return parts.join(', ');
}

function pullsText({ pulls }: RunSummary): string {
  const parts: string[] = [];
  if (pulls.failed > 0) parts.push(`${pulls.failed} failed`);
  if (pulls.duplicates > 0) parts.push(`${pulls.duplicates} redundant (image present or being pulled)`);
  if (pulls.ofDeletedPods !== undefined) {
    const cost = [
      `${durationText(pulls.deletedSlotMs ?? 0)} of pull slots`,
      `${sizeText(pulls.deletedBytes ?? 0)}`,
    ];
    parts.push(`${pulls.ofDeletedPods} went on after the pod was deleted (${cost.join(', ')})`);
  }
  return parts.length === 0 ? `${pulls.calls}` : `${pulls.calls}: ${parts.join(', ')}`;
}
