import { type ComponentChildren, Fragment } from 'preact';
import { useId, useState } from 'preact/hooks';
import { FieldControl, type FieldControlProps } from './field-control.tsx';

/**
 * A setting as the panel shows it: its name as Kubernetes spells it, its control, its explanation, and
 * whether it was changed.
 */
export interface Setting extends Omit<FieldControlProps, 'ids'> {
  readonly name: string;
  readonly hint: string;
  /** Why the value is refused. */
  readonly problem: string | undefined;
  /** The loaded value, if it was changed. */
  readonly loaded: string | undefined;
  /** Whether the settings set it otherwise than those of the run as loaded. */
  readonly isSet: boolean;
  readonly onReset: () => void;
  /** Whether the control needs the whole width. */
  readonly isWide?: boolean;
  /** Content beside the control, and below the row. */
  readonly beside?: ComponentChildren;
  readonly note?: ComponentChildren;
}

interface SettingGroupProps {
  readonly title: string;
  readonly isOpenAtFirst: boolean;
  readonly settings: readonly Setting[];
  /** Whether the title tells how many were changed. */
  readonly countsChanged?: boolean;
}

/** Settings under one title; nothing if there are none. */
export function SettingGroup({ title, isOpenAtFirst, settings, countsChanged = true }: SettingGroupProps) {
  // Once it is open it stays open, even after an error in it is corrected.
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const changed = countsChanged ? settings.filter(({ isSet }) => isSet).length : 0;
  const isWrong = settings.some(({ problem }) => problem !== undefined);
  if (settings.length === 0) return null;
  return (
    <details
      class="what-if-group"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title}
        {changed > 0 && <span class="what-if-count"> {changed} changed</span>}
      </summary>
      {settings.map((setting) => (
        <SettingRow key={setting.name} {...setting} />
      ))}
    </details>
  );
}

function SettingRow({
  name,
  hint,
  problem,
  loaded,
  isSet: _,
  isWide = false,
  onReset,
  beside,
  note,
  ...control
}: Setting) {
  const id = useId();
  const isChanged = loaded !== undefined;
  // The control refers to its hint and its problem, so that they are read aloud with it.
  const ids = { id, 'aria-describedby': `${id}-hint ${id}-problem`, 'aria-invalid': problem !== undefined };
  return (
    <div
      class={`what-if-row${isChanged ? ' what-if-changed' : ''}${isWide ? ' what-if-wide' : ''}`}
      data-setting={name}
    >
      <label for={id}>
        {isChanged && (
          <span class="what-if-mark" aria-hidden="true">
            ●
          </span>
        )}
        {breakable(name)}
      </label>
      <span class="what-if-control">
        <FieldControl {...control} ids={ids} />
        {beside}
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
 * Returns a name that a narrow column may break before its capital letters and after its underscores, dots
 * and equals signs: `maxParallel` `ImagePulls`. It is still read and copied as one word.
 */
export function breakable(name: string): ComponentChildren {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_.=])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
