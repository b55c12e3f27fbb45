import type { RunRequest } from '../../../inputs/run-request.ts';
import { valueText } from '../../../rules/kubelet/configuration/value-text.ts';
import { setField, withField } from './changed-settings.ts';
import type { KubeletControl } from './kubelet-controls.ts';
import { serializedPullsFixes } from './serialized-pulls.ts';
import type { Setting } from './setting-row.tsx';
import { differs, type NodeSettings, textOnNodes } from './text-on-nodes.ts';

/**
 * The settings while they are changed, what they are changed from, and what is wrong with them by control.
 */
export interface ChangedSettings {
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  /** The run as loaded. */
  readonly before: NodeSettings;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSettings: (settings: RunRequest) => void;
}

/**
 * Returns fields of the KubeletConfiguration as settings. `now` is the run with the changes, if there is one.
 */
export function kubeletSettings(
  controls: readonly KubeletControl[],
  now: NodeSettings,
  { settings, loaded, before, problems, onSettings }: ChangedSettings,
): Setting[] {
  const textIn = (run: NodeSettings, field: string) => textOnNodes(run, (fields) => valueText(fields, field));
  const shown = (field: string): string | undefined => {
    const given = setField(settings, field);
    return given === undefined ? textIn(now, field) : given === 'null' ? '' : given;
  };
  return controls.map((control): Setting => {
    const { field, kind, choices, byDefault, isLocked, hint } = control;
    const [value, was] = [shown(field), textIn(before, field)];
    const isSet = setField(settings, field) !== setField(loaded, field);
    const pulls = { serialize: shown('serializeImagePulls'), most: value, isRefused: problems.has(field) };
    const fixes = field === 'maxParallelImagePulls' ? serializedPullsFixes(pulls, settings, loaded) : [];
    return {
      name: field.replace(/^featureGates\./, ''),
      kind,
      choices,
      placeholder: value === undefined ? differs : byDefault === '' ? 'no limit' : byDefault,
      isLocked,
      value: value ?? '',
      hint: isLocked ? `${hint}; this release has it locked on` : hint,
      problem: problems.get(field),
      isWide: kind === 'choice',
      isSet,
      loaded: isSet || value !== was ? (was ?? differs) : undefined,
      onValue: (to) => onSettings(changedField(settings, loaded, control, to, was)),
      onReset: () => onSettings(withField(settings, field, setField(loaded, field))),
      note: fixes.length > 0 && (
        <p class="what-if-note">
          serializeImagePulls is true now.
          {fixes.map((fix) => (
            <>
              {' '}
              <button
                type="button"
                class="what-if-link"
                onClick={() => onSettings(withField(settings, fix.field, fix.value))}
              >
                set {fix.field}={fix.value}
              </button>
            </>
          ))}
        </p>
      ),
    };
  });
}

/**
 * Returns the settings with a field changed. If it has its loaded value again, it is left out, unless
 * something else that is changed could decide it.
 */
function changedField(
  settings: RunRequest,
  loaded: RunRequest,
  { field, cleared }: KubeletControl,
  to: string,
  was: string | undefined,
): RunRequest {
  const without = withField(settings, field, setField(loaded, field));
  if (to === '') return was === undefined || was === '' ? without : withField(settings, field, cleared);
  const isAlone = JSON.stringify(without.set) === JSON.stringify(loaded.set);
  return to === was && isAlone ? without : withField(settings, field, to);
}
