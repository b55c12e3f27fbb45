// biome-ignore-all lint/a11y/useSemanticElements: what scrolls has a role and a name of its own
import { useMemo, useState } from 'preact/hooks';
import { phaseLooks } from '../../../reports/phases/phase-looks.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { searchOf } from '../timeline/rows/row-words.ts';
import { type PodLine, podLines } from './pod-lines.ts';

interface RunTableProps {
  readonly view: RunView;
  /** The run as loaded, if the shown run is a what-if. */
  readonly before: RunView | undefined;
  readonly search: string;
  readonly selectedRow: number | undefined;
  readonly onSelect: (row: number, bar?: number) => void;
}

type Column = 'pod' | 'node' | 'toRunning' | 'wait' | 'failures' | 'state';

const columns: readonly (readonly [Column, string])[] = [
  ['pod', 'Pod'],
  ['node', 'Node'],
  ['toRunning', 'Time to running'],
  ['wait', 'Longest wait'],
  ['failures', 'Failed pulls'],
  ['state', 'At the end'],
];

/** Rows in the document; a button shows more. */
const linesAtOnce = 200;

/** The run as a table of its pods, for people who prefer reading, sorting or listening to a picture. */
export function RunTable({ view, before, search, selectedRow, onSelect }: RunTableProps) {
  const [sort, setSort] = useState<{ readonly column: Column; readonly isDown: boolean } | undefined>(
    undefined,
  );
  const [count, setCount] = useState(linesAtOnce);
  const lines = useMemo(() => {
    const found = searchOf(view.rows, search);
    const all = podLines(view).filter(({ firstRow, containers }) => {
      for (let row = firstRow; row < firstRow + containers; row++) if (found(row)) return true;
      return false;
    });
    return sort === undefined ? all : sorted(all, sort.column, sort.isDown);
  }, [view, search, sort]);
  const earlier = useMemo(
    () => (before === undefined ? undefined : new Map(podLines(before).map((line) => [line.key, line]))),
    [before],
  );
  const sortBy = (column: Column): void =>
    setSort((now) => ({
      column,
      isDown: now?.column === column ? !now.isDown : column !== 'pod' && column !== 'node',
    }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="shell-table" tabIndex={0} role="region" aria-label="Table of pods">
      <table>
        <thead>
          <tr>
            {columns.map(([column, title]) => (
              <th
                key={column}
                scope="col"
                aria-sort={sort?.column !== column ? undefined : sort.isDown ? 'descending' : 'ascending'}
              >
                <button type="button" class="shell-table-sort" onClick={() => sortBy(column)}>
                  {title}{' '}
                  <span aria-hidden="true">{sort?.column !== column ? '' : sort.isDown ? '↓' : '↑'}</span>
                </button>
              </th>
            ))}
            {earlier !== undefined && <th scope="col">Before</th>}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, count).map((line) => (
            <tr key={line.key} class={line.firstRow === selectedRow ? 'shell-table-selected' : undefined}>
              <th scope="row">
                <button type="button" class="shell-link" onClick={() => onSelect(line.firstRow)}>
                  {visibleText(line.namespace === 'default' ? line.pod : `${line.namespace}/${line.pod}`)}
                </button>
              </th>
              <td>{visibleText(line.node)}</td>
              <td class="shell-number">{timeText(line.toRunningMs)}</td>
              <td>
                {line.waitPhase !== undefined && (
                  <button
                    type="button"
                    class="shell-link"
                    onClick={() => onSelect(line.waitRow, line.waitBar)}
                  >
                    {durationText(line.waitMs)} {phaseLooks[line.waitPhase].words}
                  </button>
                )}
              </td>
              <td class="shell-number">{line.failures === 0 ? '' : line.failures}</td>
              <td>{line.state}</td>
              {earlier !== undefined && (
                <td class="shell-number">{timeText(earlier.get(line.key)?.toRunningMs)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > count && (
        <p class="shell-table-more">
          <button type="button" onClick={() => setCount(count + linesAtOnce * 5)}>
            Show more of {lines.length} pods
          </button>
        </p>
      )}
      {lines.length === 0 && <p>{search === '' ? 'No pods are on a node.' : 'Nothing has this name.'}</p>}
    </div>
  );
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? 'never' : durationText(ms);
}

function sorted(lines: readonly PodLine[], column: Column, isDown: boolean): PodLine[] {
  const sortedBy = (line: PodLine): string | number =>
    ({
      pod: `${line.namespace}/${line.pod}`,
      node: line.node,
      toRunning: line.toRunningMs ?? Number.POSITIVE_INFINITY,
      wait: line.waitMs,
      failures: line.failures,
      state: line.state,
    })[column];
  const turn = isDown ? -1 : 1;
  return [...lines].sort((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    return a === b ? 0 : a < b ? -turn : turn;
  });
}
