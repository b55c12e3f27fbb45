import type { ComponentChildren } from 'preact';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { doneShare, type RunProgress } from '../run-progress.ts';

/** Shown if the input is wrong: errors as the command line prints them. */
export function RefusedState({
  errors,
  hasRun,
  open,
  onDismiss,
}: {
  readonly errors: readonly string[];
  readonly hasRun: boolean;
  readonly open: ComponentChildren;
  readonly onDismiss: () => void;
}) {
  return (
    <section class="shell-refused" role="alert">
      <h2>{errors.length === 1 ? 'This input has an error' : `This input has ${errors.length} errors`}</h2>
      {errors.slice(0, 50).map((error, place) => (
        <pre key={place}>{error}</pre>
      ))}
      {errors.length > 50 && <p>and {errors.length - 50} more</p>}
      <p class="shell-refused-ways">
        {open}
        <button type="button" onClick={onDismiss}>
          {hasRun ? 'Back to the run' : 'Close'}
        </button>
      </p>
    </section>
  );
}

/** Shown while the worker makes the first run. Who cancels gets what is known of it, if anything is. */
export function ReadingState({
  progress,
  isStopping,
  onCancel,
}: {
  readonly progress: RunProgress | undefined;
  readonly isStopping: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <section class="shell-reading" role="status">
      <h2>Running …</h2>
      {progress === undefined ? (
        <progress aria-label="Progress of the run" />
      ) : (
        <>
          <progress aria-label="Progress of the run" max={1} value={doneShare(progress)} />
          <p>
            {`${progress.podsDone.toLocaleString('en')} of ${progress.pods.toLocaleString('en')} pods have started; virtual time ${durationText(progress.atMs)}`}
          </p>
        </>
      )}
      <button type="button" onClick={onCancel}>
        {isStopping ? 'Forget it' : 'Cancel'}
      </button>
    </section>
  );
}
