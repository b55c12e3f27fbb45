// biome-ignore-all lint/a11y/noStaticElementInteractions: Escape closes from anywhere inside
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly title?: string;
  /** By which the search opens it (palette/focus-setting.ts). */
  readonly name?: string;
  readonly disabled?: boolean;
  /** Returns the content; the argument closes the menu. */
  readonly children: (close: () => void) => ComponentChildren;
}

/**
 * A button that opens a small panel below it. Escape, a press elsewhere, or leaving it with Tab closes it.
 */
export function Menu({ label, title, name, disabled = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    <div class="shell-menu" data-menu={name} ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={disabled}
        title={title}
        onClick={() => setOpen(!isOpen)}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div class="shell-menu-panel" id={id}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
