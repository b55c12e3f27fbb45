import { useMemo } from 'preact/hooks';
import { selectProfile } from '../../kubelet/profiles/select-profile.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { commandLine } from '../command-line.ts';
import type { WhatIfPanelProps } from '../panel-props.ts';
import { CopyButton } from '../share/copy-button.tsx';
import '../style/what-if.css';
import { breakable } from './breakable.tsx';
import { changedSettings, isAnotherDraw } from './changed-settings.ts';
import { errorsByControl } from './errors-by-control.ts';
import { FaultList } from './fault-list.tsx';
import { kubeletConfigurationYaml } from './kubelet-configuration-yaml.ts';
import { kubeletControls } from './kubelet-controls.ts';
import { KubeletFields } from './kubelet-fields.tsx';
import { namesOfRun } from './names-of-run.ts';
import { NotRun } from './not-run.tsx';
import { Outcome } from './outcome.tsx';
import { RunControls } from './run-controls.tsx';
import { runtimeControls } from './runtime-control.ts';
import { RuntimeFields } from './runtime-fields.tsx';
import { useComparison } from './use-comparison.ts';
import { useDraft } from './use-draft.ts';

/** The settings of the run as controls, and what changing them did. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const { client, before, after, progress, errors, side, settings, madeWith, loadedSettings, sources, onReset, onSide } = props;
  const draft = useDraft(settings, before.inForce, props.onSettings, props.onRefused);
  const comparison = useComparison(client, before.run, after?.run, isAnotherDraw(loadedSettings, madeWith));
  const names = useMemo(() => namesOfRun(before), [before]);
  const now = progress === undefined && after !== undefined ? after.inForce : before.inForce;

  const release = releaseOf(draft.settings.kubeletVersion ?? String(before.inForce.kubeletVersion ?? ''));
  const groups = useMemo(() => kubeletControls(release), [release]);
  const runtime = draft.settings.runtime ?? String(before.inForce.runtime ?? '');
  const ofRuntime = useMemo(() => runtimeControls(runtime).map(({ name }) => name), [runtime]);
  const controls = [...groups.flatMap((group) => group.controls.map(({ field }) => field)), ...ofRuntime];
  const isRefused = draft.settings === settings && errors.length > 0 && draft.problems.size === 0;
  const problems = isRefused ? errorsByControl(errors, controls) : draft.problems;
  const isOld = after !== undefined && JSON.stringify(draft.settings) !== JSON.stringify(madeWith);
  const changed = changedSettings(loadedSettings, draft.settings);

  if (!before.canChange) {
    return (
      <section class="what-if" aria-label="What if">
        <h2 class="what-if-title">What if</h2>
        <p class="what-if-note">
          This is a stored trace: what it was made of is not known, so there is nothing to change. Open its manifests to try other settings.
        </p>
        <Outcome before={before} after={undefined} comparison={undefined} side="before" onSide={onSide} />
      </section>
    );
  }
  const shared = { settings: draft.settings, loaded: loadedSettings, problems, onSettings: draft.change };
  return (
    <section class="what-if" aria-label="What if">
      <h2 class="what-if-title">What if</h2>
      <div class="what-if-controls">
        {groups.slice(0, 1).map((group) => (
          <KubeletFields key={group.title} {...shared} group={group} isOpen before={before.inForce} now={now} />
        ))}
        <RunControls {...shared} before={before.inForce} />
        <RuntimeFields {...shared} before={before.inForce} />
        <FaultList {...shared} names={names} />
        {groups.slice(1).map((group) => (
          <KubeletFields key={group.title} {...shared} group={group} isOpen={false} before={before.inForce} now={now} />
        ))}
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
          <Outcome before={before} after={after} comparison={comparison} side={side} onSide={onSide} />
        </div>
        <div class="what-if-copies">
          <CopyButton
            label="Copy as command"
            text={() => commandLine({ kind: 'simulate', sources, settings: madeWith })}
            title="The windlass run line that makes the run shown"
          />
          <CopyButton
            label="Copy as KubeletConfiguration"
            text={() => kubeletConfigurationYaml((after ?? before).inForce, String((after ?? before).inForce.profile ?? ''))}
            title="YAML of the settings in force, where they are not the defaults"
          />
        </div>
      </div>
    </section>
  );
}

/** The release whose rules hold for a version, `1.36`; the newest where it is none. */
function releaseOf(version: string): string {
  const selection = selectProfile(version);
  return 'error' in selection ? '1.36' : selection.profile.release;
}
