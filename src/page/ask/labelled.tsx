import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface LabelledProps {
  readonly label: string;
  readonly hint?: string;
  /** Returns the control; it takes the ids of its label and its hint. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren;
}

/** A control below its label, with a hint. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  return (
    <div class="ask-labelled">
      <label for={id}>{label}</label>
      {children({ id, ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }) })}
      {hint !== undefined && (
        <p class="ask-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
