import { useLayoutEffect, useRef } from 'preact/hooks';

interface VariantTitleProps {
  /** What it is called now. */
  readonly name: string;
  /** What it is called without a name of its own. */
  readonly words: string;
  /** Takes the new name; undefined if it is to stay as it was. */
  readonly onName: (name: string | undefined) => void;
}

/** The field in which a variant is renamed, in the place of its name. */
export function VariantTitle({ name, words, onName }: VariantTitleProps) {
  const field = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const leave = (to: string | undefined): void => {
    // A field that goes away loses the focus, which must not count as a second end.
    if (isLeft.current) return;
    isLeft.current = true;
    onName(to);
  };
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      class="variants-field"
      type="text"
      maxLength={60}
      autocomplete="off"
      aria-label={`Name of the variant ${words}`}
      placeholder={words}
      defaultValue={name}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        leave(event.key === 'Enter' ? event.currentTarget.value : undefined);
      }}
      onBlur={(event) => leave(event.currentTarget.value)}
    />
  );
}
