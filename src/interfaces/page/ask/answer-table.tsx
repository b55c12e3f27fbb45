// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: what scrolls has a role and a name of its own
import { useState } from 'preact/hooks';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { leftOutText, type PageTable } from '../../../reports/html/page-table.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';

/** A place in a file of the input, from 1. */
interface Place {
  readonly source: SourceText;
  readonly line: number;
}

/** Lines before and after the one that is shown. */
const linesAround = 6;

/** A table of an answer. A cell that names a place in a file of the input opens it there. */
export function AnswerTable({
  table,
  sources,
}: {
  readonly table: PageTable;
  readonly sources: readonly SourceText[];
}) {
  const { caption, columns, rows } = table;
  const [opened, setOpened] = useState<number | undefined>(undefined);
  const left = leftOutText(table);
  return (
    <>
      <div class="ask-table" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, look }) => (
                <th key={title} scope="col" class={look}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => {
              const place = placeOf(cells[0] ?? '', sources);
              const isOpen = opened === row && place !== undefined;
              return [
                <tr key={row}>
                  <th scope="row" class={columns[0]?.look}>
                    {place === undefined ? (
                      cells[0]
                    ) : (
                      <button
                        type="button"
                        class="shell-link"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? undefined : row)}
                      >
                        {cells[0]}
                      </button>
                    )}
                  </th>
                  {cells.slice(1).map((cell, column) => (
                    <td key={column} class={columns[column + 1]?.look}>
                      {cell}
                    </td>
                  ))}
                </tr>,
                isOpen && (
                  <tr key={`${row} opened`}>
                    <td colSpan={columns.length}>
                      <Excerpt {...place} />
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
        </table>
      </div>
      {left !== undefined && <p class="ask-hint">{left}</p>}
    </>
  );
}

/** The lines of a file around a place. */
function Excerpt({ source, line }: Place) {
  const lines = source.text.split('\n');
  const from = Math.max(1, line - linesAround);
  return (
    <div
      class="ask-excerpt"
      tabIndex={0}
      role="region"
      aria-label={`${visibleText(source.name)}, line ${line}`}
    >
      <pre>
        {lines.slice(from - 1, line + linesAround).map((text, index) => (
          <span key={from + index} class={from + index === line ? 'ask-excerpt-line' : undefined}>
            {`${String(from + index).padStart(String(line + linesAround).length)}  ${visibleText(text)}\n`}
          </span>
        ))}
      </pre>
    </div>
  );
}

function placeOf(text: string, sources: readonly SourceText[]): Place | undefined {
  const [, name = '', line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const source = sources.find((each) => visibleText(each.name) === name);
  return source === undefined ? undefined : { source, line: Number(line) };
}
