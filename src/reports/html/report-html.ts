import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { HeaderNode, TraceRecord } from '../../trace/record.ts';
import { resourceView } from '../run-view/resource-view.ts';
import { type RunView, runView } from '../run-view/run-view.ts';
import { WhyIndex } from '../run-view/why-index.ts';
import { headerOf, nodeText } from '../summary/run-conditions.ts';
import type { Certainty } from '../summary/summary.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { answer } from './answer.ts';
import { chartsSection } from './charts-section.ts';
import { eventsTable } from './events-table.ts';
import { failuresTable } from './failures-table.ts';
import { htmlPage } from './html-page.ts';
import { imagesTable } from './images-table.ts';
import { inputsSection, type ReportInputs } from './inputs-section.ts';
import { html, type Markup } from './markup.ts';
import { podsTable } from './pods-table.ts';
import { shownSpanMs, timelineSvg } from './timeline-svg.ts';

export type { ReportInputs } from './inputs-section.ts';

/** Where a report comes from, for its text. */
export interface ReportOptions {
  /** The command line that makes the run again, quoted for a shell. */
  readonly command: string;
  readonly inputs: ReportInputs;
  readonly certainty?: Certainty;
}

/**
 * Returns a run as one HTML file without any other files or scripts: the answer, the timeline with the
 * reasons of waits, charts, tables, inputs, and the command that makes it again. The same trace gives the
 * same bytes.
 */
export function reportHtml(
  records: readonly TraceRecord[],
  { command, inputs, certainty }: ReportOptions,
): string {
  const view = runView(records);
  const why = new WhyIndex(records);
  const title = `Windlass run · ${view.title}`;
  return htmlPage(
    title,
    html`${heading(records, view)}
${causesAnswer(view, why, certainty)}
<section><h2>Timeline</h2>
${timelineSvg(view, (row, bar) => why.sentence(row, bar))}
${nodeNotes(view)}</section>
${chartsSection(records, view.summary, resourceView(records), shownSpanMs(view))}
<section><h2>Tables</h2>
${podsTable(records)}
${imagesTable(records)}
${failuresTable(view)}
${eventsTable(records)}
</section>
${inputsSection(command, inputs)}`,
  );
}

function causesAnswer(view: RunView, why: WhyIndex, certainty: Certainty | undefined): Markup {
  return answer(
    { ...view.summary, ...certainty },
    view.causes,
    ({ worst }) => visibleText(rowName(view, worst.row)),
    ({ worst }) => visibleText(why.sentence(worst.row, worst.bar)),
  );
}

/** Returns the name of a container, `default/web-0/app`. */
function rowName({ rows }: RunView, row: number): string {
  const { pod, container } = rows[row] ?? {};
  return pod === undefined ? (container ?? '') : `${pod.namespace}/${pod.name}/${container}`;
}

const conditionsMax = 6;

function heading(records: readonly TraceRecord[], { assumptions, readings, title }: RunView): Markup {
  const header = headerOf(records);
  const horizon =
    header === undefined
      ? undefined
      : html`<p class="conditions">Looked at for ${durationText(header.horizonMs)} of virtual time at most.</p>`;
  const conditions = nodeConditions(header?.nodes ?? []);
  const left = conditions.length - conditionsMax;
  return html`<header><h1>Windlass run · ${title}</h1>
${conditions.slice(0, conditionsMax).map((text) => html`<p class="conditions">${text}</p>`)}
${left > 0 ? html`<p class="conditions">and nodes under ${countText(left, 'other condition')}</p>` : undefined}
${horizon}
${unfolded('What was read', readings)}${unfolded('What was assumed', assumptions)}
</header>`;
}

/** Nodes under the same conditions share a line: `20 nodes (node-1 … node-20) · kubelet 1.36 · …`. */
function nodeConditions(nodes: readonly HeaderNode[]): string[] {
  return [...groupedBy(nodes, (node) => nodeText({ ...node, name: '' }))].map(([text, alike]) => {
    const names =
      alike.length === 1
        ? alike[0]?.name
        : `${alike.length} nodes (${alike[0]?.name} … ${alike.at(-1)?.name})`;
    return `${visibleText(names ?? '')} · ${text}`;
  });
}

const notesMax = 40;

function nodeNotes({ nodes }: RunView): Markup | undefined {
  const notes = nodes.flatMap(({ name, notes: own }) =>
    own.map((note) => html`<li>${visibleText(name)}: ${visibleText(note)}</li>`),
  );
  if (notes.length === 0) return undefined;
  const left = notes.length - notesMax;
  return html`<h3>What happened to the nodes</h3><ul>${notes.slice(0, notesMax)}${left > 0 ? html`<li>and ${left} more</li>` : undefined}</ul>`;
}

function unfolded(title: string, texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined;
  return html`<details><summary>${title} (${texts.length})</summary><ul>${texts.map((text) => html`<li>${visibleText(text)}</li>`)}</ul></details>`;
}
