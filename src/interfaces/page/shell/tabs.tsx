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
    const place = tabs.findIndex(([name]) => name === chosen);
    const to = tabs[(place + by + tabs.length) % tabs.length];
    if (to === undefined) return;
    onChosen(to[0]);
    const list = event.currentTarget as HTMLElement;
    (list.children[(place + by + tabs.length) % tabs.length] as HTMLElement | undefined)?.focus();
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
