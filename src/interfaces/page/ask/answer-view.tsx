// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
import { h, type VNode } from 'preact';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { SvgNode } from '../../../reports/html/svg-document.ts';
import { CopyButton } from '../share/copy-button.tsx';
import { saveText } from '../share/save-text.ts';
import type { ToldAnswer } from '../worker/worker-protocol.ts';
import { AnswerTable } from './answer-table.tsx';

interface AnswerViewProps {
  readonly answer: ToldAnswer;
  /** The base name of saved files, without an ending. */
  readonly name: string;
  /** Which of the questions it answers. */
  readonly kind: string;
  readonly sources: readonly SourceText[];
  /** Warnings that the page shows already. */
  readonly known: readonly string[];
}

/**
 * An answer: its sentences, its charts and tables, the command that gives it too, and the files in which it
 * can be saved.
 */
export function AnswerView({ answer, name, kind, sources, known }: AnswerViewProps) {
  const { title, conditions, sentences, warnings, charts, tables, interrupted, command, text, json, html } =
    answer;
  const [first = '', ...others] = sentences;
  return (
    <article class="ask-answer" data-command={kind} aria-label="Answer">
      <h2>{title}</h2>
      {conditions.map((condition) => (
        <p key={condition} class="ask-hint">
          {condition}
        </p>
      ))}
      {warnings
        .filter((warning) => !known.includes(warning))
        .map((warning) => (
          <p key={warning} class="ask-hint">
            Warning: {warning}
          </p>
        ))}
      {interrupted !== undefined && (
        <p class="ask-interrupted">Cancelled: {interrupted}. This is what is known so far.</p>
      )}
      <p class="ask-first">{first}</p>
      {others.map((sentence, index) => (
        <Sentence key={index} text={sentence} />
      ))}
      <div class="ask-save">
        <button type="button" onClick={() => saveText(`${name}.html`, html, 'text/html')}>
          Save as HTML
        </button>
        <button type="button" onClick={() => saveText(`${name}.json`, json, 'application/json')}>
          Save as JSON
        </button>
        <CopyButton label="Copy as text" text={() => text} title="What the command prints" />
      </div>
      <h3>The same answer in a terminal</h3>
      <div class="ask-command">
        <pre tabIndex={0}>
          <code>{command}</code>
        </pre>
        <CopyButton label="Copy command" text={() => command} />
      </div>
      {charts.length > 0 && (
        <div class="ask-charts">
          {charts.map((chart) => (
            <figure key={chart.title}>
              <figcaption>{chart.title}</figcaption>
              <Drawing node={chart.plot} />
            </figure>
          ))}
        </div>
      )}
      {tables.map((table) => (
        <AnswerTable key={table.caption} table={table} sources={sources} />
      ))}
      <details class="ask-text">
        <summary>As the command prints it</summary>
        <pre tabIndex={0}>{text}</pre>
      </details>
    </article>
  );
}

function Sentence({ text }: { readonly text: string }) {
  return text.startsWith('  ') ? (
    <pre tabIndex={0}>
      <code>{text.trim()}</code>
    </pre>
  ) : (
    <p>{text}</p>
  );
}

/** What Observable Plot draws with. Nothing else is drawn, whatever a drawing says. */
const names = new Set(['svg', 'g', 'path', 'rect', 'line', 'circle', 'text', 'tspan', 'title', 'polyline']);
const attributes =
  /^(?:aria-[a-z]+|class|role|width|height|viewBox|d|[xyr]|[xyrcd]{1,2}[12]?|transform|(?:fill|stroke|font|text|paint)(?:-[a-z]+)*|opacity|dominant-baseline)$/;

/** A drawing of the worker, element by element, so that no text in it becomes markup. */
function Drawing({ node }: { readonly node: SvgNode }): VNode | null {
  if (!names.has(node.name)) return null;
  const kept = Object.entries(node.attributes).filter(([name]) => attributes.test(name));
  return h(
    node.name,
    Object.fromEntries(kept),
    node.text,
    node.children.map((child, index) => <Drawing key={index} node={child} />),
  );
}
