import fc from 'fast-check';
import { v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { randomList } from '../random-list.ts';
import { boundaryAims } from './boundary-script-aims.ts';
import { type Aim, aims } from './random-script-aims.ts';
import { randomKubelet } from './random-script-kubelet.ts';
import { Foresight, type Moment, moment } from './random-script-times.ts';
import { imageName, imageRef, pullError, sizeBytes } from './random-script-values.ts';
import type { Script, ScriptCall, ScriptPod, ScriptPull, ScriptRuntime } from './script.ts';

interface RandomScriptOptions {
  /** The most calls in a script; 160 if absent. */
  readonly callsMax?: number;
  /** Whether some image names are refused by a release, or do not mean what they seem to; true if absent. */
  readonly oddNames?: boolean;
  /**
   * Whether some scripts have settings under which v1.35 and later panic (docs/fidelity.md); true if absent.
   */
  readonly panics?: boolean;
}

/** The name of every random script. A script that is kept gets a name of its own. */
const randomScriptName = 'random';

/**
 * Returns random scripts of the image manager that obey the protocol. Most are small, each has an aim, and
 * they shrink quickly.
 */
export function randomScript({
  callsMax,
  oddNames = true,
  panics = true,
}: RandomScriptOptions = {}): fc.Arbitrary<Script> {
  return scriptsOf(aims, { callsMax, oddNames, panics });
}

/**
 * Returns random scripts whose calls meet the boundaries of the image manager's rules from both sides: the ends
 * of windows, a sweep between the maximum and twice that, buckets that are nearly empty, names of 64 digits.
 * They are longer than those of `randomScript`, and none makes a kubelet panic.
 */
export function boundaryScript(): fc.Arbitrary<Script> {
  return scriptsOf(boundaryAims, { callsMax: undefined, oddNames: true, panics: false });
}

function scriptsOf(
  weighted: typeof aims,
  { callsMax, oddNames, panics }: { callsMax: number | undefined; oddNames: boolean; panics: boolean },
): fc.Arbitrary<Script> {
  const drafts = weighted.map(({ weight, aim }) => ({ weight, arbitrary: draftOf(aim, oddNames, panics) }));
  return fc
    .oneof({ withCrossShrink: true }, ...drafts)
    .map((draft) =>
      scriptOf(callsMax === undefined ? draft : { ...draft, calls: draft.calls.slice(0, callsMax) }),
    );
}

function draftOf(aim: Aim, oddNames: boolean, panics: boolean): fc.Arbitrary<Draft> {
  const { pods, images } = aim;
  const removalAt = (when: fc.Arbitrary<Moment>) => fc.record({ when, image: fc.nat(images.maxLength - 1) });
  return fc.record({
    settings: randomKubelet(panics, aim.kubelet),
    startMicros: aim.startMicros,
    pods: fc.array(podFor(aim), { ...pods, size: 'max' }),
    images: fc.array(image(oddNames, aim), { ...images, size: 'max' }),
    calls: aim.calls((when) => callAt(when, aim)),
    removals:
      aim.removals === undefined
        ? fc.oneof(
            { withCrossShrink: true },
            { weight: 3, arbitrary: fc.constant([]) },
            { weight: 1, arbitrary: randomList(removalAt(moment), { minLength: 1, maxLength: 4 }) },
          )
        : aim.removals.chain((moments) => fc.tuple(...moments.map((when) => removalAt(fc.constant(when))))),
  });
}

const pod = fc.record({
  /** Pods with one UID share their back-off, whatever their names are. */
  uid: fc.constantFrom(undefined, undefined, undefined, 'u0'),
  annotations: fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom({}, { a: 'b' }, { b: '', a: '"' }) },
  ),
});

/** A pod that is made again has its old name and another UID. */
function podFor({ podName }: Aim): fc.Arbitrary<DrawnPod> {
  return podName === undefined
    ? pod
    : fc.tuple(pod, podName).map(([drawn, name]): DrawnPod => ({ ...drawn, name }));
}

type DrawnPod = Drawn<typeof pod> & { readonly name?: string };

function pullFor({ failures, takes: takesMicros, ref = imageRef }: Aim): fc.Arbitrary<ScriptPull> {
  const failed = fc
    .record({ takesMicros, error: pullError })
    .map(({ takesMicros: micros, error }) => ({ ...takes(micros), error }));
  const succeeded = fc
    .record({ takesMicros, ref, size: sizeBytes })
    .map(({ takesMicros: micros, ...outcome }) => ({ ...takes(micros), ...outcome }));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: failures, arbitrary: failed },
    { weight: 10 - failures, arbitrary: succeeded },
  );
}

function takes(micros: number): Pick<ScriptPull, 'takesMs'> {
  return micros === 0 ? {} : { takesMs: micros / 1_000 };
}

function image(oddly: boolean, aim: Aim) {
  return fc.record({
    name: aim.name ?? imageName(oddly && aim.isOdd),
    present: presentFor(aim),
    inspect: fc.oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: fc.constant([]) },
      {
        weight: aim.isOdd ? 1 : 0,
        arbitrary: randomList(fc.constantFrom({}, { error: 'boom' }, { error: 'image "x": %v' }), {
          minLength: 1,
          maxLength: 3,
        }),
      },
    ),
    pulls: randomList(pullFor(aim), { maxLength: aim.pullsMax }),
  });
}

function presentFor({ ref = imageRef, presence }: Aim) {
  const present = fc.record({ ref, size: sizeBytes });
  if (presence === undefined) return fc.option(present, { nil: undefined, freq: 2 });
  return fc.oneof(
    { weight: presence, arbitrary: present },
    { weight: 10 - presence, arbitrary: fc.constant(undefined) },
  );
}

function callAt(when: fc.Arbitrary<Moment>, { pods, images, policy }: Aim) {
  return fc.record({
    when,
    pod: fc.nat(pods.maxLength - 1),
    image: fc.nat(images.maxLength - 1),
    policy,
    runtimeHandler: fc.oneof(
      { withCrossShrink: true },
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('', 'kata') },
    ),
  });
}

type Call = Drawn<ReturnType<typeof callAt>>;

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

interface Draft {
  readonly settings: Pick<Script, 'kubelet' | 'featureGates'>;
  readonly pods: readonly DrawnPod[];
  readonly images: readonly Drawn<ReturnType<typeof image>>[];
  readonly startMicros: number;
  readonly calls: readonly Call[];
  readonly removals: readonly { readonly when: Moment; readonly image: number }[];
}

function scriptOf({ settings, startMicros: firstMicros, pods, images, calls, removals }: Draft): Script {
  const foresight = new Foresight(settings.kubelet, firstMicros);
  const timed = calls.map((drawn) => {
    const atMicros = foresight.microsOf(drawn.when);
    const { name, pulls } = at(images, drawn.image);
    foresight.add(atMicros, { key: `${drawn.pod % pods.length} ${name}`, pulls });
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
        : {
            removals: removals.map(({ when, image }) => ({
              at: foresight.microsOf(when) / 1_000,
              image: nameAtRuntime(at(images, image).name),
            })),
          }),
    },
    calls: inOrder.map(({ atMicros, ...drawn }, index) =>
      callOf(index, atMicros, drawn, pods, at(images, drawn.image).name),
    ),
  };
}

/** Numbers wrap around the list, so that a script remains valid with fewer pods and images. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('a script has at least one pod and one image');
  return found;
}

function callOf(
  index: number,
  atMicros: number,
  drawn: Call,
  pods: Draft['pods'],
  image: string,
): ScriptCall {
  return {
    at: atMicros / 1_000,
    id: `c${index}`,
    pod: podOf(drawn.pod % pods.length, at(pods, drawn.pod)),
    ...(drawn.runtimeHandler === undefined ? {} : { runtimeHandler: drawn.runtimeHandler }),
    image,
    policy: drawn.policy,
  };
}

function podOf(index: number, { uid, annotations, name = `p${index}` }: DrawnPod): ScriptPod {
  return {
    namespace: 'ns',
    name,
    uid: uid ?? `u${index}`,
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Names are those with the default tag. Of two images with one name, the last one counts. */
function runtimeOf(images: Draft['images']): ScriptRuntime {
  const byName = new Map(images.map((drawn) => [nameAtRuntime(drawn.name), drawn]));
  const named = [...byName];
  return {
    images: named.flatMap(([name, { present }]) =>
      present === undefined ? [] : [{ image: name, ...present }],
    ),
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

/** A refused name never reaches the runtime. */
function nameAtRuntime(name: string): string {
  const tagged = v1_36.applyDefaultImageTag(name);
  return 'image' in tagged ? tagged.image : name;
}
