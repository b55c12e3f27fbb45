import fc from 'fast-check';
import { v1_36 } from '../../kubelet/profiles/v1-36.ts';
import { randomKubelet } from './random-script-kubelet.ts';
import { type EarlierCall, type Moment, microsOfMoment, moment } from './random-script-times.ts';
import { imageName, imageRef, pullError, pullMicros, pullPolicy, sizeBytes } from './random-script-values.ts';
import type { Script, ScriptCall, ScriptPod, ScriptPull, ScriptRuntime } from './script.ts';

export interface RandomScriptOptions {
  /** Calls in a script at most; 24 where absent, which is more than the serial puller's queue holds. */
  readonly callsMax?: number;
  /** Image names that some release refuses, or reads otherwise than they look; true where absent. */
  readonly oddNames?: boolean;
  /** Settings under which v1.35 and later panic (docs/fidelity.md), now and then; true where absent. */
  readonly panics?: boolean;
}

/** The name of every random script: who keeps one gives it a name of its own. */
export const randomScriptName = 'random';

/** Scripts of the image manager that keep to the protocol: rich, small where it does not matter, and quick to shrink. */
export function randomScript({ callsMax = 24, oddNames = true, panics = true }: RandomScriptOptions = {}): fc.Arbitrary<Script> {
  return fc
    .record({
      settings: randomKubelet(panics),
      pods: fc.array(pod, { minLength: 1, maxLength: 3 }),
      images: fc.array(image(oddNames), { minLength: 1, maxLength: 3 }),
      calls: fc.array(call, { minLength: 1, maxLength: callsMax }),
      removals: fc.oneof(
        { withCrossShrink: true },
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(fc.record({ when: moment, image: fc.nat(2) }), { minLength: 1, maxLength: 3 }) },
      ),
    })
    .map(scriptOf);
}

const pod = fc.record({
  /** Pods of one UID share their back-off, whatever their names. */
  uid: fc.constantFrom(undefined, undefined, undefined, 'u0'),
  annotations: fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom({}, { a: 'b' }, { b: '', a: '"' }) },
  ),
});

const pull: fc.Arbitrary<ScriptPull> = fc.oneof(
  { withCrossShrink: true },
  fc.record({ takesMicros: pullMicros, error: pullError }).map(({ takesMicros, error }) => ({ ...takes(takesMicros), error })),
  fc.record({ takesMicros: pullMicros, ref: imageRef, size: sizeBytes }).map(({ takesMicros, ...outcome }) => ({
    ...takes(takesMicros),
    ...outcome,
  })),
);

function takes(micros: number): Pick<ScriptPull, 'takesMs'> {
  return micros === 0 ? {} : { takesMs: micros / 1_000 };
}

function image(oddly: boolean) {
  return fc.record({
    name: imageName(oddly),
    present: fc.option(fc.record({ ref: imageRef, size: sizeBytes }), { nil: undefined, freq: 2 }),
    inspect: fc.oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom({}, { error: 'boom' }, { error: 'image "x": %v' }), { minLength: 1, maxLength: 3 }),
      },
    ),
    pulls: fc.array(pull, { maxLength: 3 }),
  });
}

const call = fc.record({
  when: moment,
  pod: fc.nat(2),
  image: fc.nat(2),
  policy: pullPolicy,
  runtimeHandler: fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('', 'kata') },
  ),
});

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

interface Draft {
  readonly settings: Pick<Script, 'kubelet' | 'featureGates'>;
  readonly pods: readonly Drawn<typeof pod>[];
  readonly images: readonly Drawn<ReturnType<typeof image>>[];
  readonly calls: readonly Drawn<typeof call>[];
  readonly removals: readonly { readonly when: Moment; readonly image: number }[];
}

function scriptOf({ settings, pods, images, calls, removals }: Draft): Script {
  const earlier: EarlierCall[] = [];
  const atOf = (when: Moment) => microsOfMoment(when, earlier, settings.kubelet);
  const timed = calls.map((drawn) => {
    const atMicros = atOf(drawn.when);
    earlier.push({ atMicros, pullsMicros: at(images, drawn.image).pulls.map(({ takesMs = 0 }) => Math.round(takesMs * 1_000)) });
    return { ...drawn, atMicros };
  });
  const inOrder = timed.sort((a, b) => a.atMicros - b.atMicros);
  return {
    name: randomScriptName,
    ...settings,
    runtime: {
      ...runtimeOf(images),
      ...(removals.length === 0
        ? {}
        : { removals: removals.map(({ when, image }) => ({ at: atOf(when) / 1_000, image: nameAtRuntime(at(images, image).name) })) }),
    },
    calls: inOrder.map(({ atMicros, ...drawn }, index) => callOf(index, atMicros, drawn, pods, at(images, drawn.image).name)),
  };
}

/** Numbers count through what there is, so that fewer pods and images still make a script. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('a script has at least one pod and one image');
  return found;
}

function callOf(index: number, atMicros: number, drawn: Drawn<typeof call>, pods: Draft['pods'], image: string): ScriptCall {
  return {
    at: atMicros / 1_000,
    id: `c${index}`,
    pod: podOf(drawn.pod % pods.length, at(pods, drawn.pod)),
    ...(drawn.runtimeHandler === undefined ? {} : { runtimeHandler: drawn.runtimeHandler }),
    image,
    policy: drawn.policy,
  };
}

function podOf(index: number, { uid, annotations }: Drawn<typeof pod>): ScriptPod {
  return { namespace: 'ns', name: `p${index}`, uid: uid ?? `u${index}`, ...(annotations === undefined ? {} : { annotations }) };
}

/** Names are those after the default tag; of two images of one name the last one counts. */
function runtimeOf(images: Draft['images']): ScriptRuntime {
  const byName = new Map(images.map((drawn) => [nameAtRuntime(drawn.name), drawn]));
  const named = [...byName];
  return {
    images: named.flatMap(([name, { present }]) => (present === undefined ? [] : [{ image: name, ...present }])),
    ...entriesOf(
      'inspect',
      named.filter(([, { inspect }]) => inspect.length > 0).map(([name, { inspect }]) => [name, inspect]),
    ),
    ...entriesOf(
      'pulls',
      named.filter(([, { pulls }]) => pulls.length > 0).map(([name, { pulls }]) => [name, pulls]),
    ),
  };
}

function entriesOf(key: 'inspect' | 'pulls', entries: readonly (readonly [string, unknown])[]): object {
  return entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
}

/** A name that is refused never gets to the runtime. */
function nameAtRuntime(name: string): string {
  const tagged = v1_36.applyDefaultImageTag(name);
  return 'image' in tagged ? tagged.image : name;
}
