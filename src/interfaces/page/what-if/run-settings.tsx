import { defaultNodeProfile, nodeProfileNames } from '../../../inputs/nodes/node-profiles.ts';
import { type RunRequest, runRequestOptions, sparseRequest } from '../../../inputs/run-request.ts';
import { byteRateText } from '../../../inputs/scenario/quantities.ts';
import { shortDuration } from '../../../rules/kubelet/configuration/value-text.ts';
import { findProfile, profiles } from '../../../rules/kubelet/profiles/profiles.ts';
import { policyChoices } from '../../../rules/kubelet/tried-policies.ts';
import type { RuntimeOptions } from '../../../rules/runtime/profiles/runtime-options.ts';
import { containerd16, containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { fieldOf, setField, withField } from './changed-settings.ts';
import type { ChangedSettings } from './kubelet-settings.tsx';
import { runtimeControls, runtimeValues } from './runtime-control.ts';
import type { Setting } from './setting-row.tsx';
import { differs, type NodeSettings, textOnNodes } from './text-on-nodes.ts';

type Plain =
  | 'seed'
  | 'horizon'
  | 'link'
  | 'platform'
  | 'runtime'
  | 'kubeletVersion'
  | 'nodeProfile'
  | 'policy'
  | 'nodes';

const textsOf: Readonly<Record<Plain, (fields: NodeSettings['inForce']) => string>> = {
  seed: ({ seed }) => String(seed ?? ''),
  horizon: ({ horizonMs }) => shortDuration(Number(horizonMs ?? 0) * 1_000),
  link: ({ linkBytesPerSecond }) => byteRateText((linkBytesPerSecond as number | undefined) ?? null),
  platform: ({ platform }) => String(platform ?? ''),
  runtime: ({ runtime }) => String(runtime ?? ''),
  kubeletVersion: ({ kubeletVersion }) => String(kubeletVersion ?? ''),
  nodeProfile: ({ nodeProfile }) => String(nodeProfile ?? defaultNodeProfile),
  policy: ({ policy }) => String(policy ?? 'none'),
  nodes: () => '',
};

const evidence = { traces: 'held against its own code', source: 'read from its source only' } as const;

/** Returns the settings of a run besides manifests and the KubeletConfiguration. */
export function runSettings({ settings, loaded, before, problems, onSettings }: ChangedSettings): Setting[] {
  const inForce = (name: Plain): string | undefined => textOnNodes(before, textsOf[name]);
  const value = (name: Plain): string => String(settings[name] ?? inForce(name) ?? '');
  const change = (name: Plain, to: string, from = settings): void => {
    const { [name]: _, ...others } = from;
    const back = loaded[name];
    const isBack = to === '' || (to === inForce(name) && back === undefined);
    onSettings(
      sparseRequest({
        ...others,
        [name]: isBack ? back : runRequestOptions[name].kind === 'number' ? Number(to) : to,
      }),
    );
  };
  const setCold = (isCold: boolean): void => {
    const { cold: _, ...others } = settings;
    onSettings(sparseRequest(isCold ? { ...others, cold: true } : others));
  };
  const shown = (name: Plain | 'cold') => {
    const { title, help } = runRequestOptions[name];
    return {
      name: title,
      hint: help,
      problem: problems.get(name),
      isSet: settings[name] !== loaded[name],
      choices: [],
      placeholder: '',
    };
  };
  const row = (name: Plain, more: Partial<Setting> = {}): Setting => ({
    ...shown(name),
    placeholder: inForce(name) === undefined ? differs : '',
    kind: 'text',
    value: value(name),
    loaded: settings[name] === loaded[name] ? undefined : (inForce(name) ?? differs),
    onValue: (to) => change(name, to),
    onReset: () => change(name, ''),
    ...more,
  });
  const cold: Setting = {
    ...shown('cold'),
    kind: 'switch',
    value: String(settings.cold === true),
    loaded: settings.cold === loaded.cold ? undefined : String(loaded.cold === true),
    onValue: (to) => setCold(to === 'true'),
    onReset: () => setCold(loaded.cold === true),
  };
  const number = (name: 'nodes' | 'seed', beside?: Setting['beside']) =>
    row(name, { kind: 'number', onValue: (to) => change(name, to.replace(/\D/g, '')), beside });
  const chosen = findProfile(value('kubeletVersion'));
  return [
    row('kubeletVersion', {
      kind: 'choice',
      choices: profiles.map(({ release }) => release).toReversed(),
      wordsOf: (release) =>
        `${release} · ${findProfile(release)?.evidence === 'traces' ? 'traces' : 'source only'}`,
      ...(chosen === undefined
        ? {}
        : { hint: `whose rules hold: ${chosen.version}, ${evidence[chosen.evidence]}` }),
    }),
    row('runtime', {
      kind: 'choice',
      choices: [
        ...new Set([value('runtime'), inForce('runtime') ?? '', containerd24.name, containerd16.name]),
      ].filter((one) => one !== ''),
      onValue: (to) => change('runtime', to, withoutUnknown(settings, to)),
    }),
    row('nodeProfile', { kind: 'choice', choices: nodeProfileNames }),
    row('policy', { kind: 'choice', choices: policyChoices }),
    row('link'),
    row('platform'),
    row('horizon'),
    number('nodes'),
    cold,
    number(
      'seed',
      <button
        type="button"
        title="Another seed"
        aria-label="Another seed"
        onClick={() => change('seed', String((Number(value('seed')) || 0) + 1))}
      >
        ⟳
      </button>,
    ),
  ];
}

/** Returns the settings without options that another runtime does not know. */
function withoutUnknown(settings: RunRequest, runtime: string): RunRequest {
  const known = new Set(runtimeControls(runtime).map((control) => control.name));
  const unknown = (settings.runtimeConfig ?? []).map(fieldOf).filter((option) => !known.has(option));
  return unknown.reduce((kept, option) => withField(kept, option, undefined, 'runtimeConfig'), settings);
}

/**
 * Returns the options of the container runtime's configuration that affect pulls, as far as the current
 * runtime knows them, as settings.
 */
export function runtimeSettings({
  settings,
  loaded,
  before,
  problems,
  onSettings,
}: ChangedSettings): Setting[] {
  const runtime = settings.runtime ?? String(before.inForce.runtime ?? '');
  const valueOn = (name: string) => (fields: NodeSettings['inForce']) =>
    runtimeValues(
      settings.runtime ?? String(fields.runtime ?? ''),
      (fields.runtimeOptions ?? {}) as Partial<RuntimeOptions>,
    ).get(name);
  return runtimeControls(runtime).map(({ name, kind, choices, hint }): Setting => {
    const was = textOnNodes(before, valueOn(name));
    const [given, givenBefore] = [
      setField(settings, name, 'runtimeConfig'),
      setField(loaded, name, 'runtimeConfig'),
    ];
    const back = withField(settings, name, givenBefore, 'runtimeConfig');
    return {
      name,
      kind,
      choices,
      placeholder: was ?? differs,
      value: given ?? was ?? '',
      hint,
      problem: problems.get(name),
      isSet: given !== givenBefore,
      loaded: given === givenBefore ? undefined : (was ?? differs),
      onValue: (to) =>
        onSettings(to === '' || to === was ? back : withField(settings, name, to, 'runtimeConfig')),
      onReset: () => onSettings(back),
    };
  });
}
