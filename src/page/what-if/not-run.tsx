import type { RunRequest } from '../../input/run-request.ts';
import { countText } from '../../report/text/quantity-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { settingName } from './changed-settings.ts';
import { setField, withField } from './set-field.ts';

export interface NotRunProps {
  /** By the control to blame, under the empty name those of none. */
  readonly problems: ReadonlyMap<string, string>;
  readonly count: number;
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  readonly onSettings: (settings: RunRequest) => void;
}

/** That the settings are not run, and why; what was set by an option that has no control can be taken back here. */
export function NotRun({ problems, count, settings, loaded, onSettings }: NotRunProps) {
  return (
    <div class="what-if-refused">
      <p role="status">
        <b>Not run: {countText(count, 'error')}</b>
      </p>
      <ul>
        {[...problems].map(([control, message]) => (
          <li key={control}>
            {control !== '' && <b>{visibleText(settingName(control))}</b>}
            <pre>{message}</pre>
            {setField(settings, control) !== setField(loaded, control) && (
              <button type="button" onClick={() => onSettings(withField(settings, control, setField(loaded, control)))}>
                take {visibleText(control)} back
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
