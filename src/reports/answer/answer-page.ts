import { drawnChart } from '../html/answer-charts.ts';
import type { ChartMarkup } from '../html/charts.ts';
import { htmlPage } from '../html/html-page.ts';
import { inputsSection, type ReportInputs } from '../html/inputs-section.ts';
import { html } from '../html/markup.ts';
import { pageTable, type TableMarkup } from '../html/page-table.ts';
import { visibleText } from '../text/visible-text.ts';
import type { Answer } from './answer.ts';

/** Where an answer comes from. */
interface AnswerOrigin {
  /** The command line that makes it again, quoted for a shell. */
  readonly command: string;
  readonly inputs: ReportInputs;
}

/** Rows of a table beyond this are left out. */
const rowsMax = 2000;

/** Returns the charts of an answer, drawn. */
export function drawnCharts({ charts }: Answer): readonly ChartMarkup[] {
  return charts().map(drawnChart);
}

/** Returns the tables of an answer as a page shows them: those that have rows. */
export function pageTables({ tables }: Answer): readonly TableMarkup[] {
  return tables.flatMap(({ caption, columns, rows }) =>
    rows.length === 0 ? [] : [pageTable(caption, columns, rows, rowsMax)],
  );
}

/** Returns the answer to a question over many runs as one HTML file without any other files or scripts. */
export function answerPage(answer: Answer, { command, inputs }: AnswerOrigin): string {
  const { title, conditions, sentences, chartsNote, again = [] } = answer;
  const [charts, tables] = [drawnCharts(answer), pageTables(answer)];
  const [first = '', ...others] = [...sentences, ...again];
  return htmlPage(
    `Windlass · ${visibleText(title)}`,
    html`<header><h1>${visibleText(title)}</h1>${conditions.map((text) => html`<p class="conditions">${visibleText(text)}</p>`)}</header>
<section class="answer" aria-label="Answer"><p class="first">${visibleText(first)}</p>
${others.map((text) => (text.startsWith('  ') ? html`<pre tabindex="0" aria-label="Command"><code>${visibleText(text.trim())}</code></pre>` : html`<p>${visibleText(text)}</p>`))}
</section>
${charts.length === 0 ? undefined : html`<section><h2>Charts</h2>${chartsNote && html`<p class="note">${chartsNote}</p>`}<div class="charts">${charts}</div></section>`}
${tables.length === 0 ? undefined : html`<section><h2>Tables</h2>${tables}</section>`}
${inputsSection(command, inputs)}`,
  );
}
