import type { RunRequest } from '../../../inputs/run-request.ts';
import { phaseLooks } from '../../../reports/phases/phase-looks.ts';
import type { BarView, RowView } from '../../../reports/run-view/run-view.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { Remedies } from '../answer/remedies.tsx';
import { Swatch } from '../timeline/legend.tsx';
import { rowOutcome } from '../timeline/rows/row-words.ts';
import { momentText } from '../timeline/time-axis.ts';
import { useTheme } from '../timeline/use-look.ts';
import { useWhy } from '../timeline/use-why.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

interface WhyTabProps {
  readonly client: RunClient;
  readonly run: RunContents;
  /** The number of the row that it is about. */
  readonly row: number;
  /** The bar at the playhead, if one was selected. */
  readonly bar: number | undefined;
  readonly onBar: (bar: number) => void;
  readonly onRow: (row: number, atMs: number) => void;
  readonly onTry: (settings: RunRequest) => void;
}

/** As many parts as are read; a container that restarts for days has thousands. */
const barsMax = 60;
const failuresMax = 5;

/** What a container waited for and why, part by part, and what would have helped it. */
export function WhyTab({ client, run, row, bar, onBar, onRow, onTry }: WhyTabProps) {
  const theme = useTheme();
  const data = run.view.rows[row];
  const shown = bar ?? longestBar(data?.bars ?? []);
  const why = useWhy(client, run.run, row, shown, 0);
  if (data === undefined) return null;
  const first = Math.max(0, Math.min((shown ?? 0) - barsMax / 2, data.bars.length - barsMax));
  const bars = data.bars.slice(first, first + barsMax);
  const cause = shown === undefined ? undefined : data.bars[shown]?.cause;
  const part = shown === undefined ? undefined : data.bars[shown];
  return (
    <>
      <p class="drawer-outcome">{rowOutcome(data)}</p>
      {part !== undefined && (
        <p>
          <Swatch phase={part.phase} theme={theme} /> <b>{durationText(part.toMs - part.fromMs)}</b>{' '}
          {bar === undefined && 'of it '}
          {phaseLooks[part.phase].words}: {why === undefined ? '…' : visibleText(why)}
        </p>
      )}
      {cause?.row !== undefined && (
        <button type="button" class="drawer-cause" onClick={() => onRow(cause.row ?? row, cause.atMs)}>
          Go to the cause
        </button>
      )}
      <Failures failures={data.failures} />
      {run.canChange && data.pod !== undefined && (
        <section aria-label="What would have helped">
          <h3>What would have helped it</h3>
          <Remedies client={client} run={run} pod={data.pod} container={data.container} onTry={onTry} />
        </section>
      )}
      <h3>All of its time</h3>
      {first > 0 && <p class="drawer-more">{first} earlier parts</p>}
      <ol class="drawer-bars">
        {bars.map(({ phase, fromMs, toMs }, index) => (
          <li key={first + index}>
            <button type="button" aria-pressed={first + index === shown} onClick={() => onBar(first + index)}>
              <Swatch phase={phase} theme={theme} />
              <span>{phaseLooks[phase].words}</span>
              <b>{durationText(toMs - fromMs)}</b>
              <span class="drawer-from">from {momentText(fromMs)}</span>
            </button>
          </li>
        ))}
      </ol>
      {first + bars.length < data.bars.length && (
        <p class="drawer-more">{data.bars.length - first - bars.length} later parts</p>
      )}
    </>
  );
}

function Failures({ failures }: Pick<RowView, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <section aria-label="Failed pulls">
      <h3>Failed pulls</h3>
      {failures.slice(0, failuresMax).map(({ atMs, reason, error }) => (
        <p key={atMs} class="timeline-details-failure">
          ✕ {momentText(atMs)} <b>{visibleText(reason)}</b> {visibleText(error)}
        </p>
      ))}
      {failures.length > failuresMax && (
        <p class="drawer-more">and {failures.length - failuresMax} more failed pulls</p>
      )}
    </section>
  );
}

/** Returns the bar that took longest of those before the container ran; undefined if there is none. */
function longestBar(bars: readonly BarView[]): number | undefined {
  const waits = [...bars.entries()].filter(([, { phase }]) => phase !== 'running' && phase !== 'ended');
  return waits.toSorted(([, a], [, b]) => b.toMs - b.fromMs - (a.toMs - a.fromMs))[0]?.[0];
}
