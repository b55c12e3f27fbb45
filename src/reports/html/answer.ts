import { failedPulls } from '../comparison/figure-rows.ts';
import { causeTitle, heldText, type ShownCause, worstBarText } from '../first-cause/shown-causes.ts';
import { headlineParts } from '../summary/headline.ts';
import type { KnownBugFigures } from '../summary/known-bug-figures.ts';
import type { RunSummary } from '../summary/summary.ts';
import { clipEnd } from '../text/fitted-text.ts';
import { countText, durationText, reachedText, sizeText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { html, type Markup } from './markup.ts';

/**
 * Returns the result of the run, the most important first: whether and when all pods ran, what held them back,
 * the longest wait, known bugs, figures. `nameOf` names
 * the worst container of a cause, and `why` says in a sentence why it waited.
 */
export function answer(
  summary: RunSummary,
  causes: readonly ShownCause[] = [],
  nameOf: (cause: ShownCause) => string = () => '',
  why: (cause: ShownCause) => string = () => '',
): Markup {
  const { longestWait, knownBugs } = summary;
  const { result, cause, further } = headlineParts(summary);
  return html`<section class="answer" aria-label="Answer">
<p class="first">${result}</p>
${causes.length === 0 ? cause.map((sentence) => html`<p>${sentence}</p>`) : html`<h2>What held pods back</h2><ol class="causes">${causes.map((cause) => html`<li><b>${causeTitle(cause)}</b>: ${heldText(cause, nameOf(cause))}. <span class="note">${worstBarText(cause, why(cause))}</span></li>`)}</ol>`}
${further.map((sentence) => html`<p>${withCode(sentence)}</p>`)}
${longestWait === null || causes.length > 0 ? undefined : html`<p>Longest wait: ${longestWait.sentence}.</p>`}
${summary.failures.map(({ reason, count, error }) => html`<p class="bad">${countText(count, 'failed pull')}: ${visibleText(reason)}${error === '' ? '' : `, the first: ${clipEnd(visibleText(error), errorMax)}`}</p>`)}
${knownBugs.map(bugLine)}
<dl class="figures">${figures(summary).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

/** The longest error that is shown here; the table of failed pulls has all of it. */
const errorMax = 160;

function bugLine({ id, effect, times, firstAtMs, source, avoid, subjects }: KnownBugFigures): Markup {
  const met = visibleText(
    `met ${countText(times, 'time')}, first after ${durationText(firstAtMs)} (${subjects.join(', ')})`,
  );
  return html`<p>Known bug of the kubelet <b>${id}</b>, ${met}: ${effect}. ${avoid === null ? undefined : html`Avoid it with ${avoid}. `}<span class="note">${withIssueLinks(source)}</span></p>`;
}

/** Returns the text with each part between backquotes, which is a command, as code. */
function withCode(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** Returns the text with links for issues such as `kubernetes#138935`. */
function withIssueLinks(text: string): Markup[] {
  return text
    .split(/(kubernetes#\d+)/)
    .map((part, index) =>
      index % 2 === 0
        ? html`${part}`
        : html`<a rel="noreferrer" href="https://github.com/kubernetes/kubernetes/issues/${part.slice('kubernetes#'.length)}">${part}</a>`,
    );
}

/** A figure has one name and one value everywhere: those of `compare` and of the tables are the same. */
function figures(summary: RunSummary): (readonly [string, string])[] {
  const { pods, timeToRunningMs, bytes, pulls, backOffs, nodes } = summary;
  const slowest = pods.notRunning + pods.rejected === 0 ? 'max' : 'of the slowest that runs';
  const times =
    timeToRunningMs === null
      ? []
      : Object.entries(timeToRunningMs).map(
          ([name, value]) =>
            [`time to running ${name === 'max' ? slowest : name}`, reachedText(value)] as const,
        );
  return [
    ['pods running or done', `${pods.running + pods.ended} of ${pods.total}`],
    ...times,
    ['downloaded', sizeText(bytes.downloadedBytes)],
    ['pulls', String(pulls.calls)],
    ['failed pulls', String(failedPulls(summary))],
    ['duplicate pulls', String(pulls.duplicates)],
    ['back-offs', String(backOffs)],
    ...(nodes.imagesRemoved > 0 ? [['images removed by GC', String(nodes.imagesRemoved)] as const] : []),
  ];
}
