interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [Name, string])[];
  readonly chosen: Name;
  /** The id of the element that the chosen tab shows. The ids of the tabs begin with it. */
  readonly panelId: string;
  readonly onChosen: (name: Name) => void;
}

/** Chooses one of several views. Arrow keys move from tab to tab. */
export function Tabs<Name extends string>({ label, tabs, chosen, panelId, onChosen }: TabsProps<Name>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const { children } = event.currentTarget as HTMLElement;
    // The tab with the focus, as the chosen one may not be drawn yet.
    const place = [...children].indexOf(event.target as HTMLElement);
    const next = (place + by + tabs.length) % tabs.length;
    const to = tabs[next];
    if (to === undefined) return;
    onChosen(to[0]);
    (children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="shell-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabIdOf(panelId, name)}
          aria-controls={name === chosen ? panelId : undefined}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChosen(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Returns the id of a tab, which also names its panel. */
export function tabIdOf(panelId: string, name: string): string {
  return `${panelId}-${name}`;
}
