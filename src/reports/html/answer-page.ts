import { visibleText } from '../text/visible-text.ts';
import type { ChartMarkup } from './charts.ts';
import { htmlPage } from './html-page.ts';
import { inputsSection, type ReportInputs } from './inputs-section.ts';
import { html } from './markup.ts';
import type { TableMarkup } from './page-table.ts';

/** Where an answer comes from. */
interface AnswerOrigin {
  /** The command line that makes it again, quoted for a shell. */
  readonly command: string;
  readonly inputs: ReportInputs;
}

/** What an answer shows. */
export interface AnswerContent {
  /** What was asked. */
  readonly title: string;
  readonly conditions: readonly string[];
  /** The answer, the most important first. Lines that begin with two spaces are commands. */
  readonly sentences: readonly string[];
  readonly charts: readonly ChartMarkup[];
  readonly tables: readonly TableMarkup[];
}

/** Returns the answer to a question over many runs as one HTML file without any other files or scripts. */
export function answerPage(
  { title, conditions, sentences, charts, tables }: AnswerContent,
  { command, inputs }: AnswerOrigin,
): string {
  const [first = '', ...others] = sentences;
  return htmlPage(
    `Windlass · ${visibleText(title)}`,
    html`<header><h1>${visibleText(title)}</h1>${conditions.map((text) => html`<p class="conditions">${visibleText(text)}</p>`)}</header>
<section class="answer" aria-label="Answer"><p class="first">${visibleText(first)}</p>
${others.map((text) => (text.startsWith('  ') ? html`<pre tabindex="0" aria-label="Command"><code>${visibleText(text.trim())}</code></pre>` : html`<p>${visibleText(text)}</p>`))}
</section>
${charts.length === 0 ? undefined : html`<section><h2>Charts</h2><div class="charts">${charts}</div></section>`}
${tables.length === 0 ? undefined : html`<section><h2>Tables</h2>${tables}</section>`}
${inputsSection(command, inputs)}`,
  );
}
