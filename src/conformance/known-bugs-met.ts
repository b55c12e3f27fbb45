import type { KnownBug } from '../kubelet/known-bug.ts';
import { hasBug } from '../kubelet/known-bugs.ts';
import { scriptBugSigns } from './script-bug-signs.ts';
import type { ScriptKind, ScriptTrace } from './script-kind.ts';

/** A known bug of the release in the trace of a script, and how many times it was seen. */
export interface KnownBugMet {
  readonly bug: KnownBug;
  readonly times: number;
}

/** Returns the known bugs in a trace of the simulator, by their signs for its kind. */
export function knownBugsMet(trace: ScriptTrace, { kind }: Pick<ScriptKind, 'kind'>, release: string): readonly KnownBugMet[] {
  return scriptBugSigns
    .filter((sign) => sign.kind === kind && hasBug(release, sign.bug))
    .map(({ bug, timesIn }) => ({ bug, times: timesIn(trace.trace) }))
    .filter(({ times }) => times > 0);
}
