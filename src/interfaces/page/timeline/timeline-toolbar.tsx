// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
import { type Grouping, groupings, type TimeWindow } from '../ui-protocol.ts';

interface TimelineToolbarProps {
  readonly window: TimeWindow;
  readonly endMs: number;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onRange: (range: TimeWindow) => void;
}

/** Returns the window made wider (`factor` above 1) or narrower around a moment that stays in its place. */
export function zoomed({ fromMs, toMs }: TimeWindow, factor: number, aroundMs: number): TimeWindow {
  return { fromMs: aroundMs - (aroundMs - fromMs) * factor, toMs: aroundMs + (toMs - aroundMs) * factor };
}

/** Buttons for what the wheel and fingers do, and the headers of the rows. */
export function TimelineToolbar({
  window,
  endMs,
  grouping,
  onGrouping,
  onWindow,
  onRange,
}: TimelineToolbarProps) {
  const middle = (window.fromMs + window.toMs) / 2;
  const isWhole = window.toMs - window.fromMs >= endMs * 0.999;
  return (
    <div class="timeline-toolbar" role="group" aria-label="Zoom">
      <button
        type="button"
        onClick={() => onWindow(zoomed(window, 0.5, middle))}
        aria-label="Zoom in"
        title="Zoom in (+)"
      >
        +
      </button>
      <button
        type="button"
        onClick={() => onWindow(zoomed(window, 2, middle))}
        disabled={isWhole}
        aria-label="Zoom out"
        title="Zoom out (-)"
      >
        −
      </button>
      <button
        type="button"
        onClick={() => onWindow({ fromMs: 0, toMs: endMs })}
        disabled={isWhole}
        title="Show the whole run (f)"
      >
        Fit
      </button>
      <button
        type="button"
        onClick={() => onRange(window)}
        aria-label="Totals of what is in sight"
        title="Totals of what is in sight (of a part: Shift and drag, Shift ← →)"
      >
        Σ
      </button>
      <select
        aria-label="Group rows by"
        title="Under which headers the rows are"
        value={grouping}
        onChange={({ currentTarget: { value } }) =>
          onGrouping(groupings.find((each) => each === value) ?? 'node')
        }
      >
        {groupings.map((each) => (
          <option key={each} value={each}>
            by {each}
          </option>
        ))}
      </select>
    </div>
  );
}
