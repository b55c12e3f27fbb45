import type { BackOffRules } from '../../rules/kubelet/images/back-off.ts';
import type { TokenBucketRules } from '../../rules/kubelet/images/token-bucket.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { type Script, unhurriedKubelet } from '../conformance/imagemanager/script.ts';
import { generatePaths } from '../models/exploration/generate-paths.ts';
import { minimalCover } from '../models/exploration/minimal-cover.ts';
import { goalsOf, isWildcard, type ModelPath, type PathStrategy } from '../models/exploration/path-goals.ts';
import type { MachineModel } from '../models/machine-model.ts';
import { imageManagerModels } from '../models/models.ts';
import { hasCredentials } from '../models/pull/image-pull-model.ts';
import { createStubWorld } from '../models/stub-world.ts';
import {
  type Impossible,
  pullOf,
  type Realized,
  ScriptDraft,
  type SettledPath,
  unexpectedStep,
} from './path-script.ts';
import { boundaryScripts } from './path-script-boundary.ts';
import { realizeImagePull } from './path-script-image-pull.ts';
import { PullsUnderWay, realizeRecords } from './path-script-records.ts';
import { realizeSlots } from './path-script-slots.ts';
import { unreachableByScript } from './path-script-unreachable.ts';
import { notWalked, type ScriptWalk, walkScript } from './path-script-walk.ts';

/** All steps of a path come after the calls that must be active before it. */
const startMs = 1000;

/**
 * Returns a script that walks a path of the back-off table: keys are pods with an image each. A caller that
 * is let through pulls until the path reports a failure of its key, or sweeps (a successful pull).
 */
function realizeBackOff(path: SettledPath, name: string): Realized {
  const rules = path.input.rules as BackOffRules;
  const pulls = new PullsUnderWay();
  const keys = new Map<string, string>();
  let atMs = startMs;
  for (const [step, { event, type, payload, afterMicros, transitions }] of path.steps.entries()) {
    atMs += afterMicros / 1000 + 1;
    const key = String(payload.key ?? '');
    const image = keys.get(key) ?? `image-${keys.size + 1}`;
    if (key !== '') keys.set(key, image);
    const pod = `pod-of-${image}`;
    if (type === 'BACK_OFF.ASKED') {
      // A refused call ends at once; otherwise it pulls until the path says how that ends.
      if (transitions.some((id) => id.includes('BACK_OFF.ASKED[0]'))) pulls.draft.call(atMs, pod, image);
      else pulls.begin(atMs, image, pod);
    } else if (type === 'FAILURE.REPORTED') {
      pulls.end(atMs, image, { error: 'manifest unknown' }, pod);
    } else if (type === 'SWEEP.REQUESTED') {
      pulls.end(atMs, undefined);
    } else {
      return { step, reason: `${event}: no script can send it` };
    }
  }
  pulls.endAll(atMs + startMs);
  const imagePullBackOff = { initialMs: rules.initialMicros / 1000, maxMs: rules.maxMicros / 1000 };
  return pulls.draft.script(name, { ...unhurriedKubelet, imagePullBackOff });
}

/** A script that makes a system walk a path of a machine. */
interface PathScript {
  /** The machine's id, `imagePull`. */
  readonly machine: string;
  /** The name of the path: its start and its events. */
  readonly path: string;
  readonly script: Script;
  /** The ids of all transitions that the simulator's actors take while it runs, in any machine. */
  readonly covers: readonly string[];
}

/** A path, or the rest of one from some step on, that no script can make a system walk. */
interface UnrealizablePath {
  readonly machine: string;
  readonly path: string;
  readonly reason: string;
}

interface Candidate extends PathScript {
  readonly walk: ScriptWalk;
  readonly isEdge?: boolean;
}

interface RealizedPaths {
  /** Few scripts: none of a machine's can be left out without losing a goal of the strategy. */
  readonly scripts: readonly PathScript[];
  readonly unrealizable: readonly UnrealizablePath[];
}

/** Returns the scripts of `realizePaths` without those paths that could not be realized. */
export function pathScripts(profile: Profile, strategy: PathStrategy): readonly PathScript[] {
  return realizePaths(profile, strategy).scripts;
}

/**
 * Returns scripts of the conformance protocol that make any image manager walk the paths of the simulator's
 * machines in that release: the image pull, its slots, throttle, back-off and records. The simulator has run
 * each script, and each is described by what its actors really did. The result is the same every time.
 */
export function realizePaths(profile: Profile, strategy: PathStrategy): RealizedPaths {
  const candidates: Candidate[] = [];
  const unrealizable: UnrealizablePath[] = [];
  const unreachable = new Map(unreachableByScript(profile).map(({ item, reason }) => [item, reason]));
  for (const model of imageManagerModels) {
    for (const [index, path] of settledPaths(model, profile, strategy).entries()) {
      const { machine } = path;
      const name = `${machine} ${path.start} ${index + 1}`;
      const { script, impossible } = realize(path, profile, name);
      if (impossible !== undefined)
        unrealizable.push({ machine, path: pathName(path), reason: impossible.reason });
      if (script === undefined) continue;
      const walked = { ...path, steps: path.steps.slice(0, impossible?.step) };
      const walk = walkScript(script, profile);
      const missed = notWalked(transitionsOf(walked), walk);
      if (missed !== undefined) {
        const reason =
          unreachable.get(missed) ?? `what has to come before makes a system take another way than ${missed}`;
        unrealizable.push({ machine, path: pathName(walked), reason });
      } else candidates.push({ machine, path: pathName(walked), script, covers: walk.transitions, walk });
    }
  }
  for (const { machine, path, script } of boundaryScripts) {
    const walk = walkScript(script, profile);
    candidates.push({ machine, path, script, covers: walk.transitions, walk, isEdge: true });
  }
  return { scripts: imageManagerModels.flatMap(({ id }) => chosen(candidates, id, strategy)), unrealizable };
}

/** Returns the scripts that one machine needs, so that they reach all of it without those of the others. */
function chosen(
  candidates: readonly Candidate[],
  machine: string,
  strategy: PathStrategy,
): readonly PathScript[] {
  const own = candidates
    .filter((one) => one.machine === machine)
    .map((one) => ({ one, goals: goalsReached(strategy, one), cost: one.script.calls.length }));
  return minimalCover(own).map(({ candidate: { one } }) => withoutWalk(one));
}

/** Returns the paths of the model's starts for this release, or for none in particular. */
function settledPaths(model: MachineModel, profile: Profile, strategy: PathStrategy): readonly SettledPath[] {
  const inputs = new Map(
    model.starts.map(({ name, input }) => [name, input(createStubWorld()) as SettledPath['input']]),
  );
  const starts = [...inputs]
    .filter(([, input]) => [undefined, profile].includes(profileIn(input)) && !hasCredentials(input))
    .map(([name]) => name);
  return generatePaths(model, { strategy, starts }).paths.map((path) => ({
    ...path,
    input: inputs.get(path.start) ?? {},
  }));
}

/** Returns the release of a start; the part that holds the slot has it in its call. */
function profileIn({ profile, call }: SettledPath['input']): Profile | undefined {
  return (profile ?? (call as { readonly profile?: Profile } | undefined)?.profile) as Profile | undefined;
}

/** Returns a script for the path, or for the part before the first step that no script can cause. */
function realize(
  path: SettledPath,
  profile: Profile,
  name: string,
): { script?: Script; impossible?: Impossible } {
  let steps = path.steps.length;
  let impossible: Impossible | undefined = unexpectedStep(path);
  for (;;) {
    if (impossible !== undefined) steps = Math.min(steps - 1, impossible.step);
    if (impossible !== undefined && steps <= 0) return { impossible };
    const realized = realizeBy(path.machine, { ...path, steps: path.steps.slice(0, steps) }, profile, name);
    if (!('reason' in realized))
      return { script: realized, ...(impossible === undefined ? {} : { impossible }) };
    impossible = realized;
  }
}

function realizeBy(machine: string, path: SettledPath, profile: Profile, name: string): Realized {
  switch (machine) {
    case 'imagePull':
      return realizeImagePull(path, profile, name);
    case 'pullSlots':
    case 'serialPuller':
      return realizeSlots(path, name);
    case 'pullThrottle':
      return realizeThrottle(path, name);
    case 'pullBackOff':
      return realizeBackOff(path, name);
    case 'pullRecords':
      return realizeRecords(path, name);
    default:
      throw new Error(`no way to make scripts of paths of ${machine}`);
  }
}

function transitionsOf({ initial, steps }: ModelPath): readonly string[] {
  return [...initial.transitions, ...steps.flatMap(({ transitions }) => transitions)].filter(
    (id) => !isWildcard(id),
  );
}

/** Returns `serial → SLOT.REQUESTED ×13 → SLOT.RELEASED`. */
function pathName({ start, steps }: ModelPath): string {
  const events: { readonly event: string; times: number }[] = [];
  for (const { event } of steps) {
    const last = events.at(-1);
    if (last?.event === event) last.times += 1;
    else events.push({ event, times: 1 });
  }
  return [start, ...events.map(({ event, times }) => (times === 1 ? event : `${event} ×${times}`))].join(
    ' → ',
  );
}

/**
 * Returns the goals in its machine that a script reaches. An edge is always a goal, because no other script
 * aims at it.
 */
function goalsReached(strategy: PathStrategy, candidate: Candidate): ReadonlySet<string> {
  const { machine, path, isEdge = false, walk } = candidate;
  const reached = walk.byActor.flatMap(({ transitions, entered }) => [
    ...goalsOf(strategy, [{ transitions, entered, guards: [] }]),
  ]);
  return new Set([...(isEdge ? [path] : []), ...reached.filter((goal) => goal.startsWith(`${machine}.`))]);
}

function withoutWalk({ machine, path, script, covers }: Candidate): PathScript {
  return { machine, path, script, covers };
}

/**
 * Returns a script that walks a path of the pull throttle: each token is asked for by a call of its own pod.
 */
function realizeThrottle(path: SettledPath, name: string): Realized {
  const rules = path.input.rules as TokenBucketRules;
  const draft = new ScriptDraft();
  let micros = 0;
  for (const [step, { event, type, afterMicros }] of path.steps.entries()) {
    micros += afterMicros;
    if (type !== 'THROTTLE.ASKED') return { step, reason: `${event}: no script can send it` };
    const image = `image-${step + 1}`;
    draft.call(micros / 1000, `pod-${step + 1}`, image);
    draft.pulls(`${image}:latest`, pullOf(image, 100));
  }
  return draft.script(name, { ...unhurriedKubelet, registryPullQPS: rules.qps, registryBurst: rules.burst });
}
