import type { Script, ScriptCall, ScriptKubelet, ScriptPull, ScriptRuntime } from './script.ts';

/**
 * The scripts that are one step simpler than this one: something less, or something set to what is most usual. No two steps
 * lead back, so whoever goes on taking them comes to an end. fast-check shrinks what a script was drawn from, which never
 * drops a call in the middle alone; this shrinks the script itself.
 */
export function* simplerScripts(script: Script): Generator<Script> {
  const { kubelet, featureGates, runtime, calls, ...rest } = script;
  for (const fewer of without(calls)) yield { ...script, calls: fewer };
  for (const simpler of simplerRuntimes(runtime)) yield { ...script, runtime: simpler };
  if (featureGates !== undefined) yield { ...rest, kubelet, runtime, calls };
  for (const simpler of simplerKubelets(kubelet)) yield { ...script, kubelet: simpler };
  for (const [index, call] of calls.entries()) {
    for (const simpler of simplerCalls(call, calls[index - 1])) yield { ...script, calls: calls.with(index, simpler) };
  }
}

function* without<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let index = list.length - 1; index >= 0; index--) yield list.toSpliced(index, 1);
}

function* simplerRuntimes(runtime: ScriptRuntime): Generator<ScriptRuntime> {
  const { removals, inspect, pulls, ...rest } = runtime;
  for (const images of without(runtime.images)) yield { ...runtime, images };
  if (removals !== undefined) {
    for (const fewer of without(removals)) yield { ...runtime, removals: fewer };
    if (removals.length === 0) yield { ...rest, ...some({ inspect, pulls }) };
  }
  if (inspect !== undefined) for (const fewer of withLess(inspect)) yield { ...rest, ...some({ inspect: fewer, pulls, removals }) };
  if (pulls === undefined) return;
  for (const fewer of withLess(pulls)) yield { ...rest, ...some({ inspect, pulls: fewer, removals }) };
  for (const [image, outcomes] of Object.entries(pulls)) {
    for (const [index, outcome] of outcomes.entries()) {
      for (const simpler of simplerPulls(outcome)) yield { ...runtime, pulls: { ...pulls, [image]: outcomes.with(index, simpler) } };
    }
  }
}

/** One outcome less; an image without any goes, and so does the whole when no image is left. */
function* withLess<T>(byImage: Readonly<Record<string, readonly T[]>>): Generator<Readonly<Record<string, readonly T[]>> | undefined> {
  for (const [image, outcomes] of Object.entries(byImage)) {
    const { [image]: _, ...others } = byImage;
    yield Object.keys(others).length === 0 ? undefined : others;
    if (outcomes.length > 1) for (const fewer of without(outcomes)) yield { ...byImage, [image]: fewer };
  }
}

function* simplerPulls({ takesMs, ...pull }: ScriptPull): Generator<ScriptPull> {
  if (takesMs !== undefined) {
    yield pull;
    if (takesMs > 1_000) yield { takesMs: 1_000, ...pull };
  }
  const same = takesMs === undefined ? {} : { takesMs };
  if (pull.error !== undefined && pull.error !== 'boom') yield { ...same, error: 'boom' };
  if (pull.size !== undefined && pull.size > 1) yield { ...same, ...pull, size: 1 };
}

function* simplerKubelets(kubelet: ScriptKubelet): Generator<ScriptKubelet> {
  const { imagePullCredentialsVerificationPolicy, ...rest } = kubelet;
  if (imagePullCredentialsVerificationPolicy !== undefined) yield rest;
  if (kubelet.registryPullQPS !== 0) yield { ...kubelet, registryPullQPS: 0, registryBurst: 0 };
  if (kubelet.serializeImagePulls) yield { ...kubelet, serializeImagePulls: false };
  if (kubelet.maxParallelImagePulls !== null) yield { ...kubelet, maxParallelImagePulls: null };
  const { initialMs, maxMs } = kubelet.imagePullBackOff;
  if (initialMs !== 10_000 || maxMs !== 300_000) yield { ...kubelet, imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 } };
}

function* simplerCalls(call: ScriptCall, before: ScriptCall | undefined): Generator<ScriptCall> {
  const { runtimeHandler, ...rest } = call;
  if (runtimeHandler !== undefined) yield rest;
  if (call.pod.annotations !== undefined) {
    const { annotations: _, ...pod } = call.pod;
    yield { ...call, pod };
  }
  if (call.policy !== 'IfNotPresent') yield { ...call, policy: 'IfNotPresent' };
  const earliest = before?.at ?? 0;
  const second = Math.floor(call.at / 1_000) * 1_000;
  if (call.at > earliest) yield { ...call, at: earliest };
  if (second > earliest && second < call.at) yield { ...call, at: second };
}

/** Without the fields that are not there: the protocol has no nulls in their place. */
function some<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };
}
