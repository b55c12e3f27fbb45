import { type ComponentChildren, Fragment } from 'preact';
import { useId } from 'preact/hooks';

/** The ids with which the control of a row refers to its name, its hint and its problem, so that they are read aloud with it. */
interface RowIds {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface SettingRowProps {
  readonly name: string;
  readonly hint: string;
  /** Why the value is refused. */
  readonly problem: string | undefined;
  /** The loaded value, if it was changed. */
  readonly loaded: string | undefined;
  readonly onReset: () => void;
  /** Whether the control needs the whole width. */
  readonly isWide?: boolean;
  /** Returns the control. */
  readonly children: (ids: RowIds) => ComponentChildren;
  /** Content below the row. */
  readonly note?: ComponentChildren;
}

/** A setting: its name as Kubernetes spells it, its control, its explanation, and whether it was changed. */
export function SettingRow({ name, hint, problem, loaded, isWide = false, onReset, children, note }: SettingRowProps) {
  const id = useId();
  const isChanged = loaded !== undefined;
  return (
    <div class={`what-if-row${isChanged ? ' what-if-changed' : ''}${isWide ? ' what-if-wide' : ''}`}>
      <label for={id}>
        {isChanged && (
          <span class="what-if-mark" aria-hidden="true">
            ●
          </span>
        )}
        {breakable(name)}
      </label>
      <span class="what-if-control">
        {children({ id, 'aria-describedby': `${id}-hint ${id}-problem`, 'aria-invalid': problem !== undefined })}
      </span>
      <p class="what-if-hint" id={`${id}-hint`}>
        {hint}
        {isChanged && (
          <span class="what-if-was">
            {' '}
            changed; as loaded: <b>{loaded === '' ? 'none' : loaded}</b>{' '}
            <button type="button" class="what-if-link" onClick={onReset} aria-label={`Reset ${name}`}>
              reset
            </button>
          </span>
        )}
      </p>
      <p class="what-if-problem" id={`${id}-problem`} role={problem === undefined ? undefined : 'alert'}>
        {problem !== undefined && (
          <>
            <span aria-hidden="true">✗</span> {problem}
          </>
        )}
      </p>
      {note}
    </div>
  );
}

/**
 * Returns a name that a narrow column may break before its capital letters and after its underscores, dots and equals signs: `maxParallel`
 * `ImagePulls`. It is still read and copied as one word.
 */
export function breakable(name: string): ComponentChildren {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.=])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
