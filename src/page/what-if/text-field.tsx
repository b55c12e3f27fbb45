import { useState } from 'preact/hooks';

export interface TextFieldProps {
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
