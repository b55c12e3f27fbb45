import { useEffect, useRef } from 'preact/hooks';

const keys: readonly (readonly [string, string])[] = [
  ['Space', 'play or pause'],
  [', and .', 'step to the change before or after'],
  ['Home, End', 'to the beginning or end of the run'],
  ['W and S, + and -', 'zoom in or out'],
  ['A and D', 'move the window of time'],
  ['Shift ← →', 'pick a range from the playhead on: its totals'],
  ['f', 'fit: show the whole run'],
  ['/ or Ctrl K', 'search pods, images, settings, questions'],
  ['t', 'timeline or table'],
  ['i', 'details of what is selected'],
  ['l', 'large details, or beside the timeline'],
  ['q', 'ask a question, or close the details'],
  ['b', 'as it is, or the variant'],
  ['Esc', 'close, cancel the run that is being made, or forget the range, then the selection'],
  ['?', 'this help'],
];

const inTimeline: readonly (readonly [string, string])[] = [
  ['↑ ↓', 'row above or below'],
  ['← →', 'bar before or after; on a node: close or open it'],
  ['Enter', 'select the row or bar'],
  ['c', 'go to the cause of the bar'],
  ['Home, End', 'first or last bar of the row'],
  ['Ctrl Home, Ctrl End', 'first or last row'],
  ['Page Up, Page Down', 'twelve rows'],
];

const byPointer: readonly (readonly [string, string])[] = [
  ['Drag', 'move the window of time'],
  ['Ctrl or ⌘ and wheel, pinch', 'zoom; the wheel alone where all rows are in sight'],
  ['Shift and wheel', 'move the window of time'],
  ['Shift and drag', 'pick a range: its totals, and a way to zoom to it'],
  ['Double click', 'zoom to a bar; beside a bar: the whole run'],
  ['Click', 'select: the details follow'],
];

/** The list of all keys and gestures. */
export function HelpDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen && dialog.current?.open === true) dialog.current.close();
  }, [isOpen]);
  return (
    <dialog class="shell-help" ref={dialog} onClose={onClose} aria-labelledby="shell-help-title">
      {isOpen && (
        <>
          <h2 id="shell-help-title">Keys and gestures</h2>
          <Keys title="Everywhere" rows={keys} />
          <Keys title="In the timeline" rows={inTimeline} />
          <Keys title="With the pointer" rows={byPointer} />
          <form method="dialog">
            <button type="submit">Close</button>
          </form>
        </>
      )}
    </dialog>
  );
}

function Keys({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="shell-keys">
        {rows.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
