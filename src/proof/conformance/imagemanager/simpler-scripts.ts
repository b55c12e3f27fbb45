import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import {
  type Script,
  type ScriptCall,
  type ScriptPull,
  type ScriptRuntime,
  unhurriedKubelet,
} from './script.ts';

/** A reference as a runtime has it. */
const plainRef = `sha256:${'0'.repeat(64)}`;

const roundTos = [60_000, 10_000, 1_000, 100, 10, 1];

/** Names that replace unusual ones. */
const plainNames = ['root', 'other'];
const isPlain = (image: string) => /^[a-z][a-z0-9-]{0,15}$/.test(image);

/**
 * Returns slightly simpler scripts, the biggest simplifications first: plain settings, plain names, plain
 * outcomes and calls, rounder times. No two lead back to each other.
 */
export function* simplerScripts(script: Script): Generator<Script> {
  const { kubelet, runtime, calls } = script;
  yield { ...script, kubelet: unhurriedKubelet };
  for (const [field, value] of Object.entries(unhurriedKubelet))
    yield { ...script, kubelet: { ...kubelet, [field]: value } };
  for (const field of ['maxParallelImagePulls', 'registryPullQPS', 'registryBurst'] as const) {
    for (const smaller of smallerNumbers(kubelet[field] ?? 0))
      yield { ...script, kubelet: { ...kubelet, [field]: smaller } };
  }
  yield* renamed(script);
  yield startingAtZero(script);
  for (const edited of runtimeEdits(runtime)) yield { ...script, runtime: edited };
  for (const [index, call] of calls.entries()) {
    for (const edited of callEdits(call, script))
      yield { ...script, calls: inOrder(calls.with(index, edited)) };
  }
}

function smallerNumbers(value: number): number[] {
  return value <= 1
    ? []
    : [1, 2, Math.floor(value / 2), value - 1].filter((smaller) => smaller > 0 && smaller < value);
}

function runtimeEdits(runtime: ScriptRuntime): ScriptRuntime[] {
  const { pulls = {}, removals = [] } = runtime;
  return [
    ...removals.flatMap((removal, index) =>
      rounder(removal.at).map((at) => ({ ...runtime, removals: removals.with(index, { ...removal, at }) })),
    ),
    ...Object.entries(pulls).flatMap(([image, outcomes]) =>
      outcomes.flatMap((outcome, index) =>
        pullEdits(outcome).map((edited) => ({
          ...runtime,
          pulls: { ...pulls, [image]: outcomes.with(index, edited) },
        })),
      ),
    ),
  ];
}

function pullEdits(pull: ScriptPull): ScriptPull[] {
  const { takesMs = 0, size = 0, ref, error } = pull;
  return [
    ...rounder(takesMs).map((rounded) => ({ ...pull, takesMs: rounded })),
    ...[1].filter((smaller) => smaller < size).map((smaller) => ({ ...pull, size: smaller })),
    ...(ref === undefined || ref === plainRef ? [] : [{ ...pull, ref: plainRef }]),
    ...(error === undefined ? [] : [{ ...pull, error: 'not found' }]),
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
        ...(removals === undefined
          ? {}
          : { removals: removals.map((removal) => ({ ...removal, image: nameOf(removal.image) })) }),
      },
      calls: calls.map((call) => (call.image === image ? { ...call, image: free } : call)),
    };
  });
}

function callEdits(call: ScriptCall, { calls }: Script): ScriptCall[] {
  return [
    { ...call, pod: calls[0]?.pod ?? call.pod },
    { ...call, policy: 'Always' },
    ...rounder(call.at).map((at) => ({ ...call, at })),
  ];
}

/** Returns the script with all times moved back by the time of the first call. */
function startingAtZero(script: Script): Script {
  const { calls, runtime } = script;
  const firstMs = calls[0]?.at ?? 0;
  const removals = runtime.removals?.map((removal) => ({
    ...removal,
    at: Math.max(0, removal.at - firstMs),
  }));
  return {
    ...script,
    runtime: { ...runtime, ...(removals === undefined ? {} : { removals }) },
    calls: calls.map((call) => ({ ...call, at: call.at - firstMs })),
  };
}

/** Returns rounder times, the roundest first; never later ones. */
function rounder(ms: number): number[] {
  const power = ms < 1 ? 0 : 10 ** Math.floor(Math.log10(ms));
  return [...new Set([0, power, ...roundTos.map((unit) => Math.floor(ms / unit) * unit)])].filter(
    (rounded) => rounded < ms,
  );
}

/** Returns the calls in the order of their times; calls with equal times keep their order. */
function inOrder(calls: readonly ScriptCall[]): readonly ScriptCall[] {
  return calls.toSorted((a, b) => a.at - b.at);
}
