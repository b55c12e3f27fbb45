import type { InspectionEvent } from 'xstate';
import type { EngineName } from '../../engine/engine.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { Kernel } from '../../simulation/kernel.ts';
import { microsOf, msOf } from '../script-time.ts';
import { CallLog, type LoggedCall } from './call-log.ts';
import type { CallEntry, ConformanceTrace, Entry } from './conformance-trace.ts';
import { metricEntries } from './metric-entries.ts';
import type { Script } from './script.ts';
import { ScriptedImageManager } from './scripted-image-manager.ts';

/** The results of pulls that failed: all other errors come before the pull, or are the back-off itself. */
const pullFailures: readonly string[] = ['ErrImagePull', 'RegistryUnavailable', 'SignatureValidationFailed'];

/**
 * `<at> <back-off key>` for keys of which two pulls failed in one instant with different messages. Which message the next
 * back-off repeats hangs on the order in which the kubelet's goroutines run, so nothing is said about what follows.
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

export interface RunScriptOptions {
  /** Is given the inspection events of every actor, as XState tells them. */
  readonly inspect?: (event: InspectionEvent) => void;
  readonly engine?: EngineName | undefined;
}

/**
 * What the simulated kubelet does with a script, by the same machines that `windlass run` uses. Throws a
 * `SimulationError` where an actor fails or hears what it has no transition for.
 */
export function runScript(script: Script, profile: Profile, options: RunScriptOptions = {}): ConformanceTrace {
  const kernel = new Kernel({ isTime: Number.isFinite });
  const log = new CallLog(kernel, script.calls);
  const manager = new ScriptedImageManager(script, profile, { ...options, kernel, log });
  // Equal times: calls, then removals, then the ends of pulls, which are scheduled as they begin.
  for (const [index, call] of script.calls.entries()) kernel.schedule(microsOf(call.at), () => manager.ensureImageExists(call, index));
  manager.imageService.scheduleRemovals(script.runtime.removals);
  kernel.run(Number.POSITIVE_INFINITY);

  const trace: Entry[] = [...inCanonicalOrder(log.calls), ...stuckEntry(log, msOf(kernel.nowMicros))];
  const races = racesOf(log.calls);
  return {
    script: script.name,
    trace: [...trace, ...metricEntries(profile.release, log.calls, trace.at(-1)?.at ?? 0)],
    ...(races.length > 0 ? { races } : {}),
  };
}

function stuckEntry({ calls }: CallLog, at: number): Entry[] {
  const returned = calls.filter(({ facts }) => facts !== undefined).length;
  return returned === calls.length ? [] : [{ at, type: 'stuck', message: `${returned} of ${calls.length} calls returned` }];
}

/** The entries of a script's calls by time, then by the call's place in the script, then as they happened. */
function inCanonicalOrder(calls: readonly LoggedCall[]): CallEntry[] {
  // Calls come in their order, and sorting is stable: only times are left to compare.
  return calls.flatMap(({ entries }) => entries).sort((a, b) => a.at - b.at);
}
