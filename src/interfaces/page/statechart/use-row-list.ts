import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useSize } from '../timeline/use-size.ts';
import type { LogRows } from './log-rows.ts';

interface RowListInput {
  /** The element that scrolls. */
  readonly list: RefObject<HTMLElement | null>;
  readonly rows: LogRows;
  /** The row at the playhead. */
  readonly current: number;
  /** What the rows are of. */
  readonly of: unknown;
  /** The class of the buttons that the arrow keys walk through; each row has one, and the row a `data-row`. */
  readonly button: string;
  /** Further keys, with the row that has the focus. */
  readonly keys?: Readonly<Record<string, (row: number) => void>>;
}

interface RowList {
  /** The rows that are in the page, ascending. */
  readonly shown: readonly number[];
  /** The row that the Tab key reaches. */
  readonly reachable: number;
  readonly width: number;
  readonly isFollowing: boolean;
  readonly setIsFollowing: (isFollowing: boolean) => void;
  /** The handlers of the element that scrolls. */
  readonly handlers: {
    readonly onScroll: () => void;
    readonly onWheel: () => void;
    readonly onTouchMove: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const extraRows = 8;

/**
 * A list that is longer than a page can hold: only its visible rows are in the page. It follows the playhead
 * until somebody scrolls, and the arrow keys walk through it.
 */
export function useRowList({ list, rows, current, of, button, keys = {} }: RowListInput): RowList {
  const { width, height } = useSize(list);
  const [scrollTop, setScrollTop] = useState(0);
  const [isFollowing, setIsFollowing] = useState(true);
  const [reached, setReached] = useState<number>();
  const reachable = Math.min(reached ?? current, rows.length - 1);

  const bringIntoView = (row: number): void => {
    const { current: element } = list;
    if (element === null) return;
    const top = rows.topOf(row);
    const { rowHeight } = rows;
    if (top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight) return;
    element.scrollTop = top - (element.clientHeight - rowHeight) / 2;
    setScrollTop(element.scrollTop);
  };
  useLayoutEffect(() => {
    if (isFollowing) bringIntoView(current);
  }, [current, isFollowing, of, height]);
  useEffect(() => setReached(undefined), [current, of]);

  const walk = (row: number): void => {
    const to = Math.min(rows.length - 1, Math.max(0, row));
    bringIntoView(to);
    setReached(to);
    // The row may be added to the page only now.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${to}"] .${button}`)?.focus(),
    );
  };
  const page = Math.max(1, Math.floor(height / rows.rowHeight) - 1);
  const walks: Readonly<Record<string, (row: number) => void>> = {
    ArrowDown: (row) => walk(row + 1),
    ArrowUp: (row) => walk(row - 1),
    PageDown: (row) => walk(row + page),
    PageUp: (row) => walk(row - page),
    Home: () => walk(0),
    End: () => walk(rows.length - 1),
    ...keys,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnRow = event.target instanceof HTMLElement && event.target.closest(`.${button}`) !== null;
    const act = isOnRow ? walks[event.key] : undefined;
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(reachable);
  };

  const { from, to } = rows.seen(scrollTop, height, extraRows);
  const shown = new Set(Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place));
  // The focused row stays in the page, however far it is scrolled away.
  if (rows.length > 0) shown.add(Math.max(0, reachable));
  const release = (): void => setIsFollowing(false);
  return {
    shown: [...shown].sort((one, other) => one - other),
    reachable,
    width,
    isFollowing,
    setIsFollowing,
    handlers: {
      onScroll: () => setScrollTop(list.current?.scrollTop ?? 0),
      onWheel: release,
      onTouchMove: release,
      onKeyDown,
    },
  };
}
