import { useRef, useState } from 'preact/hooks';
import { MiddleCut } from '../statechart/middle-cut.tsx';
import { stateText } from '../statechart/texts.ts';
import { isOverAt, type ReplayActor, type ReplayActors, stateAt } from './replay-actors.ts';

interface ActorTreeProps {
  readonly actors: ReplayActors;
  readonly position: number;
  readonly selected: string | undefined;
  readonly onSelect: (actor: string) => void;
}

/** The most rows of the list. If there are more, a filter is better than scrolling. */
const rowsMax = 1500;

/**
 * The tree of actors below their creators, each with its state. Arrow keys move in it and open branches, as
 * in every tree.
 */
export function ActorTree({ actors, position, selected, onSelect }: ActorTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLDivElement>(null);
  const { rows, more } = rowsOf(actors, position, closed);
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
    const isOpen = !closed.has(row.id) && actors.below(row.id, position).length > 0;
    if (event.key === 'ArrowRight' && closed.has(row.id)) toggle(row.id, false);
    else if (event.key === 'ArrowLeft' && isOpen) toggle(row.id, true);
    else {
      const next = goal(event.key, at, rows, isOpen);
      if (next === undefined) return;
      onSelect(next.id);
      requestAnimationFrame(() =>
        tree.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
      );
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
            text={isOverAt(actor, position) ? 'stopped' : stateText(stateAt(actor, position))}
            isOver={isOverAt(actor, position)}
            isSelected={actor.id === selected}
            isCurrent={actor.id === current}
            isOpen={actors.below(actor.id, position).length === 0 ? undefined : !closed.has(actor.id)}
            onSelect={onSelect}
          />
        ))}
      </div>
      {more > 0 ? <p class="viewer-dim">{`${more} more: choose fewer with the filter`}</p> : null}
    </>
  );
}

interface RowProps {
  readonly actor: ReplayActor;
  readonly text: string;
  readonly isOver: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly isOpen: boolean | undefined;
  readonly onSelect: (actor: string) => void;
}

function Row({ actor, text, isOver, isSelected, isCurrent, isOpen, onSelect }: RowProps) {
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
      <span
        class="viewer-indent"
        aria-hidden="true"
        style={{ width: `${Math.min(actor.depth, 8) * 12}px` }}
      />
      <MiddleCut class="viewer-name" text={actor.name} />
      <span class="viewer-state">{text}</span>
    </div>
  );
}

/** Returns the row to which a key leads; undefined if the key does nothing. */
function goal(
  key: string,
  at: number,
  rows: readonly ReplayActor[],
  isOpen: boolean,
): ReplayActor | undefined {
  if (key === 'ArrowDown' || (key === 'ArrowRight' && isOpen)) return rows[at + 1];
  if (key === 'ArrowUp') return rows[at - 1];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  if (key === 'Enter' || key === ' ') return rows[at];
  const parent = rows[at]?.parentId;
  return key === 'ArrowLeft' ? rows.find(({ id }) => id === parent) : undefined;
}

/** Returns the rows that are open, parents before their children. */
function rowsOf(
  actors: ReplayActors,
  position: number,
  closed: ReadonlySet<string>,
): { rows: readonly ReplayActor[]; more: number } {
  const rows: ReplayActor[] = [];
  let more = 0;
  const open = [...actors.below(undefined, position)].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const actor = actors.get(id);
    if (actor !== undefined && rows.length < rowsMax) rows.push(actor);
    else more += 1;
    if (!closed.has(id)) for (const child of [...actors.below(id, position)].reverse()) open.push(child);
  }
  return { rows, more };
}
