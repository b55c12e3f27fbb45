import { v1_36 } from '../../kubelet/profiles/profiles.ts';
import { type Script, type ScriptCall, type ScriptPull, type ScriptRuntime, unhurriedKubelet } from './script.ts';

const roundTos = [60_000, 10_000, 1_000, 100, 10, 1];

/** Names that replace unusual ones. */
const plainNames = ['root', 'other'];
const isPlain = (image: string) => /^[a-z][a-z0-9-]{0,15}$/.test(image);

/**
 * Returns slightly simpler scripts, the biggest simplifications first: plain settings, fewer images and outcomes, plain names, calls with
 * fewer fields, rounder times. Each differs from the script, and no two lead back to each other. `shrinkScript` removes calls.
 */
export function simplerScripts(script: Script): readonly Script[] {
  return [
    ...differing(script, [
      ...settingsEdits(script),
      ...runtimeEdits(script.runtime).map((runtime) => ({ ...script, runtime })),
      ...renamed(script),
      startingAtZero(script),
    ]),
    // Each call is edited in several ways, so only the call itself is compared.
    ...script.calls.flatMap((call, index) =>
      differing(call, callEdits(call, script)).map((edited) => ({ ...script, calls: inOrder(script.calls.with(index, edited)) })),
    ),
  ];
}

function differing<T>(before: T, edits: readonly T[]): T[] {
  const text = JSON.stringify(before);
  return edits.filter((edited) => JSON.stringify(edited) !== text);
}

function settingsEdits(script: Script): Script[] {
  const { kubelet, featureGates = {} } = script;
  const { imagePullCredentialsVerificationPolicy: _, ...withoutPolicy } = kubelet;
  const plain = Object.entries(unhurriedKubelet).map(([field, value]) => ({ ...script, kubelet: { ...kubelet, [field]: value } }));
  const gates = Object.keys(featureGates).map((gate) => {
    const { [gate]: __, ...others } = featureGates;
    return { ...script, featureGates: others };
  });
  const { featureGates: ___, ...withoutGates } = script;
  const rounder = [
    ...smallerNumbers(kubelet.maxParallelImagePulls ?? 0).map((maxParallelImagePulls) => ({ maxParallelImagePulls })),
    ...smallerNumbers(kubelet.registryPullQPS).map((registryPullQPS) => ({ registryPullQPS })),
    ...smallerNumbers(kubelet.registryBurst).map((registryBurst) => ({ registryBurst })),
  ].map((fields) => ({ ...script, kubelet: { ...kubelet, ...fields } }));
  return [{ ...script, kubelet: unhurriedKubelet }, withoutGates, { ...script, kubelet: withoutPolicy }, ...plain, ...gates, ...rounder];
}

function smallerNumbers(value: number): number[] {
  return value <= 1 ? [] : [1, 2, Math.floor(value / 2), value - 1].filter((smaller) => smaller > 0 && smaller < value);
}

function runtimeEdits(runtime: ScriptRuntime): ScriptRuntime[] {
  const { images, inspect = {}, pulls = {}, removals = [] } = runtime;
  const { inspect: _, ...withoutInspect } = runtime;
  const { removals: __, ...withoutRemovals } = runtime;
  const { pulls: ___, ...withoutPulls } = runtime;
  return [
    { ...runtime, images: [] },
    withoutInspect,
    withoutRemovals,
    withoutPulls,
    ...images.map((_image, index) => ({ ...runtime, images: images.toSpliced(index, 1) })),
    ...removals.map((_removal, index) => ({ ...runtime, removals: removals.toSpliced(index, 1) })),
    ...removals.flatMap((removal, index) =>
      rounder(removal.at).map((at) => ({ ...runtime, removals: removals.with(index, { ...removal, at }) })),
    ),
    ...fewer(inspect).map((less) => ({ ...runtime, inspect: less })),
    ...fewer(pulls).map((less) => ({ ...runtime, pulls: less })),
    ...Object.entries(pulls).flatMap(([image, outcomes]) =>
      outcomes.flatMap((outcome, index) =>
        pullEdits(outcome).map((edited) => ({ ...runtime, pulls: { ...pulls, [image]: outcomes.with(index, edited) } })),
      ),
    ),
  ];
}

/** Returns the table without one key, or without one of a key's outcomes. */
function fewer<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, readonly T[]>[] {
  return Object.entries(lists).flatMap(([key, list]) => {
    const { [key]: _, ...others } = lists;
    return [others, ...(list.length > 1 ? list.map((_outcome, index) => ({ ...lists, [key]: list.toSpliced(index, 1) })) : [])];
  });
}

function pullEdits(pull: ScriptPull): ScriptPull[] {
  const { takesMs, size, ...others } = pull;
  return [
    ...(takesMs === undefined ? [] : [{ ...others, ...(size === undefined ? {} : { size }) }]),
    ...rounder(takesMs ?? 0).map((rounded) => ({ ...pull, takesMs: rounded })),
    ...[0, 1].filter((smaller) => smaller < (size ?? 0)).map((smaller) => ({ ...pull, size: smaller })),
    ...(pull.ref === undefined || pull.ref === 'r' ? [] : [{ ...pull, ref: 'r' }]),
    ...(pull.error === undefined ? [] : [{ ...pull, error: 'no' }]),
  ];
}

/** Returns the script with each unusual image name replaced by a plain one, in calls and at the runtime. */
function renamed(script: Script): Script[] {
  const { runtime, calls } = script;
  const inUse = new Set(calls.map(({ image }) => image));
  const free = plainNames.find((name) => !inUse.has(name));
  if (free === undefined) return [];
  return [...inUse].flatMap((image) => {
    const tagged = v1_36.applyDefaultImageTag(image);
    if (isPlain(image) || 'error' in tagged) return [];
    const nameOf = (name: string): string => (name === tagged.image ? `${free}:latest` : name);
    const keysOf = <T>(lists: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(lists).map(([key, list]) => [nameOf(key), list]));
    const { images, inspect, pulls, removals } = runtime;
    return {
      ...script,
      runtime: {
        images: images.map((present) => ({ ...present, image: nameOf(present.image) })),
        ...(inspect === undefined ? {} : { inspect: keysOf(inspect) }),
        ...(pulls === undefined ? {} : { pulls: keysOf(pulls) }),
        ...(removals === undefined ? {} : { removals: removals.map((removal) => ({ ...removal, image: nameOf(removal.image) })) }),
      },
      calls: calls.map((call) => (call.image === image ? { ...call, image: free } : call)),
    };
  });
}

function callEdits(call: ScriptCall, { calls }: Script): ScriptCall[] {
  const { runtimeHandler: _, ...withoutHandler } = call;
  const { annotations: __, ...withoutAnnotations } = call.pod;
  const firstPod = calls[0]?.pod ?? call.pod;
  return [
    withoutHandler,
    { ...call, pod: withoutAnnotations },
    { ...call, pod: firstPod },
    ...(call.policy === 'Always' ? [] : [{ ...call, policy: 'Always' }]),
    ...rounder(call.at).map((at) => ({ ...call, at })),
  ];
}

/** Returns the script with all times moved back by the time of the first call. */
function startingAtZero(script: Script): Script {
  const { calls, runtime } = script;
  const firstMs = calls[0]?.at ?? 0;
  const removals = runtime.removals?.map((removal) => ({ ...removal, at: Math.max(0, removal.at - firstMs) }));
  return {
    ...script,
    runtime: { ...runtime, ...(removals === undefined ? {} : { removals }) },
    calls: calls.map((call) => ({ ...call, at: call.at - firstMs })),
  };
}

/** Returns rounder times, the roundest first; never later ones. */
function rounder(ms: number): number[] {
  const power = ms < 1 ? 0 : 10 ** Math.floor(Math.log10(ms));
  return [...new Set([0, power, ...roundTos.map((unit) => Math.floor(ms / unit) * unit)])].filter((rounded) => rounded < ms);
}

/** Returns the calls in the order of their times; calls with equal times keep their order. */
function inOrder(calls: readonly ScriptCall[]): readonly ScriptCall[] {
  return calls.toSorted((a, b) => a.at - b.at);
}
