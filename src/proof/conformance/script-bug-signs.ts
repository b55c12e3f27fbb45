import type { KnownBug } from '../../rules/kubelet/known-bug.ts';
import { credentialBugs } from '../../rules/kubelet/known-bugs/credential-bugs.ts';
import { imageGcBugs } from '../../rules/kubelet/known-bugs/image-gc-bugs.ts';
import { imagePullBugs } from '../../rules/kubelet/known-bugs/image-pull-bugs.ts';
import { kubeadmBugs } from '../../rules/kubelet/known-bugs/kubeadm-bugs.ts';
import { plegBugs } from '../../rules/kubelet/known-bugs/pleg-bugs.ts';
import { startupBugs } from '../../rules/kubelet/known-bugs/startup-bugs.ts';
import { hasBug } from '../../rules/kubelet/known-bugs.ts';
import type { ScriptKind, ScriptTrace, TraceEntry } from './script-kind.ts';

/**
 * The sign of a known bug in the traces of one kind of script. These traces have what a harness can see of
 * another system: its errors and events have no codes, so signs of those look at texts, which are the
 * kubelet's. Traces of runs have the facts (src/reports/known-bug-signs).
 */
interface ScriptBugSign {
  readonly kind: string;
  readonly bug: KnownBug;
  /** Returns how many times the sign is in a trace; 0 if it is not. */
  readonly timesIn: (trace: readonly TraceEntry[]) => number;
}

/** The signs of known bugs in traces. A bug that shows in no kind of trace has no sign here. */
export const scriptBugSigns: readonly ScriptBugSign[] = [
  ...['imagemanager', 'imagemanager-credentials'].flatMap((kind): ScriptBugSign[] => [
    { kind, bug: imagePullBugs.stripedLocks, timesIn: counted(({ type }) => type === 'panic') },
    { kind, bug: imagePullBugs.inspectErrorWithoutImage, timesIn: counted(isInspectErrorWithoutImage) },
  ]),
  { kind: 'imagemanager', bug: startupBugs.pullSessionLeftOpen, timesIn: sessionsLeftOpen },
  { kind: 'imagemanager-credentials', bug: imageGcBugs.recordsInUseDropped, timesIn: recordsDropped },
  {
    kind: 'imagemanager-credentials',
    bug: credentialBugs.limitOnlyWhileMatching,
    timesIn: recordsAboveLimit,
  },
  {
    kind: 'imagemanager-credentials',
    bug: credentialBugs.brokenSecretWithoutEvent,
    timesIn: counted(isJsonError),
  },
  { kind: 'pleg', bug: plegBugs.leakedCacheEntry, timesIn: leakedCacheEntries },
  { kind: 'pleg', bug: plegBugs.inspectedTwice, timesIn: secondInspections },
  { kind: 'pleg', bug: plegBugs.discardedForGood, timesIn: counted(({ type }) => type === 'discarded') },
  { kind: 'imagegc', bug: imageGcBugs.recordsInUseDropped, timesIn: hooksWithoutPresentImages },
  { kind: 'imagegc', bug: imageGcBugs.errorsHideFullDisk, timesIn: counted(isAgeGcError) },
  { kind: 'imagegc', bug: imageGcBugs.errorFailsEnough, timesIn: counted(isEnoughFreed) },
  { kind: 'kubeadm', bug: kubeadmBugs.doubledPrefix, timesIn: counted(isDoubledPrefix) },
  { kind: 'kubeadm', bug: kubeadmBugs.stopsAgain, timesIn: repeatedStops },
];

function counted(isSign: (entry: TraceEntry) => boolean): ScriptBugSign['timesIn'] {
  return (trace) => trace.filter(isSign).length;
}

function isInspectErrorWithoutImage(entry: TraceEntry): boolean {
  return entry.type === 'event' && textOf(entry, 'message').startsWith('Failed to inspect image "": ');
}

function isJsonError(entry: TraceEntry): boolean {
  return (
    entry.type === 'result' &&
    /^(invalid character|unexpected end of JSON|json: )/.test(textOf(entry, 'error'))
  );
}

function isAgeGcError(entry: TraceEntry): boolean {
  return entry.type === 'result' && textOf(entry, 'error').startsWith('wanted to free images older than ');
}

function isEnoughFreed(entry: TraceEntry): boolean {
  const match = /^wanted to free (-?\d+) bytes, but freed (\d+) bytes space with errors/.exec(
    textOf(entry, 'error'),
  );
  return match !== null && BigInt(match[2] ?? 0) >= BigInt(match[1] ?? 0);
}

function isDoubledPrefix(entry: TraceEntry): boolean {
  return (
    entry.type === 'result' &&
    /failed to pull image (\S+): failed to pull image \1/.test(textOf(entry, 'error'))
  );
}

/** A known bug of the release in the trace of a script, and how many times it was seen. */
export interface KnownBugMet {
  readonly bug: KnownBug;
  readonly times: number;
}

/** Returns the known bugs in a trace of the simulator, by their signs for its kind. */
export function knownBugsMet(
  trace: ScriptTrace,
  { kind }: Pick<ScriptKind, 'kind'>,
  release: string,
): readonly KnownBugMet[] {
  return scriptBugSigns
    .filter((sign) => sign.kind === kind && hasBug(release, sign.bug))
    .map(({ bug, timesIn }) => ({ bug, times: timesIn(trace.trace) }))
    .filter(({ times }) => times > 0);
}

/**
 * Returns the number of pulls that failed after their start was reported to the pulling-time recorder, which
 * never learns of their end.
 */
function sessionsLeftOpen(trace: readonly TraceEntry[]): number {
  const open = new Set<string>();
  let times = 0;
  for (const entry of trace) {
    const call = textOf(entry, 'call');
    if (entry.type === 'pulling' && textOf(entry, 'state') === 'started') open.add(call);
    else if (entry.type === 'pulling') open.delete(call);
    else if (entry.type === 'result' && open.delete(call)) times += 1;
  }
  return times;
}

/**
 * Returns the number of GC rounds after which more pull records are gone than the removed images account for.
 */
function recordsDropped(trace: readonly TraceEntry[]): number {
  let times = 0;
  let recorded = 0;
  let removed = 0;
  let isAfterGc = false;
  for (const entry of trace) {
    if (entry.type === 'runtime' && textOf(entry, 'op') === 'RemoveImage') removed += 1;
    else if (entry.type === 'result') isAfterGc = textOf(entry, 'op') === 'DeleteUnusedImages';
    else if (entry.type === 'records') {
      const pulled = fieldsOf(entry).pulled;
      if (pulled === undefined) continue;
      const now = namesIn(pulled).length;
      if (isAfterGc && recorded - now > removed) times += 1;
      recorded = now;
    }
    if (entry.type === 'records') [removed, isAfterGc] = [0, false];
  }
  return times;
}

/**
 * Returns the number of prune hook calls whose list lacks an image that is still there when the round ends.
 */
function hooksWithoutPresentImages(trace: readonly TraceEntry[]): number {
  return trace.filter((entry, index) => {
    if (entry.type !== 'hook') return false;
    const told = listOf(entry, 'remaining');
    const after = trace.slice(index).find(({ type }) => type === 'state');
    return after !== undefined && listOf(after, 'images').some((image) => !told.includes(image));
  }).length;
}

/** Returns the number of pull records that get more than 100 secrets for a name. */
function recordsAboveLimit(trace: readonly TraceEntry[]): number {
  const above = trace.flatMap((entry) =>
    entry.type === 'records'
      ? [...JSON.stringify(entry).matchAll(/"kubernetesSecrets":(\[[^\]]*\])/g)].map(
          (match) => match[1] ?? '[]',
        )
      : [],
  );
  return above.filter((secrets) => (secrets.match(/"credentialHash"/g) ?? []).length > 100).length;
}

/** Returns the number of pods whose inspection failed and whose empty cache entry is never deleted. */
function leakedCacheEntries(trace: readonly TraceEntry[]): number {
  const failed = new Set<string>();
  const empty = new Set<string>();
  for (const entry of trace) {
    if (entry.type !== 'cache') continue;
    const uid = textOf(entry, 'uid');
    const status = fieldsOf(entry).status;
    if (textOf(entry, 'error') !== '') failed.add(uid);
    empty.delete(uid);
    const isEmpty =
      typeof status === 'object' &&
      status !== null &&
      JSON.stringify(status).includes('"containers":[],"sandboxes":[]');
    if (textOf(entry, 'op') === 'Set' && isEmpty && failed.has(uid)) empty.add(uid);
  }
  return empty.size;
}

/** Returns the number of inspections of a pod in one relist beyond the first. */
function secondInspections(trace: readonly TraceEntry[]): number {
  let inRelist = new Set<string>();
  let times = 0;
  for (const entry of trace) {
    const op = entry.type === 'runtime' ? textOf(entry, 'op') : '';
    if (op === 'GetPods' || op === 'GetPod') inRelist = new Set();
    if (op !== 'GetPodStatus') continue;
    if (inRelist.has(textOf(entry, 'uid'))) times += 1;
    inRelist.add(textOf(entry, 'uid'));
  }
  return times;
}

/** Returns the number of stops of a sandbox that the same call had already stopped. */
function repeatedStops(trace: readonly TraceEntry[]): number {
  const stops = trace
    .filter((entry) => entry.type === 'exec' && listOf(entry, 'args').includes('stopp'))
    .map((entry) => JSON.stringify([fieldsOf(entry).call, fieldsOf(entry).args]));
  return stops.length - new Set(stops).size;
}

/** Returns an entry of any kind with the fields that it happens to have. */
function fieldsOf(entry: TraceEntry): Readonly<Record<string, unknown>> {
  return entry as TraceEntry & Readonly<Record<string, unknown>>;
}

/** Returns a field that is a text; empty if there is none. */
function textOf(entry: TraceEntry, field: string): string {
  const value = fieldsOf(entry)[field];
  return typeof value === 'string' ? value : '';
}

/** Returns a field that is a list; empty if there is none. */
function listOf(entry: TraceEntry, field: string): readonly unknown[] {
  const value = fieldsOf(entry)[field];
  return Array.isArray(value) ? value : [];
}

/** Returns the names in an object; none if it is no object. */
function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
