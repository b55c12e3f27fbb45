import { useRef, useState } from 'preact/hooks';
import { stateText } from './state-text.ts';
import type { WatchedActor, WatchedActors } from './watched-actors.ts';

export interface ActorTreeProps {
  readonly watched: WatchedActors;
  readonly turn: number;
  readonly selected: string | undefined;
  readonly onSelect: (actor: string) => void;
}

/** Rows that a list may have: beyond them a filter is of more use than a scroll bar. */
const rowsMax = 1500;

/** Who made whom, with the state of each; arrows move and open, as in every tree. */
export function ActorTree({ watched, selected, onSelect }: ActorTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLDivElement>(null);
  const { rows, more } = rowsOf(watched, closed);
  const current = rows.some(({ id }) => id === selected) ? selected : rows[0]?.id;
  const toggle = (id: string, close: boolean) => {
    const next = new Set(closed);
    if (close) next.add(id);
    else next.delete(id);
    setClosed(next);
  };
  const press = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ id }) => id === current);
    const row = rows[at];
    if (row === undefined) return;
    const isOpen = !closed.has(row.id) && watched.childrenOf(row.id).length > 0;
    if (event.key === 'ArrowRight' && closed.has(row.id)) toggle(row.id, false);
    else if (event.key === 'ArrowLeft' && isOpen) toggle(row.id, true);
    else {
      const next = goal(event.key, at, rows, isOpen);
      if (next === undefined) return;
      onSelect(next.id);
      requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
    }
    event.preventDefault();
  };
  return (
    <>
      <div class="viewer-tree" role="tree" aria-label="Actors" ref={tree} onKeyDown={press}>
        {rows.map((actor) => (
          <Row
            key={actor.id}
            actor={actor}
            text={stateText(actor.value)}
            status={actor.status}
            isSelected={actor.id === selected}
            isCurrent={actor.id === current}
            isOpen={watched.childrenOf(actor.id).length === 0 ? undefined : !closed.has(actor.id)}
            onSelect={onSelect}
          />
        ))}
      </div>
      {more > 0 ? <p class="viewer-dim">{`${more} more: choose fewer with the filter`}</p> : null}
    </>
  );
}

interface RowProps {
  readonly actor: WatchedActor;
  readonly text: string;
  readonly status: string;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly isOpen: boolean | undefined;
  readonly onSelect: (actor: string) => void;
}

function Row({ actor, text, status, isSelected, isCurrent, isOpen, onSelect }: RowProps) {
  const isOver = status !== 'active';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys.
    <div
      class={`viewer-row${isSelected ? ' viewer-row-selected' : ''}${isOver ? ' viewer-row-over' : ''}`}
      role="treeitem"
      aria-level={actor.depth + 1}
      aria-selected={isSelected}
      {...(isOpen === undefined ? {} : { 'aria-expanded': isOpen })}
      tabIndex={isCurrent ? 0 : -1}
      title={actor.id}
      onClick={() => onSelect(actor.id)}
    >
      <span class="viewer-indent" aria-hidden="true" style={{ width: `${Math.min(actor.depth, 8) * 12}px` }} />
      <span class="viewer-name">{actor.name}</span>
      <span class="viewer-state">{isOver ? status : text}</span>
    </div>
  );
}

/** Where a key leads; undefined: nowhere. */
function goal(key: string, at: number, rows: readonly WatchedActor[], isOpen: boolean): WatchedActor | undefined {
  if (key === 'ArrowDown' || (key === 'ArrowRight' && isOpen)) return rows[at + 1];
  if (key === 'ArrowUp') return rows[at - 1];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  if (key === 'Enter' || key === ' ') return rows[at];
  const parent = rows[at]?.parentId;
  return key === 'ArrowLeft' ? rows.find(({ id }) => id === parent) : undefined;
}

/** The rows that are open, parents before their children. */
function rowsOf(watched: WatchedActors, closed: ReadonlySet<string>): { rows: readonly WatchedActor[]; more: number } {
  const rows: WatchedActor[] = [];
  let more = 0;
  const open = [...watched.childrenOf(undefined)].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const actor = watched.actors.get(id);
    if (actor !== undefined && rows.length < rowsMax) rows.push(actor);
    else more += 1;
    if (!closed.has(id)) for (const child of [...watched.childrenOf(id)].reverse()) open.push(child);
  }
  return { rows, more };
}
