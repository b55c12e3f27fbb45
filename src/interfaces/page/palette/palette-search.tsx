// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are those of the field
// biome-ignore-all lint/a11y/useFocusableInteractive: the field keeps the focus
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a list box of a combobox
// biome-ignore-all lint/a11y/noRedundantRoles: only with a list would it be one by itself
// biome-ignore-all lint/a11y/useSemanticElements: a datalist shows neither groups nor what its options are
import '../style/palette.css';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ExampleSource } from '../boot.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { foundEntries, type PaletteTarget, paletteEntries } from './palette-entries.ts';

interface PaletteSearchProps {
  readonly run: RunContents;
  /** The selected row, about which questions can be asked. */
  readonly row: number | undefined;
  readonly examples: readonly ExampleSource[];
  readonly field: RefObject<HTMLInputElement | null>;
  /** The text that the rows have to contain. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onTarget: (target: PaletteTarget) => void;
}

/**
 * One field for all that can be looked for: while it is typed in, the rows of the run are those that contain the
 * text; below it are the pods, images, settings, questions and examples that it may mean.
 */
export function PaletteSearch({ run, row, examples, field, search, onSearch, onTarget }: PaletteSearchProps) {
  const id = useId();
  // The page is drawn once a frame: until then the letters that were just typed are only here.
  const [text, setText] = useState(search);
  useLayoutEffect(() => setText(search), [search]);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  const entries = useMemo(
    () => (isOpen ? paletteEntries(run, examples, row) : []),
    [isOpen, run, examples, row],
  );
  const found = useMemo(() => foundEntries(entries, text), [entries, text]);
  const isShown = isOpen && found.length > 0;
  const take = (target: PaletteTarget): void => {
    setOpen(false);
    setPlace(-1);
    onTarget(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isShown) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      // Above the first one is the field itself.
      setPlace(((place + 1 + by + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Enter' && found[place] !== undefined) {
      event.preventDefault();
      take(found[place].target);
    } else if (event.key === 'Escape' && place >= 0) {
      // From the list back to the field; from there the page leaves it.
      event.stopPropagation();
      event.preventDefault();
      setPlace(-1);
    }
  };
  return (
    <div class="palette">
      <input
        ref={field}
        class="shell-search"
        type="search"
        role="combobox"
        list={undefined}
        placeholder="Pods, images, settings, questions  /"
        aria-label="Search pods, images, settings and questions"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && place >= 0 ? `${id}-${place}` : undefined}
        value={text}
        onInput={(event) => {
          setOpen(true);
          setPlace(-1);
          setText(event.currentTarget.value);
          onSearch(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isShown && (
        <ul class="palette-list" id={id} role="listbox" aria-label="Found">
          {found.map(({ text: words, about, target }, index) => (
            <li
              key={`${about} ${words}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === place}
              // The field would lose the focus, and the list would be gone before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(target)}
            >
              <span>{words}</span> <small>{about}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
