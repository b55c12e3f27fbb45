import fc from 'fast-check';
import { defaultRelease } from '../../rules/kubelet/profiles/profiles.ts';
import { type Entry, withoutMetrics } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script, ScriptCall } from '../conformance/imagemanager/script.ts';
import { scripts } from './arbitraries.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { differenceText, ModelTestFailure } from './model-test-failure.ts';
import { type NotedEntry, type ScriptRuntimeForTest, scriptRuntime } from './script-runtime.ts';
import { runScript, shrinkScript } from './scripts.ts';

/** The surroundings of an image manager under test: what a script gives it. */
export interface SutWorld {
  /** The only time that counts. */
  readonly clock: FakeClock;
  readonly settings: Script['kubelet'];
  /** The container runtime of the script. It notes the calls of the system in the trace. */
  readonly runtime: ScriptRuntimeForTest;
  /** Notes what the system did besides: an event, a result. */
  readonly note: (entry: NotedEntry) => void;
  /** All that was noted, in the canonical order of a trace. */
  readonly entries: () => readonly Entry[];
}

/** An image manager under test, for one script. */
export interface ImageManagerSession<Observed> {
  /** A pod needs an image: `EnsureImageExists` is called. A promise is not waited for. */
  readonly send: (call: ScriptCall) => unknown;
  /** Returns what is compared, once nothing is due any more; `world.entries()` for all of it. */
  readonly read: () => Observed | Promise<Observed>;
  /** Called at the end of the script, whether it passed or not. */
  readonly dispose?: () => void | Promise<void>;
}

/** What is drawn, and what it is run on. */
export interface PropertyTestOptions<Observed> {
  /** The kubelet's release that the system claims to be; that of `windlass run` if absent. */
  readonly release?: string;
  /** The number of random scripts; 100 if absent. */
  readonly numRuns?: number;
  /** 1 if absent: a test is the same every time. */
  readonly seed?: number;
  /** Whether names and settings are only those that people write; true if absent. */
  readonly isOrdinary?: boolean;
  /** The scripts to draw from; if absent, all those of `scripts`. */
  readonly arbitrary?: fc.Arbitrary<Script>;
  /** The most scripts that are tried to make one smaller; 400 if absent. */
  readonly shrinksMax?: number;
  readonly sut: {
    /** Returns a new system for one script. */
    readonly create: (
      world: SutWorld,
    ) => ImageManagerSession<Observed> | Promise<ImageManagerSession<Observed>>;
    /** What of the kubelet's trace is compared with `read()`. */
    readonly projectModel: (trace: readonly Entry[]) => Observed;
  };
}

/**
 * Runs random scripts on an image manager under test and on the kubelet's statecharts, and compares both.
 * Rejects with a `ModelTestFailure` that has the smallest script that shows the first difference; an error
 * that the system throws is one too. Returns how much was run.
 */
export async function propertyTest<Observed>(
  options: PropertyTestOptions<Observed>,
): Promise<{ readonly scripts: number; readonly calls: number }> {
  const { numRuns = 100, seed = 1, isOrdinary = true, sut, shrinksMax } = options;
  const { release = defaultRelease, arbitrary = scripts({ isOrdinary }) } = options;
  const drawn = fc.sample(arbitrary, { seed, numRuns });
  for (const [run, script] of drawn.entries()) {
    if ((await differenceIn(script, release, sut)) === undefined) continue;
    const shows = async (candidate: Script) => (await differenceIn(candidate, release, sut)) !== undefined;
    const { script: smallest } = await shrinkScript(script, shows, shrinksMax);
    const found = await differenceIn(smallest, release, sut);
    throw failureOf(smallest, found ?? { text: 'it did not happen again' }, `seed ${seed}, script ${run}`);
  }
  return {
    scripts: drawn.length,
    calls: drawn.reduce((sum, { calls }) => sum + calls.length, 0),
  };
}

interface Difference {
  readonly text: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

async function differenceIn<Observed>(
  script: Script,
  release: string,
  { create, projectModel }: PropertyTestOptions<Observed>['sut'],
): Promise<Difference | undefined> {
  const expected = projectModel(withoutMetrics(runScript(script, release)).trace);
  let actual: Observed;
  try {
    actual = await observe(script, create);
  } catch (error) {
    return {
      text: `  the system throws: ${error instanceof Error ? error.message : String(error)}`,
      expected,
    };
  }
  const text = differenceText(expected, actual);
  return text === undefined ? undefined : { text, expected, actual };
}

async function observe<Observed>(
  script: Script,
  create: PropertyTestOptions<Observed>['sut']['create'],
): Promise<Observed> {
  const clock = fakeClock();
  const noted: Entry[] = [];
  const order = new Map(script.calls.map(({ id }, index) => [id, index]));
  const rankOf = (entry: Entry) => ('call' in entry ? (order.get(entry.call) ?? order.size) : order.size);
  const note = (entry: NotedEntry) => void noted.push({ at: clock.nowMs(), ...entry } as Entry);
  const runtime = scriptRuntime(script.runtime, clock, note);
  const session = await create({
    clock,
    settings: script.kubelet,
    runtime,
    note,
    entries: () => noted.toSorted((a, b) => a.at - b.at || rankOf(a) - rankOf(b)),
  });
  const failures: unknown[] = [];
  const send = (call: ScriptCall) => {
    const result = session.send(call);
    if (result instanceof Promise) result.catch((error: unknown) => failures.push(error));
  };
  try {
    // As in the protocol: at equal times calls come first, then removals, then the ends of pulls.
    for (const call of script.calls) clock.after(call.at, () => send(call));
    runtime.scheduleRemovals();
    do await settled();
    while (
      // One thing at a time: what a promise does comes before the next call of the same moment.
      clock.step()
    );
    if (failures.length > 0) throw failures[0];
    return await session.read();
  } finally {
    await session.dispose?.();
  }
}

/** How many promises in a row a system may wait for before its time moves on. */
const promisesInARowMax = 100;

async function settled(): Promise<void> {
  for (let turn = 0; turn < promisesInARowMax; turn++) await undefined;
}

function failureOf(
  script: Script,
  { text, expected, actual }: Difference,
  where: string,
): ModelTestFailure<Script> {
  const calls = script.calls.map(
    ({ at, id, pod, image, policy }) =>
      `  at ${at} ms ${id}: pod ${pod.name} wants ${JSON.stringify(image)}, ${policy}`,
  );
  const message = [
    `the system differs from the kubelet (${where}):`,
    `  settings ${JSON.stringify(script.kubelet)}`,
    `  runtime ${JSON.stringify(script.runtime)}`,
    ...calls,
    text,
  ];
  return new ModelTestFailure(message.join('\n'), script, expected, actual);
}
