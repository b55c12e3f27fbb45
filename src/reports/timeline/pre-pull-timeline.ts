import { appendAll } from '../../rules/collections/append-all.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { type PrePull, type PrePulledImage, prePulls } from '../phases/pre-pulls.ts';
import { pullFigures } from '../summary/pull-figures.ts';
import { runText } from '../summary/run-conditions.ts';
import { clipEnd, clipMiddle, columnsOf, padLeft, padRight, wrapWords } from '../text/fitted-text.ts';
import { countText, durationText, sizeText } from '../text/quantity-text.ts';
import { shortImageName } from '../text/short-name.ts';
import { type Colours, coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { timelineAxis } from './timeline-axis.ts';
import { timelineBar, timelineLegend } from './timeline-bar.ts';

const tailColumns = 2;

/**
 * Returns the picture of the pre-pulls of a run, no line wider than `options.width`: every image to scale,
 * then the totals.
 */
export function formatPrePullTimeline(records: readonly TraceRecord[], options: TextOptions): string {
  const width = Math.max(40, Math.floor(options.width));
  const colours = coloursFor(options);
  const all = prePulls(records, options.atMs);
  const endMs = options.atMs ?? records.at(-1)?.at ?? 0;
  const lines = wrapWords(runText(records, options.atMs), width);
  for (const prePull of all) appendAll(lines, ['', ...pictureOf(prePull, width, endMs, colours)]);
  const phases = all.flatMap(({ images }) => images.map((image) => image.phases));
  appendAll(lines, [
    '',
    ...timelineLegend(phases, width, colours),
    '',
    ...totals(records, all, endMs).flatMap((line) => wrapWords(line, width)),
  ]);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Returns the pre-pull in one line: `7 images one after the other · IfNotPresent · kubeadm v1.36.3`. */
export function prePullText({ images, parallel, policy, kubeadmVersion }: PrePull): string {
  const how = images.length === 1 ? '' : parallel ? ' at once' : ' one after the other';
  return `${countText(images.length, 'image')}${how} · ${policy} · kubeadm v${kubeadmVersion}`;
}

function pictureOf(prePull: PrePull, width: number, endMs: number, colours: Colours): string[] {
  const title = `${visibleText(prePull.node)} · ${prePullText(prePull)}`;
  const rows = prePull.images.map((image) => ({
    image,
    name: visibleText(shortImageName(image.image)),
    ended: endOf(image, prePull),
  }));
  const longest = (texts: readonly string[]) =>
    texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);
  const label = Math.min(longest(rows.map(({ name }) => name)), Math.floor(width * 0.4));
  const done = Math.max(4, longest(rows.map(({ ended }) => ended)));
  const bar = width - label - done - 2;
  // The axis begins with the pre-pull, and a little of the time after it is shown.
  const openMs = (prePull.endedMs ?? endMs) - prePull.beganMs;
  const spanMs = prePull.endedMs === undefined ? openMs : (openMs * bar) / Math.max(1, bar - tailColumns);
  const axis = `${' '.repeat(label + 1)}${padRight(timelineAxis(bar, spanMs), bar)} ${padLeft('done', done)}`;
  return [
    colours.bold(clipEnd(title, width)),
    colours.dim(axis),
    ...rows.map(({ image, name, ended }) => {
      const shifted = shiftedBy(image, prePull.beganMs);
      return `${padRight(clipMiddle(name, label), label)} ${timelineBar(shifted, bar, spanMs, colours)} ${padLeft(ended, done)}`;
    }),
  ];
}

function shiftedBy({ phases: line }: PrePulledImage, byMs: number): PrePulledImage['phases'] {
  return {
    ...line,
    phases: line.phases.map((phase) => ({ ...phase, fromMs: phase.fromMs - byMs, toMs: phase.toMs - byMs })),
    failures: line.failures.map((failure) => ({ ...failure, atMs: failure.atMs - byMs })),
  };
}

/** Returns when the image was there, counted from the beginning of the list, or why it is not. */
function endOf({ state, endedMs, attempts }: PrePulledImage, { beganMs }: PrePull): string {
  if (endedMs === undefined) return '–';
  const after = durationText(endedMs - beganMs);
  if (state === 'failed') return `failed ${after}`;
  return state === 'present' ? `there ${after}` : attempts > 1 ? `try ${attempts} ${after}` : after;
}

/** Returns `7 images: 6 pulled, 1 there already · 151 MB downloaded · 12 s`. */
function totals(records: readonly TraceRecord[], all: readonly PrePull[], endMs: number): string[] {
  const { downloadedBytes } = pullFigures(records, endMs);
  return all.map(({ images, beganMs, endedMs, interrupted, policy }) => {
    const counts = (['pulled', 'present', 'failed', 'stopped'] as const)
      .map((state) => ({ state, count: images.filter((image) => image.state === state).length }))
      .filter(({ count }) => count > 0)
      .map(
        ({ state, count }) =>
          `${count} ${state === 'present' ? 'there already' : state === 'stopped' ? 'not pulled' : state}`,
      );
    const took =
      endedMs === undefined
        ? 'goes on'
        : `${interrupted ? 'interrupted after' : 'in'} ${durationText(endedMs - beganMs)}`;
    const what = policy === 'Never' ? 'nothing is pulled (Never)' : counts.join(', ');
    return `${countText(images.length, 'image')}: ${what} · ${sizeText(downloadedBytes)} downloaded · ${took}`;
  });
}

/**
 * Returns what kubeadm itself prints for a pre-pull: for its preflight check, or for
 * `kubeadm config images pull`. The texts are those of cmd/phases/init/preflight.go, preflight/checks.go
 * (RunChecks) and cmd/config.go (v1.36.3).
 */
export function kubeadmLines(prePull: PrePull, as: 'preflight' | 'config'): string[] {
  if (as === 'preflight') {
    return [
      '[preflight] Pulling images required for setting up a Kubernetes cluster',
      '[preflight] This might take a minute or two, depending on the speed of your internet connection',
      "[preflight] You can also perform this action beforehand using 'kubeadm config images pull'",
      ...(prePull.errors.length === 0 ? [] : ['[preflight] Some fatal errors occurred:']),
      ...prePull.errors.map((error) => `\t[ERROR ImagePull]: ${visibleText(error)}`),
    ];
  }
  return prePull.images.flatMap(({ image, state, error }) => {
    if (state === 'pulled') return [`[config/images] Pulled ${visibleText(image)}`];
    return error === undefined
      ? []
      : [`failed to pull image ${JSON.stringify(image)}: ${visibleText(error)}`];
  });
}

/**
 * Returns what happened to each image with its time, as kubeadm logs it with `--v=1` and the CRI's errors,
 * one line each.
 */
export function formatPrePullEvents(
  records: readonly TraceRecord[],
  { atMs }: { readonly atMs?: number } = {},
): string {
  const lines = records.flatMap((record) => {
    if (record.type !== 'prePull' || record.at > (atMs ?? record.at)) return [];
    const said = sayingOf(record);
    return said === undefined
      ? []
      : [`${(record.at / 1000).toFixed(3).padStart(9)}s  ${visibleText(said)}\n`];
  });
  return lines.join('');
}

function sayingOf(record: Extract<TraceRecord, { type: 'prePull' }>): string | undefined {
  const { state, image = '', attempt, error = '', policy, parallel, errors = [] } = record;
  switch (state) {
    case 'started':
      if (policy === 'Never') return 'skipping the pull of all images due to policy: Never';
      return `using image pull policy: ${policy}${parallel === true ? '; pulling all images in parallel' : ''}`;
    case 'present':
      return `image exists: ${image}`;
    case 'pulling':
      return attempt === 1 ? `pulling: ${image}` : `pulling: ${image} (try ${attempt})`;
    case 'pulled':
      return `done pulling: ${image}`;
    case 'failed':
      return `try ${attempt} of ${image} failed: ${error}`;
    case 'gaveUp':
      return error;
    case 'interrupted':
      return 'the node went down';
    case 'finished':
      return errors.length === 0
        ? 'the check ImagePull passed'
        : `the check ImagePull found ${countText(errors.length, 'error')}`;
    case 'inspecting':
      return undefined;
  }
}
