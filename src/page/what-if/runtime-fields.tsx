import { useState } from 'preact/hooks';
import type { RunRequest } from '../../input/run-request.ts';
import type { RuntimeOptions } from '../../runtime/profiles/runtime-options.ts';
import { setField, withField } from './changed-settings.ts';
import { FieldControl } from './field-control.tsx';
import { runtimeControls, runtimeValues } from './runtime-control.ts';
import { SettingRow } from './setting-row.tsx';

interface RuntimeFieldsProps {
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  /** The values of the run as loaded. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSettings: (settings: RunRequest) => void;
}

/** The options of the container runtime's configuration that affect pulls, as far as the current runtime knows them. */
export function RuntimeFields({ settings, loaded, before, problems, onSettings }: RuntimeFieldsProps) {
  // Once it is open it stays open, even after an error in it is corrected.
  const [isOpen, setOpen] = useState(false);
  const runtime = settings.runtime ?? String(before.runtime ?? '');
  const controls = runtimeControls(runtime);
  const values = runtimeValues(runtime, (before.runtimeOptions ?? {}) as Partial<RuntimeOptions>);
  const isSet = (name: string) => setField(settings, name, 'runtimeConfig') !== setField(loaded, name, 'runtimeConfig');
  const changed = controls.filter(({ name }) => isSet(name)).length;
  const wrong = controls.some(({ name }) => problems.has(name));
  if (controls.length === 0) return null;
  return (
    <details class="what-if-group" open={isOpen || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Container runtime
        {changed > 0 && <span class="what-if-count"> {changed} changed</span>}
      </summary>
      {controls.map(({ name, kind, choices, hint }) => {
        const was = values.get(name) ?? '';
        const back = withField(settings, name, setField(loaded, name, 'runtimeConfig'), 'runtimeConfig');
        const change = (to: string): void => onSettings(to === '' || to === was ? back : withField(settings, name, to, 'runtimeConfig'));
        return (
          <SettingRow
            key={name}
            name={name}
            hint={hint}
            problem={problems.get(name)}
            loaded={isSet(name) ? was : undefined}
            onReset={() => onSettings(back)}
          >
            {(ids) => (
              <FieldControl
                kind={kind}
                choices={choices}
                byDefault={was}
                value={setField(settings, name, 'runtimeConfig') ?? was}
                ids={ids}
                onValue={change}
              />
            )}
          </SettingRow>
        );
      })}
    </details>
  );
}
