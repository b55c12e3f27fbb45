import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import '../style/what-if.css';
import { useMemo } from 'preact/hooks';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { commandLine } from '../command-line.ts';
import type { WhatIfPanelProps } from '../panel-props.ts';
import { CopyButton } from '../share/copy-button.tsx';
import { useAnswer } from '../use-answer.ts';
import { changedSettings, isAnotherDraw, setField, settingName, withField } from './changed-settings.ts';
import { errorsByControl } from './errors-by-control.ts';
import { FaultList } from './fault-list.tsx';
import { kubeletConfigurationYaml } from './kubelet-configuration-yaml.ts';
import { kubeletControls } from './kubelet-controls.ts';
import { kubeletSettings } from './kubelet-settings.tsx';
import { namesOfRun } from './names-of-run.ts';
import { Outcome } from './outcome.tsx';
import { runSettings, runtimeSettings } from './run-settings.tsx';
import { runtimeControls } from './runtime-control.ts';
import { breakable, SettingGroup } from './setting-row.tsx';
import { useDraft } from './use-draft.ts';

/** The settings of the run as controls, and the effect of changing them. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const {
    client,
    before,
    after,
    progress,
    errors,
    inputErrors,
    settings,
    madeWith,
    loadedSettings,
    name,
    sources,
    onReset,
  } = props;
  const draft = useDraft(settings, before.inForce, props.onSettings, props.onRefused);
  const isOtherDraw = isAnotherDraw(loadedSettings, madeWith);
  const comparison = useAnswer(
    after === undefined
      ? undefined
      : () => client.compare(before.run, after.run, { isAnotherDraw: isOtherDraw }),
    [client, before.run, after?.run, isOtherDraw],
  );
  const names = useMemo(() => namesOfRun(before), [before]);
  const now = progress === undefined && after !== undefined ? after : before;

  const release = releaseOf(draft.settings.kubeletVersion ?? String(before.inForce.kubeletVersion ?? ''));
  const groups = useMemo(() => kubeletControls(release), [release]);
  const runtime = draft.settings.runtime ?? String(before.inForce.runtime ?? '');
  const ofRuntime = useMemo(() => runtimeControls(runtime).map(({ name }) => name), [runtime]);
  const controls = [...groups.flatMap((group) => group.controls.map(({ field }) => field)), ...ofRuntime];
  const isRefused = draft.settings === settings && errors.length > 0 && draft.problems.size === 0;
  const problems = isRefused ? refusedProblems(errors, inputErrors, controls) : draft.problems;
  const isOld = after !== undefined && JSON.stringify(draft.settings) !== JSON.stringify(madeWith);
  const changed = changedSettings(loadedSettings, draft.settings);

  if (!before.canChange) {
    return (
      <section class="what-if" aria-label="What if">
        <h2 class="panel-title what-if-title">What if</h2>
        <p class="what-if-note">
          This is a stored trace: what it was made of is not known, so there is nothing to change. Open its
          manifests to try other settings.
        </p>
        <Outcome before={before} after={undefined} comparison={comparison} name={undefined} />
      </section>
    );
  }
  const shared = {
    settings: draft.settings,
    loaded: loadedSettings,
    before,
    problems,
    onSettings: draft.change,
  };
  const [pulls, ...others] = groups.map(({ title, controls: ofGroup }, place) => (
    <SettingGroup
      key={title}
      title={title}
      isOpenAtFirst={place === 0}
      settings={kubeletSettings(ofGroup, now, shared)}
    />
  ));
  return (
    <section class="what-if" aria-label="What if">
      <h2 class="panel-title what-if-title">What if</h2>
      <div class="what-if-controls">
        {pulls}
        <SettingGroup title="Run" isOpenAtFirst settings={runSettings(shared)} countsChanged={false} />
        <SettingGroup title="Container runtime" isOpenAtFirst={false} settings={runtimeSettings(shared)} />
        <FaultList {...shared} names={names} />
        {others}
      </div>
      <div class="what-if-outcome">
        <div class="what-if-changes">
          <p role="status">
            {changed.length === 0
              ? 'Change a setting: the run is made anew with it.'
              : breakable(`Changed: ${changed.map(visibleText).join(' · ')}`)}
          </p>
          {changed.length > 0 && (
            <button
              type="button"
              onClick={() => {
                draft.change(loadedSettings);
                onReset();
              }}
            >
              Reset all
            </button>
          )}
        </div>
        {problems.size > 0 && <NotRun {...shared} count={isRefused ? errors.length : problems.size} />}
        {progress !== undefined && (
          <p class="what-if-progress">
            <progress aria-label="Progress of the run with the changes" max={1} value={progress} /> running …
          </p>
        )}
        {isOld && <p class="what-if-note">The result below is of the settings before.</p>}
        <div class={isOld ? 'what-if-old' : ''}>
          <Outcome before={before} after={after} comparison={comparison} name={name} />
        </div>
        <div class="what-if-copies">
          <CopyButton
            label="Copy as command"
            text={() => commandLine({ kind: 'simulate', sources, settings: madeWith })}
            title="The windlass run line that makes the run shown"
          />
          <CopyButton
            label="Copy as KubeletConfiguration"
            text={() =>
              kubeletConfigurationYaml(
                (after ?? before).inForce,
                String((after ?? before).inForce.profile ?? ''),
              )
            }
            title="YAML of the settings in force, where they are not the defaults"
          />
        </div>
      </div>
    </section>
  );
}

/** Returns why a run was refused, by control. What is not about files and options has no control. */
function refusedProblems(
  errors: readonly string[],
  inputErrors: readonly InputError[],
  controls: readonly string[],
): ReadonlyMap<string, string> {
  return inputErrors.length === 0
    ? new Map([['', errors.join('\n')]])
    : errorsByControl(inputErrors, controls);
}

/** Returns the release whose rules apply to a version, `1.36`; the newest if it is no version. */
function releaseOf(version: string): string {
  const selection = selectProfile(version);
  return 'error' in selection ? defaultRelease : selection.profile.release;
}

interface NotRunProps {
  /** The problems by control; those of no control are under the empty name. */
  readonly problems: ReadonlyMap<string, string>;
  readonly count: number;
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  readonly onSettings: (settings: RunRequest) => void;
}

/** Says that the settings are not run, and why. An option without a control can be taken back here. */
function NotRun({ problems, count, settings, loaded, onSettings }: NotRunProps) {
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
              <button
                type="button"
                onClick={() => onSettings(withField(settings, control, setField(loaded, control)))}
              >
                take {visibleText(control)} back
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
