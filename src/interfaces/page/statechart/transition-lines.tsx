import type { Chart } from '../../../charts/statechart/chart.ts';
import type { LabelLine } from '../../../charts/statechart/chart-layout.ts';
import { chartMetrics, labelWidth } from '../../../charts/statechart/chart-metrics.ts';
import { transitionWords } from '../../../charts/statechart/transition-label.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { timesText } from './texts.ts';

interface TransitionLinesProps {
  readonly chart: Chart;
  readonly lines: readonly LabelLine[];
  readonly counts: ReadonlyMap<string, number>;
  readonly lastTaken: readonly string[];
  readonly onTransition: (transition: string) => void;
}

const { labelLetter, labelLine } = chartMetrics;

/**
 * The labels of one arrow, or of the transitions that stay in one state. Each shows how often it was taken,
 * and is a button that goes to the next time it is taken.
 */
export function TransitionLines({ chart, lines, counts, lastTaken, onTransition }: TransitionLinesProps) {
  return lines.map(({ transition, rows, x, y }) => {
    const count = counts.get(transition) ?? 0;
    const isLast = lastTaken.includes(transition);
    const words = transitionWords(chart, transition);
    const isNever = count === 0;
    const lastRow = rows.at(-1) ?? '';
    return (
      // biome-ignore lint/a11y/useSemanticElements: SVG has no button
      <g
        key={transition}
        class={`statechart-line ${isNever ? 'statechart-never' : 'statechart-taken'} ${isLast ? 'statechart-last' : ''}`}
        data-transition={transition}
        role="button"
        tabIndex={isNever ? -1 : 0}
        onClick={() => onTransition(transition)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onTransition(transition);
        }}
      >
        <title>
          {isNever
            ? `${words}: not taken so far`
            : `${words}: taken ${timesWords(count)}${isLast ? ', just now' : ''}; click: to the next time`}
        </title>
        <rect
          class="statechart-line-area"
          x={x - 2}
          y={y - labelLine + 3}
          width={labelWidth(largest(rows.map((row) => row.length))) + 2}
          height={rows.length * labelLine}
          rx="3"
        />
        {rows.map((row, place) => (
          <text key={row} class="statechart-label" x={x} y={y + place * labelLine}>
            {row}
          </text>
        ))}
        {count > 0 && (
          <text
            class="statechart-count"
            x={x + (lastRow.length + 1) * labelLetter}
            y={y + (rows.length - 1) * labelLine}
          >
            {timesText(count)}
          </text>
        )}
      </g>
    );
  });
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}
