import type { ComponentChildren } from 'preact';
import { durationText } from '../../report/text/quantity-text.ts';
import type { ExampleSource } from '../boot.ts';
import { doneShare, type RunProgress } from '../run-progress.ts';

/** Shown while nothing is open: how to begin. */
export function EmptyState({
  examples,
  open,
  onExample,
}: {
  readonly examples: readonly ExampleSource[];
  readonly open: ComponentChildren;
  readonly onExample: (example: ExampleSource) => void;
}) {
  return (
    <section class="shell-empty">
      <div class="shell-empty-drop">
        <h2>Why does that pod wait?</h2>
        <p>
          Drop Pods, Deployments, a KubeletConfiguration or a Scenario anywhere on this page, and see every image pull of every pod, second
          by second. Nothing leaves this machine.
        </p>
        {open}
      </div>
      {examples.length > 0 && (
        <>
          <h3>Or begin with an example</h3>
          <ul class="shell-empty-examples">
            {examples.map((example) => (
              <li key={example.name}>
                <button type="button" onClick={() => onExample(example)}>
                  <b>{example.title}</b>
                  <span>{example.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

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

/** Shown while the worker makes the first run. */
export function ReadingState({ progress, onCancel }: { readonly progress: RunProgress | undefined; readonly onCancel: () => void }) {
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
        Cancel
      </button>
    </section>
  );
}
