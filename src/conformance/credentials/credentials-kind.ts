import { isReleaseAtLeast } from '../../kubelet/kubelet-release.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { problemsOf } from './problems-of.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type CredentialsScript, type CredentialsStep, scriptSchema } from './script-schema.ts';

/**
 * Calls of EnsureImageExists with pull secrets and with pull records on a disk. Mirrors pkg/kubelet/images/pullmanager and its
 * surroundings.
 */
export const credentialsKind: ScriptKind<CredentialsScript> = {
  kind: 'imagemanager-credentials',
  recorded: ['1.37.2', '1.36.3'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf,
  runnerOf: kubeletRunner(runScript, recordsRefusal),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};

function recordsRefusal({ release }: Profile, version: string): string | undefined {
  if (isReleaseAtLeast(release, '1.35')) return undefined;
  const keeps = isReleaseAtLeast(release, '1.33') ? 'pull records in other files' : 'no pull records';
  return `kubelet ${version} keeps ${keeps}; scripts of this kind are of 1.35 and later`;
}

/**
 * Returns slightly simpler scripts, the biggest simplifications first: without steps, calls, secrets or settings; then without one of each.
 */
function* simplerScripts(script: CredentialsScript): Generator<CredentialsScript> {
  const before = JSON.stringify(script);
  for (const simpler of candidates(script)) if (JSON.stringify(simpler) !== before) yield simpler;
}

function* candidates(script: CredentialsScript): Generator<CredentialsScript> {
  const { calls, steps = [], secrets = [], serviceAccounts = [], nodeCredentials, featureGates, kubelet, runtime, ...rest } = script;
  const again = (parts: Partial<CredentialsScript>): CredentialsScript => ({ ...script, ...parts });
  yield again({ steps: [] });
  for (let length = Math.floor(calls.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let from = 0; from < calls.length; from += length)
      yield again({ calls: [...calls.slice(0, from), ...calls.slice(from + length)] });
  }
  for (const index of steps.keys()) yield again({ steps: steps.toSpliced(index, 1) });
  for (const index of secrets.keys()) yield again({ secrets: secrets.toSpliced(index, 1) });
  for (const index of serviceAccounts.keys()) yield again({ serviceAccounts: serviceAccounts.toSpliced(index, 1) });
  if (nodeCredentials !== undefined)
    yield { ...rest, kubelet, runtime, calls, steps, secrets, serviceAccounts, ...(featureGates === undefined ? {} : { featureGates }) };
  const { maxPods: _, preloadedImagesVerificationAllowlist: __, ...plain } = kubelet;
  yield again({ kubelet: { ...plain, maxParallelImagePulls: null } });
  yield again({ kubelet: { ...kubelet, imagePullCredentialsVerificationPolicy: '' } });
  for (const index of runtime.images.keys()) yield again({ runtime: { ...runtime, images: runtime.images.toSpliced(index, 1) } });
  for (const name of Object.keys(runtime.pulls ?? {})) {
    const { [name]: ___, ...pulls } = runtime.pulls ?? {};
    yield again({ runtime: { ...runtime, pulls } });
  }
  for (const name of Object.keys(runtime.registryAuth ?? {})) {
    const { [name]: ___, ...registryAuth } = runtime.registryAuth ?? {};
    yield again({ runtime: { ...runtime, registryAuth } });
  }
  for (const [index, call] of calls.entries()) {
    if ((call.pullSecrets ?? []).length > 0)
      yield again({ calls: calls.with(index, { ...call, pullSecrets: call.pullSecrets?.slice(1) ?? [] }) });
  }
  for (const [index, step] of steps.entries()) for (const smaller of smallerSteps(step)) yield again({ steps: steps.with(index, smaller) });
}

function* smallerSteps({ at, ...happenings }: CredentialsStep): Generator<CredentialsStep> {
  const names = Object.keys(happenings) as (keyof typeof happenings)[];
  if (names.length > 1) for (const name of names) yield { at, [name]: happenings[name] } as CredentialsStep;
}
