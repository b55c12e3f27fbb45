import type { InspectionEvent } from 'xstate';
import type { Profile } from '../../kubelet/profile.ts';
import { Kernel } from '../../simulation/kernel.ts';
import { microsOf, msOf } from '../script-time.ts';
import { CallLog } from './call-log.ts';
import { inCanonicalOrder } from './canonical-order.ts';
import type { ConformanceTrace, Entry } from './conformance-trace.ts';
import { metricEntries } from './metric-entries.ts';
import { racesOf } from './races-of.ts';
import type { Script } from './script.ts';
import { ScriptedImageManager } from './scripted-image-manager.ts';

export interface RunScriptOptions {
  /** Is given the inspection events of every actor, as XState tells them. */
  readonly inspect?: (event: InspectionEvent) => void;
}

/**
 * What the simulated kubelet does with a script, by the same machines that `windlass run` uses. Throws a
 * `SimulationError` where an actor fails or hears what it has no transition for.
 */
export function runScript(script: Script, profile: Profile, options: RunScriptOptions = {}): ConformanceTrace {
  const kernel = new Kernel({ isTime: Number.isFinite });
  const log = new CallLog(kernel, script.calls);
  const manager = new ScriptedImageManager(script, profile, { kernel, log, inspect: options.inspect });
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
