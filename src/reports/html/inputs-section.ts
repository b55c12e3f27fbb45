import { sizeText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { html, type Markup } from './markup.ts';

/** The inputs of a run as they may be shown: the result of `withoutSecrets` of the input stage. */
export interface ReportInputs {
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** What is not shown because it may be secret. */
  readonly leftOut: readonly string[];
}

/** The limit for all inputs together; the rest is not shown. */
const charactersMax = 300_000;
const leftOutMax = 20;

/** Returns the command that makes the run again, and its inputs, folded. */
export function inputsSection(command: string, { sources, leftOut }: ReportInputs): Markup {
  let room = charactersMax;
  const shown = sources.map(({ name, text }) => {
    const kept = text.slice(0, room);
    room -= kept.length;
    return inputDetails(name, kept, text.length - kept.length);
  });
  return html`<section><h2>The same again</h2>
<p class="note">The same inputs, seed and version of Windlass give the same run.</p>
<pre tabindex="0" aria-label="Command"><code>${visibleText(command)}</code></pre>
${shown.length === 0 ? undefined : html`<h3>Inputs</h3><p class="note">Only what a run reads of them, without comments.</p>${shown}`}${leftOutNote(leftOut)}</section>`;
}

function inputDetails(name: string, text: string, cut: number): Markup {
  const note = cut > 0 ? ` (${sizeText(cut)} cut off)` : '';
  const body =
    text === ''
      ? undefined
      : html`<pre tabindex="0" aria-label="${visibleText(name)}"><code>${text}</code></pre>`;
  return html`<details><summary>${visibleText(name)}${note}</summary>${body}</details>`;
}

function leftOutNote(leftOut: readonly string[]): Markup | undefined {
  if (leftOut.length === 0) return undefined;
  const more = leftOut.length > leftOutMax ? `, and ${leftOut.length - leftOutMax} more` : '';
  return html`<p class="note">Left out or replaced, since it may be secret: ${visibleText(leftOut.slice(0, leftOutMax).join(', '))}${more}.</p>`;
}
