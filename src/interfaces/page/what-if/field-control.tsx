import { useState } from 'preact/hooks';

export interface FieldControlProps {
  readonly kind: 'switch' | 'number' | 'duration' | 'choice' | 'text';
  /** The values of a choice, and how each is shown if not as it is. */
  readonly choices: readonly string[];
  readonly wordsOf?: (choice: string) => string;
  /** What a control shows while its value is empty. */
  readonly placeholder: string;
  /** Present if it cannot be switched off. */
  readonly isLocked?: boolean;
  readonly value: string;
  readonly ids: object;
  readonly onValue: (value: string) => void;
}

/** The control for a field of this type. */
export function FieldControl(props: FieldControlProps) {
  const { kind, choices, wordsOf = String, placeholder, isLocked = false, value, ids, onValue } = props;
  if (kind === 'switch') {
    return (
      <>
        <input
          {...ids}
          type="checkbox"
          role="switch"
          aria-checked={value === 'true'}
          checked={value === 'true'}
          disabled={isLocked && value === 'true'}
          onChange={(event) => onValue(String(event.currentTarget.checked))}
        />
        <span class="what-if-switch-text" aria-hidden="true">
          {value || placeholder}
        </span>
      </>
    );
  }
  if (kind === 'choice') {
    return (
      <select {...ids} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {!choices.includes(value) && <option value={value}>{value || placeholder}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsOf(choice)}
          </option>
        ))}
      </select>
    );
  }
  return <TextField {...props} />;
}

/**
 * A field for a short text. While someone types, it shows what was typed, even if that does not have its
 * intended meaning yet.
 */
function TextField({ ids, kind, value, placeholder, onValue }: FieldControlProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      {...ids}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
      placeholder={placeholder}
      value={typed ?? value}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        onValue(event.currentTarget.value.trim());
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
