import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import type { Script, ScriptCall, ScriptKubelet, ScriptPull } from '../../conformance/imagemanager/script.ts';
import { digestOf } from '../real-world.ts';

/** Numbers from 0 up to 1. */
export type Chance = () => number;

/** A script from which others are bred, and the moments at which the model's guards would have other outcomes. */
export interface Parent {
  readonly script: Script;
  readonly edgesMicros: readonly number[];
}

/**
 * The last moment of a script, 49 days from its start: a time in ms with three decimals has room for a nanosecond
 * until then, so that every system reads the same one.
 */
export const lastMicros = 2 ** 32 * 1000;

/** How many calls a bred script may have: beyond this it costs more than it shows. */
const callsMax = 60;

/** How many changes a child has at most. Most have few. */
const changesMax = 30;

/**
 * Returns a child of a script: with a few changes, mostly calls at moments at which something is decided, or
 * what a review would ask about (another spelling, another pod of that name, another policy).
 */
export function bredScript(parent: Parent, other: Parent, chance: Chance): Script {
  let script = parent.script;
  const changes = 2 + Math.floor(chance() ** 2 * changesMax);
  for (let change = 0; change < changes; change += 1)
    script = pick(mutations, chance)(script, { parent, other, chance });
  const calls = script.calls
    .toSorted((a, b) => a.at - b.at)
    .slice(0, callsMax)
    .map((call, index) => ({ ...call, id: `c${index}` }));
  return { ...script, calls };
}

interface Breeding {
  readonly parent: Parent;
  readonly other: Parent;
  readonly chance: Chance;
}

type Mutation = (script: Script, breeding: Breeding) => Script;

const addCall: Mutation = (script, { parent, chance }) => {
  const model = pick(script.calls, chance);
  return { ...script, calls: [...script.calls, { ...model, at: momentOf(script, parent, chance) }] };
};

const moveCall: Mutation = (script, { parent, chance }) =>
  withCall(script, chance, (call) => ({ ...call, at: momentOf(script, parent, chance) }));

const dropCalls: Mutation = (script, { chance }) => {
  if (script.calls.length < 4) return script;
  const from = Math.floor(chance() * script.calls.length);
  return { ...script, calls: script.calls.toSpliced(from, 1 + Math.floor(chance() * 3)) };
};

const otherPolicy: Mutation = (script, { chance }) => {
  const policy = pick(['Always', 'IfNotPresent', 'IfNotPresent', 'Never', 'Never', ''], chance);
  return withCall(script, chance, (call) => ({ ...call, policy }));
};

const otherPod: Mutation = (script, { chance }) => {
  const { pod } = pick(script.calls, chance);
  const again = { ...pod, uid: `${pod.uid}-${Math.floor(chance() * 3)}` };
  return withCall(script, chance, (call) => ({ ...call, pod: chance() < 0.5 ? pod : again }));
};

/** Another name of the same image, with which the runtime knows it too. */
const otherSpelling: Mutation = (script, { chance }) => {
  const call = pick(script.calls, chance);
  const { image } = call;
  const bare = image.replace(/@.*$/, '').replace(/:[^:/]*$/, '');
  const spelling = pick([bare, `${bare}:latest`, `${bare}:v1`, `docker.io/library/${bare}`, image], chance);
  const known = runtimeName(image);
  const name = runtimeName(spelling);
  if (known === undefined || name === undefined) return script;
  const { pulls = {}, images } = script.runtime;
  const outcomes = pulls[known];
  const there = images.find((one) => one.image === known);
  return {
    ...script,
    runtime: {
      ...script.runtime,
      images:
        there === undefined || images.some((one) => one.image === name)
          ? images
          : [...images, { ...there, image: name }],
      ...(outcomes === undefined ? {} : { pulls: { [name]: outcomes, ...pulls } }),
    },
    calls: script.calls.map((one) => (one === call ? { ...one, image: spelling } : one)),
  };
};

const otherOutcome: Mutation = (script, { chance }) => {
  const name = runtimeName(pick(script.calls, chance).image);
  if (name === undefined) return script;
  const { pulls = {} } = script.runtime;
  const known = pulls[name] ?? [];
  const at = Math.floor(chance() * (known.length + 1));
  return {
    ...script,
    runtime: {
      ...script.runtime,
      pulls: { ...pulls, [name]: known.toSpliced(at, Math.round(chance()), outcomeOf(chance)) },
    },
  };
};

const otherPresence: Mutation = (script, { chance }) => {
  const name = runtimeName(pick(script.calls, chance).image);
  if (name === undefined) return script;
  const others = script.runtime.images.filter(({ image }) => image !== name);
  const present = { image: name, ref: digestOf(pick(['aa', 'bb'], chance)), size: 4096 };
  const images =
    others.length < script.runtime.images.length && chance() < 0.5 ? others : [...others, present];
  return { ...script, runtime: { ...script.runtime, images } };
};

const addRemoval: Mutation = (script, { parent, chance }) => {
  const name = runtimeName(pick(script.calls, chance).image);
  if (name === undefined) return script;
  const { removals = [] } = script.runtime;
  const removal = { at: momentOf(script, parent, chance), image: name };
  return { ...script, runtime: { ...script.runtime, removals: [...removals, removal].slice(-6) } };
};

const otherSettings: Mutation = (script, { chance }) => {
  const settings: readonly Partial<ScriptKubelet>[] = [
    { maxParallelImagePulls: pick([0, 1, 2, 3, null], chance) },
    { serializeImagePulls: chance() < 0.5 },
    { registryPullQPS: pick([0, 0.1, 1, 3.3, 5], chance), registryBurst: pick([0, 1, 2, 3], chance) },
    { imagePullBackOff: pick(backOffs, chance) },
    {
      imagePullCredentialsVerificationPolicy: pick(
        ['', 'NeverVerify', 'AlwaysVerify', 'AlwaysVerify', 'NeverVerifyAllowlistedImages'],
        chance,
      ),
    },
  ];
  return { ...script, kubelet: { ...script.kubelet, ...pick(settings, chance) } };
};

const backOffs = [
  [1_000, 4_000],
  [1_000, 5_000],
  [10_000, 25_000],
  [0, 300_000],
  [5_000, 2_000],
  [1.5, 7.25],
].map(([initialMs = 0, maxMs = 0]) => ({ initialMs, maxMs }));

const otherGate: Mutation = (script, { chance }) => ({
  ...script,
  featureGates: { KubeletEnsureSecretPulledImages: chance() < 0.8 },
});

/** The calls of another script, with what the runtime answers them, after or beside those of this one. */
const crossed: Mutation = (script, { other, chance }) => {
  const { runtime, calls } = other.script;
  const from = chance() < 0.5 ? 0 : (script.calls.at(-1)?.at ?? 0);
  // Whole microseconds, which both sides count exactly.
  const later = (atMs: number) => Math.min(Math.round((atMs + from) * 1000), lastMicros) / 1000;
  return {
    ...script,
    runtime: {
      images: [
        ...script.runtime.images,
        ...runtime.images.filter(({ image }) => script.runtime.images.every((one) => one.image !== image)),
      ],
      inspect: { ...runtime.inspect, ...script.runtime.inspect },
      pulls: { ...runtime.pulls, ...script.runtime.pulls },
      removals: [
        ...(script.runtime.removals ?? []),
        ...(runtime.removals ?? []).map((removal) => ({ ...removal, at: later(removal.at) })),
      ],
    },
    calls: [
      ...script.calls,
      ...calls.slice(0, callsMax / 2).map((call) => ({ ...call, at: later(call.at) })),
    ],
  };
};

/** What happens more often is there more than once. */
const mutations: readonly Mutation[] = [
  addCall,
  addCall,
  addCall,
  moveCall,
  moveCall,
  dropCalls,
  otherPolicy,
  otherPolicy,
  otherPod,
  otherSpelling,
  otherOutcome,
  otherOutcome,
  otherPresence,
  addRemoval,
  otherSettings,
  otherGate,
  crossed,
];

/** Returns a moment in ms: where something is decided, a little before or after, or that of another call. */
function momentOf({ calls }: Script, { edgesMicros }: Parent, chance: Chance): number {
  const beside = pick([0, 0, -1, 1, 500_000], chance);
  const call = pick(calls, chance).at * 1000;
  const isEdge = edgesMicros.length > 0 && chance() < 0.7;
  const micros = isEdge
    ? pick(edgesMicros, chance) + beside
    : call + pick([0, 1_000_000, 700_000, 1], chance);
  return Math.min(Math.max(0, Math.round(micros)), lastMicros) / 1000;
}

function outcomeOf(chance: Chance): ScriptPull {
  const takesMs = pick([0, 1000, 1000, 2500, 6000, 0.5], chance);
  if (chance() < 0.5)
    return { takesMs, error: pick(['boom', 'RegistryUnavailable: no', 'not found'], chance) };
  return {
    takesMs,
    ref: digestOf(pick(['aa', 'aa', 'bb'], chance)),
    size: pick([4096, 1, 10 * 2 ** 20], chance),
  };
}

function withCall(script: Script, chance: Chance, edit: (call: ScriptCall) => ScriptCall): Script {
  const index = Math.floor(chance() * script.calls.length);
  return { ...script, calls: script.calls.map((call, at) => (at === index ? edit(call) : call)) };
}

function runtimeName(image: string): string | undefined {
  const tagged = v1_36.applyDefaultImageTag(image);
  return 'image' in tagged ? tagged.image : undefined;
}

function pick<T>(list: readonly T[], chance: Chance): T {
  const picked = list[Math.floor(chance() * list.length)];
  if (picked === undefined && list.length === 0) throw new Error('pick: an empty list');
  return picked as T;
}
