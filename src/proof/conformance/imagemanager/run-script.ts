import type { Profile } from '../../../rules/kubelet/profile.ts';
import { ScriptWorld, type WorldOptions } from '../script-world.ts';
import { CallLog, type LoggedCall } from './call-log.ts';
import type { CallEntry, ConformanceTrace, Entry } from './conformance-trace.ts';
import { metricEntries } from './metric-entries.ts';
import type { Script } from './script.ts';
import { ScriptedImageManager } from './scripted-image-manager.ts';

/** The results of failed pulls. All other errors come before the pull, or are the back-off itself. */
const pullFailures: readonly string[] = ['ErrImagePull', 'RegistryUnavailable', 'SignatureValidationFailed'];

/**
 * Returns `<at> <back-off key>` for keys of which two pulls failed at the same moment with different
 * messages. The order of the kubelet's goroutines decides which message the next back-off repeats, so what
 * follows is not compared.
 */
function racesOf(calls: readonly LoggedCall[]): string[] {
  const failures = calls.flatMap(({ call, entries }) =>
    entries.flatMap((entry) =>
      entry.type === 'result' && pullFailures.includes(entry.error)
        ? [{ key: `${entry.at} ${call.pod.uid}_${call.image}`, said: entry.error + entry.message }]
        : [],
    ),
  );
  const said = new Map<string, string>();
  return failures.flatMap(({ key, said: now }) => {
    const before = said.get(key) ?? now;
    said.set(key, now);
    return before === now ? [] : [key];
  });
}

/**
 * Runs a script with the simulated kubelet, on the same machines as `windlass run`. Throws a
 * `SimulationError` if an actor fails or gets an event without a transition.
 */
export function runScript(script: Script, profile: Profile, options: WorldOptions = {}): ConformanceTrace {
  const world = new ScriptWorld(options);
  const log = new CallLog(world, script.calls);
  const manager = new ScriptedImageManager(script, profile, world, log);
  // At equal times calls come first, then removals, then the ends of pulls, which are scheduled when they
  // begin.
  for (const [index, call] of script.calls.entries())
    world.at(call.at, () => manager.ensureImageExists(call, index));
  manager.imageService.scheduleRemovals(script.runtime.removals);
  world.run();

  const trace: Entry[] = [...inCanonicalOrder(log.calls), ...stuckEntry(log, world.nowMs)];
  const races = racesOf(log.calls);
  return {
    script: script.name,
    trace: [...trace, ...metricEntries(profile.release, log.calls, trace.at(-1)?.at ?? 0)],
    ...(races.length > 0 ? { races } : {}),
  };
}

function stuckEntry({ calls }: CallLog, at: number): Entry[] {
  const returned = calls.filter(({ facts }) => facts !== undefined).length;
  return returned === calls.length
    ? []
    : [{ at, type: 'stuck', message: `${returned} of ${calls.length} calls returned` }];
}

/**
 * Returns the entries of a script's calls by time, then by the call's index in the script, then in the order
 * in which they happened.
 */
function inCanonicalOrder(calls: readonly LoggedCall[]): CallEntry[] {
  // The calls are in order and sorting is stable, so only times are compared.
  return calls.flatMap(({ entries }) => entries).sort((a, b) => a.at - b.at);
}
