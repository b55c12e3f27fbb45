import { useState } from 'preact/hooks';

interface FieldControlProps {
  readonly kind: 'switch' | 'number' | 'duration' | 'choice' | 'text';
  /** The values of a choice. */
  readonly choices: readonly string[];
  /** The value if nothing is set; empty means no limit. */
  readonly byDefault: string;
  /** Present if it cannot be switched off. */
  readonly isLocked?: boolean;
  readonly value: string;
  readonly ids: object;
  readonly onValue: (value: string) => void;
}

/** The control for a field of this type. */
export function FieldControl({ kind, choices, byDefault, isLocked = false, value, ids, onValue }: FieldControlProps) {
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
          {value}
        </span>
      </>
    );
  }
  if (kind === 'choice') {
    return (
      <select {...ids} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {!choices.includes(value) && <option value={value}>{value === '' ? 'as the kubelet decides' : value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  return (
    <TextField
      ids={ids}
      value={value}
      placeholder={byDefault === '' ? 'no limit' : byDefault}
      isNumeric={kind === 'number'}
      onValue={onValue}
    />
  );
}

interface TextFieldProps {
  readonly ids: object;
  readonly value: string;
  readonly placeholder?: string;
  readonly isNumeric?: boolean;
  readonly onValue: (value: string) => void;
}

/** A field for a short text. While someone types, it shows what was typed, even if that does not have its intended meaning yet. */
export function TextField({ ids, value, placeholder = '', isNumeric = false, onValue }: TextFieldProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      {...ids}
      type="text"
      inputMode={isNumeric ? 'numeric' : 'text'}
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
