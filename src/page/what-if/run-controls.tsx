import { defaultNodeProfile, nodeProfileNames } from '../../input/nodes/node-profiles.ts';
import { type RunRequest, runRequestOptions, sparseRequest } from '../../input/run-request.ts';
import { byteRateText } from '../../input/scenario/quantities.ts';
import { shortDuration } from '../../kubelet/configuration/value-text.ts';
import { profileOf, profiles } from '../../kubelet/profiles/profiles.ts';
import { containerd16, containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import { fieldOf, withField } from './changed-settings.ts';
import { TextField } from './field-control.tsx';
import { runtimeControls } from './runtime-control.ts';
import { SettingRow } from './setting-row.tsx';

type Fields = Readonly<Record<string, unknown>>;
type Plain = 'seed' | 'horizon' | 'link' | 'platform' | 'runtime' | 'kubeletVersion' | 'nodeProfile' | 'nodes';

interface RunControlsProps {
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  readonly before: Fields;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSettings: (settings: RunRequest) => void;
}

const evidence = { traces: 'held against its own code', source: 'read from its source only' } as const;

/** The settings of a run besides manifests and the KubeletConfiguration. */
export function RunControls({ settings, loaded, before, problems, onSettings }: RunControlsProps) {
  const inForce: Readonly<Record<Plain, string>> = {
    seed: String(before.seed ?? ''),
    horizon: shortDuration(Number(before.horizonMs ?? 0) * 1_000),
    link: byteRateText((before.linkBytesPerSecond as number | undefined) ?? null),
    platform: String(before.platform ?? ''),
    runtime: String(before.runtime ?? ''),
    kubeletVersion: String(before.kubeletVersion ?? ''),
    nodeProfile: String(before.nodeProfile ?? defaultNodeProfile),
    nodes: '',
  };
  const value = (name: Plain): string => String(settings[name] ?? inForce[name]);
  const change = (name: Plain, to: string, from = settings): void => {
    const { [name]: _, ...others } = from;
    const back = loaded[name];
    const isBack = to === '' || (to === inForce[name] && back === undefined);
    onSettings(sparseRequest({ ...others, [name]: isBack ? back : runRequestOptions[name].kind === 'number' ? Number(to) : to }));
  };
  const setCold = (isCold: boolean): void => {
    const { cold: _, ...others } = settings;
    onSettings(sparseRequest(isCold ? { ...others, cold: true } : others));
  };
  // Options that the other runtime does not know are removed.
  const changeRuntime = (to: string): void => {
    const known = new Set(runtimeControls(to).map((control) => control.name));
    const names = (settings.runtimeConfig ?? []).map(fieldOf);
    const unknown = names.filter((option) => !known.has(option));
    change(
      'runtime',
      to,
      unknown.reduce((kept, option) => withField(kept, option, undefined, 'runtimeConfig'), settings),
    );
  };
  const row = (name: Plain) => ({
    name: runRequestOptions[name].title,
    hint: runRequestOptions[name].help,
    problem: problems.get(name),
    loaded: settings[name] === loaded[name] ? undefined : inForce[name],
    onReset: () => change(name, ''),
  });
  const chosen = profileOf(value('kubeletVersion'));
  return (
    <details class="what-if-group" open>
      <summary>Run</summary>
      <SettingRow
        {...row('kubeletVersion')}
        {...(chosen === undefined ? {} : { hint: `whose rules hold: ${chosen.version}, ${evidence[chosen.evidence]}` })}
      >
        {(ids) => (
          <select {...ids} value={value('kubeletVersion')} onChange={(event) => change('kubeletVersion', event.currentTarget.value)}>
            {chosen === undefined && <option value={value('kubeletVersion')}>{value('kubeletVersion')}</option>}
            {profiles.toReversed().map((profile) => (
              <option key={profile.release} value={profile.release}>
                {profile.release} · {profile.evidence === 'traces' ? 'traces' : 'source only'}
              </option>
            ))}
          </select>
        )}
      </SettingRow>
      <SettingRow {...row('runtime')}>
        {(ids) => (
          <select {...ids} value={value('runtime')} onChange={(event) => changeRuntime(event.currentTarget.value)}>
            {[...new Set([value('runtime'), inForce.runtime, containerd24.name, containerd16.name])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </SettingRow>
      <SettingRow {...row('nodeProfile')}>
        {(ids) => (
          <select {...ids} value={value('nodeProfile')} onChange={(event) => change('nodeProfile', event.currentTarget.value)}>
            {nodeProfileNames.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </SettingRow>
      {(['link', 'platform', 'horizon'] as const).map((name) => (
        <SettingRow key={name} {...row(name)}>
          {(ids) => <TextField ids={ids} value={value(name)} onValue={(to) => change(name, to)} />}
        </SettingRow>
      ))}
      <SettingRow {...row('nodes')}>
        {(ids) => <TextField ids={ids} value={value('nodes')} isNumeric onValue={(to) => change('nodes', to.replace(/\D/g, ''))} />}
      </SettingRow>
      <SettingRow
        name={runRequestOptions.cold.title}
        hint={runRequestOptions.cold.help}
        problem={problems.get('cold')}
        loaded={settings.cold === loaded.cold ? undefined : String(loaded.cold === true)}
        onReset={() => setCold(loaded.cold === true)}
      >
        {(ids) => (
          <input
            {...ids}
            type="checkbox"
            role="switch"
            aria-checked={settings.cold === true}
            checked={settings.cold === true}
            onChange={(event) => setCold(event.currentTarget.checked)}
          />
        )}
      </SettingRow>
      <SettingRow {...row('seed')}>
        {(ids) => (
          <>
            <TextField ids={ids} value={value('seed')} isNumeric onValue={(to) => change('seed', to.replace(/\D/g, ''))} />
            <button
              type="button"
              title="Another seed"
              aria-label="Another seed"
              onClick={() => change('seed', String((Number(value('seed')) || 0) + 1))}
            >
              ⟳
            </button>
          </>
        )}
      </SettingRow>
    </details>
  );
}
