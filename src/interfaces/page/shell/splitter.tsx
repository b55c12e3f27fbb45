import { useEffect, useRef, useState } from 'preact/hooks';

interface SplitterProps {
  /** `vertical` means that the line is upright and the panels are side by side. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly label: string;
  /** The share of the panel before the line, in percent; undefined means as much as it needs. */
  readonly share: number | undefined;
  readonly shareMin: number;
  readonly shareMax: number;
  readonly onShare: (share: number) => void;
  /** Called when the line is pressed twice: the panel before it takes again what it needs. */
  readonly onFit?: () => void;
  /** The panel after the line, if it can be hidden; absent if it cannot. */
  readonly after?: {
    readonly name: string;
    readonly isHidden: boolean;
    readonly onHide: (isHidden: boolean) => void;
  };
}

/**
 * A line between two panels that can be dragged or moved with the arrow keys. Its button hides the second
 * panel.
 */
export function Splitter({
  orientation,
  label,
  share: given,
  shareMin,
  shareMax,
  onShare,
  onFit,
  after,
}: SplitterProps) {
  const root = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState(50);
  const share = given ?? measured;
  const isDown = useRef(false);
  useEffect(() => {
    const before = given === undefined ? root.current?.previousElementSibling : undefined;
    const parent = before?.parentElement;
    if (before === null || before === undefined || parent === null || parent === undefined) return;
    const observer = new ResizeObserver(() => {
      const [part, whole] = [before.getBoundingClientRect(), parent.getBoundingClientRect()];
      const of = orientation === 'vertical' ? part.width / whole.width : part.height / whole.height;
      if (Number.isFinite(of)) setMeasured(of * 100);
    });
    observer.observe(before);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [given === undefined, orientation]);
  const set = (to: number): void => onShare(Math.min(Math.max(to, shareMin), shareMax));
  const onPointerMove = (event: PointerEvent): void => {
    if (!isDown.current) return;
    const box = (event.currentTarget as Element).parentElement?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    set(
      orientation === 'vertical'
        ? ((event.clientX - box.left) / box.width) * 100
        : ((event.clientY - box.top) / box.height) * 100,
    );
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
    <div ref={root} class={`shell-splitter shell-splitter-${orientation}`}>
      {after?.isHidden !== true && (
        // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
        <div
          class="shell-splitter-line"
          role="separator"
          tabIndex={0}
          aria-orientation={orientation}
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
          onDblClick={onFit}
        />
      )}
      {after !== undefined && (
        <button
          type="button"
          class="shell-splitter-button"
          aria-expanded={!after.isHidden}
          onClick={() => after.onHide(!after.isHidden)}
          title={`${after.isHidden ? 'Show' : 'Hide'} ${after.name}`}
          aria-label={`${after.isHidden ? 'Show' : 'Hide'} ${after.name}`}
        >
          <span aria-hidden="true">{arrowOf(orientation, after.isHidden)}</span>
        </button>
      )}
    </div>
  );
}

function arrowOf(orientation: SplitterProps['orientation'], isHidden: boolean): string {
  if (orientation === 'vertical') return isHidden ? '‹' : '›';
  return isHidden ? '⌃' : '⌄';
}
