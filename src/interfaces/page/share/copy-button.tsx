import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly label: string;
  /** Returns the text when the button is pressed. */
  readonly text: () => string;
  readonly title?: string;
}

/** A button that copies a text. If the browser does not allow it, the text is shown to be copied by hand. */
export function CopyButton({ label, text, title }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <span class="share-copy">
      <button type="button" title={title} onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" class={state === 'copied' ? 'share-copied' : 'visually-hidden'}>
        {state === 'copied' ? '✓ copied' : ''}
      </span>
      {state === 'refused' && (
        <textarea
          readOnly
          rows={3}
          aria-label={`${label}: copy this by hand`}
          value={text()}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </span>
  );
}
