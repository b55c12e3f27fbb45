interface ChoiceProps<Name extends string> {
  readonly label: string;
  /** A class of the group; empty for none. */
  readonly kind?: string;
  readonly options: readonly (readonly [Name, string])[];
  readonly chosen: Name;
  readonly onChoice: (name: Name) => void;
}

/** Buttons of which one is pressed. */
export function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { label, kind = '', options, chosen, onChoice } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in view
    <div class={`statechart-choice ${kind}`} role="group" aria-label={label}>
      {options.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoice(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}
