import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { ActorEntry } from '../worker/worker-protocol.ts';
import { actorGroups, podOf, visibleTitle } from './actor-groups.ts';

interface ActorChooserProps {
  readonly entries: readonly ActorEntry[];
  readonly chosen: ActorEntry | undefined;
  readonly onActor: (actor: string) => void;
}

/** The most actors in the list; a search finds the others. */
const shownMax = 200;

/**
 * A field that finds an actor of the node by a part of its machine, pod or path. Arrow keys and Enter choose.
 */
export function ActorChooser({ entries, chosen, onActor }: ActorChooserProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState<string>();
  const [place, setPlace] = useState(0);
  const isOpen = search !== undefined;
  const groups = isOpen ? actorGroups(entries, chosen === undefined ? undefined : podOf(chosen), search) : [];
  const all = groups.flatMap((group) => group.entries);
  const found = all.slice(0, shownMax);
  const lit = found[Math.min(place, found.length - 1)];
  useEffect(() => {
    if (isOpen && lit !== undefined)
      document.getElementById(`${id}-${found.indexOf(lit)}`)?.scrollIntoView({ block: 'nearest' });
  }, [lit, isOpen]);

  const shut = (): void => setSearch(undefined);
  const choose = (entry: ActorEntry | undefined): void => {
    if (entry === undefined) return;
    shut();
    onActor(entry.actor);
  };
  const begin = (): void => {
    if (isOpen) return;
    setSearch('');
    setPlace(0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (isOpen ? setPlace(Math.min(place + 1, found.length - 1)) : begin()),
      ArrowUp: () => setPlace(Math.max(place - 1, 0)),
      Enter: () => (isOpen ? choose(lit) : begin()),
      Escape: shut,
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div class="statechart-chooser">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Actor"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={lit === undefined ? undefined : `${id}-${found.indexOf(lit)}`}
        placeholder={chosen === undefined ? 'Choose an actor …' : 'Search: machine, pod, path …'}
        spellcheck={false}
        autocomplete="off"
        value={search ?? (chosen === undefined ? '' : `${chosen.machine} · ${visibleTitle(chosen)}`)}
        onFocus={begin}
        onClick={begin}
        onBlur={shut}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        class="statechart-options"
        role="listbox"
        aria-label="Actors of the node"
        // An element that scrolls can be reached with Tab, but this one closes as soon as the field loses the
        // focus.
        tabIndex={-1}
        hidden={!isOpen}
      >
        {groups.map((group, index) => {
          const before = groups.slice(0, index).reduce((sum, { entries: above }) => sum + above.length, 0);
          const shown = group.entries.slice(0, Math.max(0, shownMax - before));
          return shown.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={group.title} role="group" aria-label={group.title}>
              <div class="statechart-group" aria-hidden="true">
                {group.title}
              </div>
              {shown.map((entry, within) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
                <div
                  key={entry.actor}
                  id={`${id}-${before + within}`}
                  role="option"
                  aria-selected={entry === lit}
                  class={`statechart-option ${entry === lit ? 'statechart-option-lit' : ''}`}
                  title={visibleText(entry.actor)}
                  // The field must not lose the focus before the click arrives.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(entry)}
                >
                  <b>{entry.machine}</b> {visibleTitle(entry)}{' '}
                  <span class="statechart-steps">{stepsText(entry.steps)}</span>
                </div>
              ))}
            </div>
          );
        })}
        {isOpen && all.length === 0 && <div class="statechart-hint">No actor of this node is named so.</div>}
        {all.length > shownMax && (
          <div class="statechart-hint">{`… ${(all.length - shownMax).toLocaleString('en')} more: type to find them`}</div>
        )}
      </div>
    </div>
  );
}

function stepsText(steps: number): string {
  return steps === 1 ? '1 step' : `${steps.toLocaleString('en')} steps`;
}
