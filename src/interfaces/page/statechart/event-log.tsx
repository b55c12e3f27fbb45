import { useMemo, useRef, useState } from 'preact/hooks';
import type { ActorTimeline } from './actor-timeline.ts';
import { LogLine } from './log-line.tsx';
import { LogRows } from './log-rows.ts';
import { useRowList } from './use-row-list.ts';

interface EventLogProps {
  readonly timeline: ActorTimeline;
  /** The number of steps at the playhead; undefined if the actor does not exist yet. */
  readonly done: number | undefined;
  readonly nameOf: (path: string) => string;
  readonly onSeek: (done: number) => void;
}

/**
 * All events of the actor. Only the visible lines are in the page, so that any number of them scrolls. The
 * arrow keys move through them, and open and close their payloads.
 */
export function EventLog({ timeline, done, nameOf, onSeek }: EventLogProps) {
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => new LogRows(timeline.length + 1, open), [timeline, open]);
  const { shown, reachable, isFollowing, setIsFollowing, handlers } = useRowList({
    list,
    rows,
    current: done ?? 0,
    of: timeline,
    button: 'statechart-log-seek',
    keys: {
      ArrowRight: (row) => setOpen(new Set([...open, row])),
      ArrowLeft: (row) => setOpen(new Set([...open].filter((other) => other !== row))),
    },
  });
  const toggle = (row: number): void => {
    const next = new Set(open);
    if (!next.delete(row)) next.add(row);
    setOpen(next);
  };
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
      <div ref={list} class="statechart-log-lines" {...handlers}>
        <ol aria-label="Events" style={{ height: `${rows.height}px` }}>
          {shown.map((row) => (
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
