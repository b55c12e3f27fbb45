import { type RequestOption, runRequestRows } from '../../../inputs/run-request.ts';
import { valueText } from '../../../rules/kubelet/configuration/value-text.ts';
import { kubeletControls } from '../what-if/kubelet-controls.ts';
import { runtimeControls } from '../what-if/runtime-control.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** A field by which a run can be changed. */
export interface KnownField {
  readonly field: string;
  /** Its value in the run, if that is known. */
  readonly now: string | undefined;
  /** The values that it can have, where they are few. */
  readonly choices: readonly string[];
  readonly hint: string;
}

const notAsked = ['seed', 'set', 'runtimeConfig', 'kubeletFlags'];

/**
 * Returns the fields of the run's kubelet and runtime, and the options of a run, in the order in which people
 * look for them.
 */
export function knownFields({ inForce }: RunContents): readonly KnownField[] {
  const ofKubelet = kubeletControls(String(inForce.profile ?? '')).flatMap(({ controls }) =>
    controls.map(({ field, kind, choices, hint }) => ({
      field,
      now: valueText(inForce, field),
      choices: kind === 'switch' ? ['true', 'false'] : choices,
      hint,
    })),
  );
  const ofRun = runRequestRows
    .filter(([name]) => !notAsked.includes(name))
    .map(([, { flag, help, kind }]: readonly [string, RequestOption]) => ({
      field: flag.replace(/^--/, ''),
      now: undefined,
      choices: kind === 'switch' ? ['true', 'false'] : [],
      hint: help,
    }));
  const ofRuntime = runtimeControls(String(inForce.runtime ?? '')).map(({ name, kind, choices, hint }) => ({
    field: name,
    now: undefined,
    choices: kind === 'switch' ? ['true', 'false'] : choices,
    hint,
  }));
  return [...ofKubelet, ...ofRun, ...ofRuntime];
}
