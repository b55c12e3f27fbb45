import { useRef } from 'preact/hooks';

export interface SplitterProps {
  /** `vertical`: the line stands, and the panels are beside each other. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly label: string;
  /** Of what is before the line, in percent. */
  readonly share: number;
  readonly shareMin: number;
  readonly shareMax: number;
  readonly onShare: (share: number) => void;
  /** What comes after the line can be put away; absent: it cannot. */
  readonly after?: { readonly name: string; readonly isHidden: boolean; readonly onHide: (isHidden: boolean) => void };
}

/** A line between two panels that can be dragged, or moved with the arrow keys; its button puts the second panel away. */
export function Splitter({ orientation, label, share, shareMin, shareMax, onShare, after }: SplitterProps) {
  const isDown = useRef(false);
  const set = (to: number): void => onShare(Math.min(Math.max(to, shareMin), shareMax));
  const onPointerMove = (event: PointerEvent): void => {
    if (!isDown.current) return;
    const box = (event.currentTarget as Element).parentElement?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    set(orientation === 'vertical' ? ((event.clientX - box.left) / box.width) * 100 : ((event.clientY - box.top) / box.height) * 100);
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
    <div class={`shell-splitter shell-splitter-${orientation}`}>
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
