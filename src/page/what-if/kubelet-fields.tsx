import type { RunRequest } from '../../input/run-request.ts';
import { valueText } from '../../kubelet/configuration/value-text.ts';
import { setField, withField } from './changed-settings.ts';
import { FieldControl } from './field-control.tsx';
import type { KubeletControl, KubeletControlGroup } from './kubelet-controls.ts';
import { SettingRow } from './setting-row.tsx';

type Fields = Readonly<Record<string, unknown>>;

interface KubeletFieldsProps {
  readonly group: KubeletControlGroup;
  readonly isOpen: boolean;
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  /** The fields of the run as loaded, and of the run with the changes if there is one. */
  readonly before: Fields;
  readonly now: Fields;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSettings: (settings: RunRequest) => void;
}

/** A group of fields of the KubeletConfiguration, each with the control for its type. */
export function KubeletFields({ group, isOpen, settings, loaded, before, now, problems, onSettings }: KubeletFieldsProps) {
  const shown = (field: string): string => {
    const given = setField(settings, field);
    return given === undefined ? valueText(now, field) : given === 'null' ? '' : given;
  };
  const rows = group.controls.map((control) => ({
    control,
    value: shown(control.field),
    isSet: setField(settings, control.field) !== setField(loaded, control.field),
  }));
  const changed = rows.filter(({ isSet }) => isSet).length;
  const wrong = rows.some(({ control }) => problems.has(control.field));
  return (
    <details class="what-if-group" open={isOpen || wrong}>
      <summary>
        {group.title}
        {changed > 0 && <span class="what-if-count"> {changed} changed</span>}
      </summary>
      {rows.map(({ control, value, isSet }) => {
        const { field } = control;
        const was = valueText(before, field);
        const change = (to: string): void => onSettings(changedField(settings, loaded, control, to, was));
        const serialized = field === 'maxParallelImagePulls' && shown('serializeImagePulls') === 'true';
        return (
          <SettingRow
            key={field}
            name={field.replace(/^featureGates\./, '')}
            hint={control.isLocked ? `${control.hint}; this release has it locked on` : control.hint}
            problem={problems.get(field)}
            isWide={control.kind === 'choice'}
            loaded={isSet || value !== was ? was : undefined}
            onReset={() => onSettings(withField(settings, field, setField(loaded, field)))}
            note={
              serialized && (
                <p class="what-if-note">
                  serializeImagePulls is true now.{' '}
                  <button
                    type="button"
                    class="what-if-link"
                    onClick={() => onSettings(withField(settings, 'serializeImagePulls', 'false'))}
                  >
                    set serializeImagePulls=false
                  </button>
                </p>
              )
            }
          >
            {(ids) => <FieldControl {...control} value={value} ids={ids} onValue={change} />}
          </SettingRow>
        );
      })}
    </details>
  );
}

/**
 * Returns the settings with a field changed. If it has its loaded value again, it is left out, unless something else that is changed could
 * decide it.
 */
function changedField(settings: RunRequest, loaded: RunRequest, { field, cleared }: KubeletControl, to: string, was: string): RunRequest {
  const without = withField(settings, field, setField(loaded, field));
  if (to === '') return was === '' ? without : withField(settings, field, cleared);
  const isAlone = JSON.stringify(without.set) === JSON.stringify(loaded.set);
  return to === was && isAlone ? without : withField(settings, field, to);
}
