import { useRef } from 'preact/hooks';

interface SplitterProps {
  readonly label: string;
  /** The share of the panel before the line, in percent. */
  readonly share: number;
  readonly shareMin: number;
  readonly shareMax: number;
  readonly onShare: (share: number) => void;
  /** The panel after the line. */
  readonly after: string;
  readonly onHide: () => void;
}

/**
 * An upright line between two panels that can be dragged or moved with the arrow keys. Its button hides the second
 * panel.
 */
export function Splitter({ label, share, shareMin, shareMax, onShare, after, onHide }: SplitterProps) {
  const isDown = useRef(false);
  const set = (to: number): void => onShare(Math.min(Math.max(to, shareMin), shareMax));
  const onPointerMove = (event: PointerEvent): void => {
    if (!isDown.current) return;
    const box = (event.currentTarget as Element).parentElement?.parentElement?.getBoundingClientRect();
    if (box !== undefined) set(((event.clientX - box.left) / box.width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
    if (by === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + by);
  };
  const release = (): void => {
    isDown.current = false;
  };
  return (
    <div class="shell-splitter">
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        class="shell-splitter-line"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={Math.round(share)}
        aria-valuemin={shareMin}
        aria-valuemax={shareMax}
        onPointerDown={(event) => {
          isDown.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        class="shell-splitter-button"
        onClick={onHide}
        title={`Hide ${after}`}
        aria-label={`Hide ${after}`}
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}
