import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSize } from '../timeline/use-size.ts';
import type { ActorTimeline } from './actor-timeline.ts';
import { LogLine } from './log-line.tsx';
import { LogRows, rowHeight } from './log-rows.ts';

interface EventLogProps {
  readonly timeline: ActorTimeline;
  /** The number of steps at the playhead; undefined if the actor does not exist yet. */
  readonly done: number | undefined;
  readonly nameOf: (path: string) => string;
  readonly onSeek: (done: number) => void;
}

const extraRows = 8;

/**
 * All events of the actor. Only the visible lines are in the page, so that any number of them scrolls. The
 * arrow keys move through them.
 */
export function EventLog({ timeline, done, nameOf, onSeek }: EventLogProps) {
  const list = useRef<HTMLDivElement>(null);
  const { height } = useSize(list);
  const [scrollTop, setScrollTop] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [isFollowing, setIsFollowing] = useState(true);
  const [reached, setReached] = useState<number>();
  const rows = useMemo(() => new LogRows(timeline.length + 1, open), [timeline, open]);
  const current = done ?? 0;
  const reachable = reached ?? current;

  const bringIntoView = (row: number): void => {
    const { current: element } = list;
    if (element === null) return;
    const top = rows.topOf(row);
    if (top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight) return;
    element.scrollTop = top - (element.clientHeight - rowHeight) / 2;
    setScrollTop(element.scrollTop);
  };
  useLayoutEffect(() => {
    if (isFollowing) bringIntoView(current);
  }, [current, isFollowing, timeline, height]);
  useEffect(() => setReached(undefined), [current, timeline]);

  const walk = (row: number): void => {
    const to = Math.min(rows.length - 1, Math.max(0, row));
    bringIntoView(to);
    setReached(to);
    // The line may be added to the page only now.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-done="${to}"] .statechart-log-seek`)?.focus(),
    );
  };
  const toggle = (row: number): void => {
    const next = new Set(open);
    if (!next.delete(row)) next.add(row);
    setOpen(next);
  };
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => walk(reachable + 1),
    ArrowUp: () => walk(reachable - 1),
    PageDown: () => walk(reachable + page),
    PageUp: () => walk(reachable - page),
    Home: () => walk(0),
    End: () => walk(rows.length - 1),
    ArrowRight: () => setOpen(new Set([...open, reachable])),
    ArrowLeft: () => setOpen(new Set([...open].filter((row) => row !== reachable))),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act =
      event.target instanceof HTMLElement && event.target.closest('.statechart-log-seek') !== null
        ? keys[event.key]
        : undefined;
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };

  const { from, to } = rows.seen(scrollTop, height, extraRows);
  const shown = new Set(Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place));
  // The focused line stays in the page, however far it is scrolled away.
  shown.add(Math.min(reachable, rows.length - 1));
  return (
    <div class="statechart-log">
      <div class="statechart-log-head">
        <h3>{`Events (${timeline.length.toLocaleString('en')}${timeline.history.isCut ? ', then cut off' : ''})`}</h3>
        <label>
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={({ currentTarget }) => setIsFollowing(currentTarget.checked)}
          />{' '}
          follow the playhead
        </label>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within */}
      <div
        ref={list}
        class="statechart-log-lines"
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        onWheel={() => setIsFollowing(false)}
        onTouchMove={() => setIsFollowing(false)}
        onKeyDown={onKeyDown}
      >
        <ol aria-label="Events" style={{ height: `${rows.height}px` }}>
          {[...shown]
            .sort((one, other) => one - other)
            .map((row) => (
              <LogLine
                key={row}
                timeline={timeline}
                done={row}
                top={rows.topOf(row)}
                isCurrent={row === done}
                isFuture={done === undefined || row > done}
                isOpen={open.has(row)}
                isReached={row === reachable}
                nameOf={nameOf}
                onSeek={onSeek}
                onToggle={toggle}
              />
            ))}
        </ol>
      </div>
    </div>
  );
}
